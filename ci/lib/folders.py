"""The folders a fuzzing run reads and writes, all relative to the project's root."""

import ctypes
import os
import shutil
from pathlib import Path

CHECKED_IN = Path("corpus")
WORKING = Path("work/corpus")  # outside git; grows from run to run
CRASHES = Path("crashes")
LOGS = Path("work/logs")
RUN = Path("work/run")  # of this run alone, gone when it ends

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def fresh_run(names):
    """Empties what earlier runs left, and makes every folder that a run needs."""
    end_run()
    for folder in (RUN, LOGS, WORKING, CRASHES):
        folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        for log in LOGS.glob(name + ".*.log"):
            log.unlink()


def end_run():
    """Removes the temporary files of this run."""
    shutil.rmtree(RUN, ignore_errors=True)


def working(name):
    """The corpus of this contract that fuzzing may write to."""
    folder = WORKING / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def checked_in(name):
    """The folders of Cases under version control, read and never written."""
    folders = [CHECKED_IN / name / part for part in ("seeds", "regress")]
    return [str(folder) for folder in folders if folder.is_dir()]


def count(folder):
    """How many files a folder holds."""
    return sum(1 for entry in os.scandir(folder) if entry.is_file()) if folder.is_dir() else 0


def swap(new, old):
    """Puts folder `new` in the place of `old`, in one step where the system can; drops the old one."""
    libc = ctypes.CDLL(None, use_errno=True)
    exchange = getattr(libc, "renameat2", None)
    paths = (_AT_FDCWD, os.fsencode(new), _AT_FDCWD, os.fsencode(old), _RENAME_EXCHANGE)
    if exchange is None or exchange(*paths) != 0:
        # Not every file system exchanges. A kill between these two loses nothing: the old corpus
        # is then found under its other name, by a person.
        aside = old.with_name(old.name + ".before-merge")
        shutil.rmtree(aside, ignore_errors=True)
        old.rename(aside)
        new.rename(old)
        new = aside
    shutil.rmtree(new, ignore_errors=True)
