"""From a fuzzer that failed to a small Case, a report and a command that reproduces it."""

import os
import shutil
from dataclasses import dataclass

import engine
import folders

# Minimising tries thousands of inputs, each in a process; after this the Case is kept as it is.
MINIMISE_SECONDS = 120
REPLAY_SECONDS = 60


@dataclass
class Failure:
    """What went wrong with a contract, and the Case that shows it, if there is one."""

    what: str
    file: str = ""
    log: str = ""
    small: str = ""  # the smallest form of `file`, once found

    def best(self):
        """The file to look at."""
        return self.small or self.file

    @staticmethod
    def of_worker(name, worker, fault):
        """Reads the failure off a fuzzer that ended, and brings its Case into crashes/."""
        kept = worker.reading.kept
        file = kept if kept and os.path.isfile(kept) else _keep_artifact(name, worker.artifacts)
        what = fault
        if file:
            what = "the contract does not hold" if worker.reading.diverged else "the process died"
        return Failure(what, file, worker.child.log())


def _keep_artifact(name, artifacts):
    # What a sanitizer stops, the contract's report never sees: the engine alone kept the input.
    for kind in ("crash-", "timeout-", "oom-", "leak-"):
        for path in sorted(artifacts.glob(kind + "*")):
            target = folders.CRASHES / name / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, artifacts / "whole")
            os.replace(artifacts / "whole", target)
            return str(target)
    return ""


def investigate(contract, failure):
    """Minimises the Case, prints the report; a generator that yields while programs run."""
    yield from _minimise(contract, failure)
    text = engine.failure_text(failure.log)
    if failure.small:
        log = folders.LOGS / f"{contract.name}.replay.log"
        command = [_tool(contract), "replay", contract.name, failure.small]
        status = yield from contract.run(command, log, REPLAY_SECONDS)
        if status != 0:
            text = engine.failure_text(log.read_text(errors="replace"))
    contract.say(_report(contract.name, failure, text))


def _tool(contract):
    return os.path.join(contract.settings.build, "touchstone")


def _minimise(contract, failure):
    # A hang would be waited for at each try; a leak or a spent memory limit shows in fuzzers alone.
    if not failure.file or os.path.basename(failure.file).startswith(("timeout-", "oom-", "leak-")):
        return
    out = folders.RUN / f"{contract.name}.small"
    log = folders.LOGS / f"{contract.name}.minimise.log"
    command = [_tool(contract), "minimise", contract.name, failure.file, "--out", str(out)]
    status = yield from contract.run(command, log, MINIMISE_SECONDS)
    if status == 0 and out.is_file():
        os.replace(out, failure.file + ".small")
        failure.small = failure.file + ".small"


def _report(name, failure, text):
    lines = ["", f"==== {name}: {failure.what} ====", text, ""]
    if not failure.file:
        return "\n".join(lines)
    lines.append(f"kept       {failure.file} ({os.path.getsize(failure.file)} bytes)")
    if failure.small:
        lines.append(f"smallest   {failure.small} ({os.path.getsize(failure.small)} bytes)")
    else:
        lines.append("smallest   not found: outside the fuzzer this Case did not fail, or too slowly")
    lines.append(f"reproduce  ci/reproduce {failure.best()}")
    return "\n".join(lines) + "\n"
