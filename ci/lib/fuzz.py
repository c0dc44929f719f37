#!/usr/bin/env python3
"""The supervisor behind ci/fuzz: replays the corpus, then fuzzes contracts on all cores.

Started by ci/fuzz in the project's root, after set-up, build and a check of the names.
"""

import argparse
import os
import signal
import subprocess
import sys
import time

import engine
import folders
from campaign import Contract, children, use_free_cores
from process import Child, stop_all
from progress import Display, table


class Interrupted(Exception):
    """A signal asked for the end."""


class Signals:
    """Remembers that a signal came; acted upon between two steps, never in the middle of one."""

    def __init__(self):
        self._came = None
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._remember)

    def _remember(self, number, _frame):
        self._came = number

    def pause(self):
        """Waits a moment; raises Interrupted when a signal came."""
        time.sleep(0.1)
        if self._came is not None:
            raise Interrupted(self._came)


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="folder with touchstone and fuzzers/")
    parser.add_argument("--seconds", type=int, required=True, help="time box of each contract")
    parser.add_argument("--jobs", type=int, required=True, help="fuzzers at once")
    parser.add_argument("--tier", default="", help="check this instruction-set tier alone")
    parser.add_argument("--stamp", help="says that all was proved; removed when anything fails")
    parser.add_argument("--whole", action="store_true", help="all is fuzzed here: write the stamp")
    parser.add_argument("contracts", nargs="+")
    return parser.parse_args()


def _replay(settings, name, signals):
    """Checks the checked-in corpus, which must hold before anything new is looked for."""
    command = [os.path.join(settings.build, "touchstone"), "replay", name]
    command += ["--tier", settings.tier] if settings.tier else []
    child = Child(command, folders.LOGS / f"{name}.replay.log", settings.env)
    try:
        while child.status() is None:
            signals.pause()
    finally:
        child.kill()
    if child.status() == 0:
        print(next(iter(child.log().splitlines()), name), flush=True)
        return 0
    print(engine.failure_text(child.log()), flush=True)
    where = f"above, and whole in {child.log_path}"
    print(f"error: the corpus of {name} does not replay ({where}); nothing was fuzzed", file=sys.stderr)
    return 2 if child.status() == 2 else 1


def _fuzz(contracts, settings, display, signals):
    while any(contract.state != "done" for contract in contracts):
        for contract in contracts:
            contract.step()
        use_free_cores(contracts, settings.jobs, time.monotonic())
        display.update(contracts)
        signals.pause()
    display.update(contracts, last=True)


def _stamped(settings, signals):
    """Runs; a whole run that passes leaves the stamp, any run that fails takes it away."""
    if settings.whole:
        _drop(settings.stamp)
    status = _run(settings, signals)
    if status == 1:
        _drop(settings.stamp)
    if status or not settings.whole:
        return status
    command = [os.path.join(settings.build, "touchstone"), "stamp", "write", "--kind", "sanitized"]
    command += ["--passed", "replay,fuzz", "--out", settings.stamp]
    return subprocess.run(command, env=settings.env, check=False).returncode


def _drop(stamp):
    if stamp and os.path.exists(stamp):
        os.remove(stamp)


def _run(settings, signals):
    status = max(_replay(settings, name, signals) for name in settings.contracts)
    if status:
        return status
    display = Display()
    contracts = [Contract(name, settings, display.say) for name in settings.contracts]
    names = "1 contract" if len(contracts) == 1 else f"{len(contracts)} contracts"
    display.say(f"fuzzing {names}, {settings.seconds} s each, on {settings.jobs} cores")
    try:
        _fuzz(contracts, settings, display, signals)
    finally:
        stop_all(children(contracts))
    print("\n" + table(contracts), flush=True)
    return 1 if any(contract.failures for contract in contracts) else 0


def main():
    """Runs everything; returns the exit status."""
    settings = _arguments()
    settings.env = {**os.environ, "TMPDIR": os.path.abspath(folders.RUN)}
    signals = Signals()
    try:
        folders.fresh_run(settings.contracts)
        return _stamped(settings, signals)
    except Interrupted as interrupt:
        number = interrupt.args[0]
        name = signal.Signals(number).name
        print(f"\n{name}: stopped; what was found so far is in {folders.WORKING}/", file=sys.stderr)
        return 128 + number
    finally:
        folders.end_run()


if __name__ == "__main__":
    sys.exit(main())
