"""A child process in a group of its own, whose output goes to a log and is read as it comes."""

import os
import signal
import subprocess
import threading
import time


class Child:
    """Started at once. Its own session keeps a terminal's Ctrl-C away: the supervisor decides."""

    def __init__(self, command, log_path, env, on_line=None):
        self.command = command
        self.log_path = log_path
        self.started = time.monotonic()
        self._on_line = on_line
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=env,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        with open(self.log_path, "wb") as log:
            for raw in self._process.stdout:
                log.write(raw)
                log.flush()
                if self._on_line:
                    self._on_line(raw.decode("utf-8", "replace").rstrip("\n"))

    def status(self):
        """The exit status once the process has ended and all it said was read, else None."""
        status = self._process.poll()
        if status is not None:
            # A grandchild may hold the pipe open; its words are not worth hanging for.
            self._reader.join(timeout=5)
        return status

    def age(self):
        return time.monotonic() - self.started

    def log(self):
        with open(self.log_path, "rb") as log:
            return log.read().decode("utf-8", "replace")

    def ask_to_stop(self):
        """libFuzzer ends between two inputs, never in the middle of writing a file."""
        self._signal(signal.SIGUSR1)

    def kill(self):
        self._signal(signal.SIGKILL)

    def _signal(self, number):
        # Also when the leader has ended: its group may live on (merging runs in a grandchild).
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            pass


def stop_all(children, patience=3.0):
    """Asks, waits a little, then kills; nothing of them is left running."""
    alive = [child for child in children if child.status() is None]
    for child in alive:
        child.ask_to_stop()
    deadline = time.monotonic() + patience
    while any(child.status() is None for child in alive) and time.monotonic() < deadline:
        time.sleep(0.05)
    for child in alive:
        child.kill()
    for child in alive:
        while child.status() is None:
            time.sleep(0.02)
