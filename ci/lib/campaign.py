"""Fuzzing one contract from its first worker to its result, and many of them on a few cores."""

import os
import signal
import time

import engine
import folders
from investigate import Failure, investigate
from process import Child

# Less than this of the time box left, and another worker would only load the corpus and go.
WORTH_JOINING = 5
# The engine looks at its time box between two inputs; loading a large corpus counts as one.
GRACE = engine.TIMEOUT_SECONDS + 60


class Worker:
    """One fuzzer process of a contract and what it said so far."""

    def __init__(self, contract, number, seconds):
        self.seconds = seconds
        self.spent = 0.0  # seconds until it ended
        self.reading = engine.Reading()
        self.artifacts = folders.RUN / f"{contract.name}.{number}"
        self.artifacts.mkdir()
        command = engine.fuzz_command(
            contract.binary,
            str(folders.working(contract.name)),
            folders.checked_in(contract.name),
            self.artifacts,
            seconds,
            contract.settings.tier,
        )
        log = folders.LOGS / f"{contract.name}.{number}.log"
        env = {**contract.settings.env, "TOUCHSTONE_CRASHES": str(folders.CRASHES)}
        self.child = Child(command, log, env, self._take)

    def _take(self, line):
        self.reading.take(line, time.monotonic())

    def fault(self, status):
        """Why this worker's run proves nothing although it found nothing; empty when it does."""
        reading = self.reading
        if status != 0:
            return f"the fuzzer ended with status {status}"
        if reading.uninstrumented:
            return "the fuzzer gets no coverage from the code: it was built without instrumentation"
        if not reading.runs or reading.cases == 0:
            return "the fuzzer executed not a single Case"
        if reading.cases is None:
            return "the fuzzer gave no account of what it checked"
        if reading.done_seconds is None or reading.done_seconds < self.seconds - 1:
            return f"the fuzzer ended before its {self.seconds} s were over"
        return ""


class Contract:
    """The life of one contract in this run; `step` moves it on and never blocks."""

    def __init__(self, name, settings, say):
        self.name = name
        self.settings = settings
        self.say = say
        self.binary = os.path.join(settings.build, "fuzzers", name + "_fuzzer")
        self.state = "waiting"
        self.workers = []
        self.running = []  # children, of whatever kind
        self.failures = []
        self.ends_at = None
        self._life = None

    def left(self, now):
        """Seconds of the time box that are left."""
        return self.settings.seconds if self.ends_at is None else max(0, self.ends_at - now)

    def can_use_help(self, now):
        """Whether one more worker would do some good."""
        enough = min(WORTH_JOINING, self.settings.seconds)
        return self.state == "fuzzing" and not self.failures and self.left(now) >= enough

    def add_worker(self, now):
        """Starts the contract, or helps it with one more core."""
        if self.ends_at is None:
            self.ends_at = now + self.settings.seconds
            self.state = "fuzzing"
            self._life = self._live()
        seconds = max(1, round(self.left(now)))
        worker = Worker(self, len(self.workers), seconds)
        self.workers.append(worker)
        self.running.append(worker.child)

    def step(self):
        """Looks at what ended and starts what follows."""
        if self._life is not None and self.state != "done":
            next(self._life, None)

    def _live(self):
        yield from self._fuzz()
        for failure in self.failures:
            self.state = "minimising"
            yield from investigate(self, failure)
        if not self.failures:
            self.state = "merging"
            yield from self._merge()
        self.state = "done"

    def _fuzz(self):
        while True:
            for worker in [w for w in self.workers if w.child in self.running]:
                self._look_at(worker)
            if not self.running:
                return
            yield

    def _look_at(self, worker):
        status = worker.child.status()
        if status is None:
            if worker.child.age() > worker.seconds + GRACE:
                worker.child.kill()
            return
        self.running.remove(worker.child)
        worker.spent = worker.child.age()
        # Asked to stop, a fuzzer that is not yet listening dies of the question.
        stopped = bool(self.failures) and status in (0, -signal.SIGUSR1)
        fault = "" if stopped else worker.fault(status)
        if fault:
            self.failures.append(Failure.of_worker(self.name, worker, fault))
            # The others would only find the same again; the cores go to other contracts.
            for child in self.running:
                child.ask_to_stop()

    def _merge(self):
        new = folders.RUN / f"{self.name}.new"
        new.mkdir()
        old = folders.working(self.name)
        sources = [*folders.checked_in(self.name), str(old)]
        log = folders.LOGS / f"{self.name}.merge.log"
        command = engine.merge_command(self.binary, str(new), sources, folders.RUN)
        status = yield from self.run(command, log)
        if status == 0 and folders.count(new):
            folders.swap(new, old)
        else:
            self.failures.append(Failure(f"merging the working corpus failed, status {status}; see {log}"))

    def run(self, command, log, limit=None):
        """Runs another program to its end, or to `limit` seconds; returns its status."""
        env = {**self.settings.env, "TOUCHSTONE_CRASHES": str(folders.RUN)}
        child = Child(command, log, env)
        self.running.append(child)
        while child.status() is None:
            if limit is not None and child.age() > limit:
                child.kill()
            yield
        self.running.remove(child)
        return child.status()


def children(contracts):
    """Every process that runs now."""
    return [child for contract in contracts for child in contract.running]


def use_free_cores(contracts, jobs, now):
    """A free core starts the next contract; when none waits, it joins the one with fewest workers."""
    for _ in range(jobs - len(children(contracts))):
        waiting = [c for c in contracts if c.state == "waiting"]
        if waiting:
            waiting[0].add_worker(now)
            continue
        open_ones = [c for c in contracts if c.can_use_help(now)]
        if not open_ones:
            return
        min(open_ones, key=lambda c: len(c.running)).add_worker(now)
