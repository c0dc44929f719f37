"""What this project knows of libFuzzer: its command lines, and how to read what it prints."""

import os
import re

# A unit may take this long and this much; the OSS-Fuzz runner has the same limits.
TIMEOUT_SECONDS = 25
LIMITS = [f"-timeout={TIMEOUT_SECONDS}", "-rss_limit_mb=2560"]

# "#4096	NEW    cov: 45 ft: 67 corp: 8/123b lim: 4 exec/s: 4567 rss: 40Mb L: 3/4 MS: 1 ..."
_LINE = re.compile(
    r"^#(?P<runs>\d+)\s+[A-Za-z]+\s+(?:cov: (?P<cov>\d+) )?(?:ft: (?P<ft>\d+) )?"
    r"corp: (?P<corpus>\d+)/\S+.*?exec/s: (?P<rate>\d+)"
)
_DONE = re.compile(r"^Done (\d+) runs in (\d+) second")
_RUNS = re.compile(r"^stat::number_of_executed_units:\s*(\d+)")
_CASES = re.compile(r"^\w+: (\d+) Cases \(\d+ inputs of unknown version\)$")
# What `touchstone replay` says after a report.
_SUMMARY = re.compile(r"^\w+: \d+ Cases ")
_UNREACHED = re.compile(r"^\s*\d+\s+(.*?)\s+<-- never reached$")
_KEPT = re.compile(r"^\s+file\s+(\S.*)$")

# Where the part of a log begins that tells a failure; the first that occurs counts.
_FAILURE = re.compile(
    r"^(DIVERGENCE in |.*: runtime error: |==\d+==\s*ERROR: |==\d+== ERROR: |.*CHECK failed: |"
    r"ALARM: |error: |FAILED: )",
    re.MULTILINE,
)
_FRAME = re.compile(r"^\s+#(?P<number>\d+) 0x[0-9a-f]+ (?:in )?(?P<function>.*?)(?P<place> \S+)?$")
MOST_FRAMES = 12
LONGEST_FUNCTION = 80


class Reading:
    """The state of one fuzzer process, as its lines tell it."""

    def __init__(self):
        self.runs = 0  # executions, exact at `runs_at`
        self.runs_at = None
        self.rate = 0
        self.cov = 0
        self.features = 0
        self.corpus = 0
        self.done_seconds = None  # the engine's own word that the time box is over
        self.cases = None  # of these executions, the ones that drew a Case
        self.tiers = ""
        self.unreached = []
        self.uninstrumented = False
        self.kept = ""  # where the contract's report says the Case was kept
        self.diverged = False

    def take(self, line, now):
        """Learns from one line without its newline."""
        if match := _LINE.match(line):
            self._progress(match, now)
        elif match := _DONE.match(line):
            self.runs, self.runs_at, self.done_seconds = int(match[1]), now, int(match[2])
        elif match := _RUNS.match(line):
            self.runs, self.runs_at = int(match[1]), now
        elif match := _CASES.match(line):
            self.cases = int(match[1])
        elif line.startswith("tiers: "):
            self.tiers = line
        elif match := _UNREACHED.match(line):
            self.unreached.append(match[1])
        elif line.startswith("WARNING: no interesting inputs were found"):
            self.uninstrumented = True
        elif line.startswith("DIVERGENCE in "):
            self.diverged = True
        elif self.diverged and not self.kept and (match := _KEPT.match(line)):
            self.kept = match[1]

    def _progress(self, match, now):
        self.runs, self.runs_at = int(match["runs"]), now
        self.rate = int(match["rate"])
        self.cov = max(self.cov, int(match["cov"] or 0))
        self.features = max(self.features, int(match["ft"] or 0))
        self.corpus = int(match["corpus"])

    def runs_now(self, now):
        """Executions by now, and whether that is an estimate.

        The engine prints at finds and at powers of two only; between these the last rate goes on.
        """
        if self.done_seconds is not None or self.runs_at is None or self.rate == 0:
            return self.runs, False
        since = now - self.runs_at
        return self.runs + int(self.rate * since), since > 1


def fuzz_command(binary, corpus, further, artifacts, seconds, tier):
    """Fuzzes for `seconds` from `corpus`, which grows, and `further` folders, which do not."""
    own = [f"--tier={tier}"] if tier else []
    return [
        binary,
        *own,
        f"-max_total_time={seconds}",
        *LIMITS,
        "-print_final_stats=1",
        "-reload=2",  # workers on one corpus learn from each other
        f"-artifact_prefix={artifacts}{os.sep}",
        corpus,
        *further,
    ]


def merge_command(binary, target, sources, artifacts):
    """Fills the empty folder `target` with the least of `sources` that covers the same."""
    return [
        binary,
        "-merge=1",
        *LIMITS,
        f"-artifact_prefix={artifacts}{os.sep}",
        target,
        *sources,
    ]


def failure_text(log):
    """The part of a log that tells the failure, without the engine's closing statistics."""
    match = _FAILURE.search(log)
    text = log[match.start() :] if match else "\n".join(log.splitlines()[-40:])
    kept = []
    for line in text.splitlines():
        if _SUMMARY.match(line):
            break
        if kept and kept[0].startswith("DIVERGENCE in ") and re.match(r"==\d+==", line):
            break  # the abort that follows a report; its stack adds nothing
        if line.startswith(("stat::", "MS: ", "artifact_prefix=", "Base64: ", "SUMMARY: libFuzzer")):
            continue
        if (line := _short_frame(line)) is not None:
            kept.append(line)
    return "\n".join(kept).strip()


def _short_frame(line):
    """A line of a stack, cut to what a person reads; None past the frames that matter.

    Below the codec stands the kit, whose templates have names of many lines; the log has them whole.
    """
    match = _FRAME.match(line)
    if match is None:
        return line
    if int(match["number"]) >= MOST_FRAMES:
        return None
    function = match["function"]
    if len(function) > LONGEST_FUNCTION:
        function = function[:LONGEST_FUNCTION] + "..."
    return f"    #{match['number']} {function}{match['place'] or ''}"
