"""Stand-ins for the build: a fuzzer that prints what libFuzzer prints, and a touchstone command."""

import os
import stat
from pathlib import Path

# How the fuzzer behaves is in a file beside it, NAME.behaviour; the default is a good run.
FUZZER = r'''#!/usr/bin/env python3
import os, signal, sys, time
options = dict(a[1:].split("=", 1) for a in sys.argv[1:] if a.startswith("-") and "=" in a)
dirs = [a for a in sys.argv[1:] if not a.startswith("-")]
name = os.path.basename(sys.argv[0]).removesuffix("_fuzzer")
behaviour = open(sys.argv[0] + ".behaviour").read()
err = lambda text: print(text, file=sys.stderr, flush=True)

if "merge" in options:
    if behaviour == "bad-merge":
        sys.exit(1)
    open(os.path.join(dirs[0], "merged"), "w").write("m")
    sys.exit(0)

def keep(kind):
    open(options["artifact_prefix"] + kind + "-0123", "w").write("artifact")

stopped = []
signal.signal(signal.SIGUSR1, lambda *_: stopped.append(1))
seconds = int(options["max_total_time"])
err("INFO: Seed: 1")
err("#2\tINITED cov: 10 ft: 11 corp: 1/1b exec/s: 0 rss: 30Mb")
if behaviour == "uninstrumented":
    err("WARNING: no interesting inputs were found so far. Is the code instrumented for coverage?")
if behaviour == "divergence":
    folder = os.path.join(os.environ["TOUCHSTONE_CRASHES"], name)
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "divergence-00ff")
    open(path, "w").write("a large Case")
    err(f"\nDIVERGENCE in {name}: codec at tier avx2 differs\n  file       {path}\n")
    err("==1== ERROR: libFuzzer: deadly signal\n    #0 frame")
    keep("crash")
    sys.exit(77)
if behaviour == "sanitizer":
    err("==1==ERROR: AddressSanitizer: heap-buffer-overflow\n    #0 frame\nstat::peak_rss_mb: 1")
    keep("crash")
    sys.exit(1)
if behaviour == "hang":
    err("ALARM: working on the last Unit for 26 seconds")
    keep("timeout")
    sys.exit(70)
if behaviour == "refuses":
    err("error: unknown tier 'sse9'")
    sys.exit(2)
open(os.path.join(dirs[0], "found"), "w").write("f")
end = time.monotonic() + (0 if behaviour == "early" else seconds)
while time.monotonic() < end:
    if stopped:
        err("==1== INFO: libFuzzer: exiting as requested")
        sys.exit(0)
    time.sleep(0.05)
runs = 0 if behaviour == "nothing" else 1000 * seconds
err(f"#{runs}\tDONE   cov: 20 ft: 30 corp: 5/9b lim: 4 exec/s: 1000 rss: 40Mb")
err(f"Done {runs} runs in {0 if behaviour == 'early' else seconds} second(s)")
err(f"stat::number_of_executed_units: {runs}")
err(f"{name}: {0 if behaviour == 'unreadable' else runs} Cases (0 inputs of unknown version)")
err("tiers: scalar avx2 checked (2 of 2)\nreach:")
err("        1000  short\n           0  long   <-- never reached")
'''

TOUCHSTONE = r'''#!/usr/bin/env python3
import os, sys
command, rest = sys.argv[1], sys.argv[2:]
if command == "replay" and len(rest) == 1:
    if not os.path.isdir("corpus/" + rest[0]):
        print(f"error: corpus/{rest[0]}: no such folder", file=sys.stderr)
        sys.exit(1)
    print(f"{rest[0]}: 1 Cases replayed")
elif command == "replay":
    print(f"DIVERGENCE in {rest[0]}: the small Case\n  file       {rest[1]}")
    sys.exit(1)
elif command in ("minimise", "stamp"):
    open(rest[rest.index("--out") + 1], "w").write("small")
'''


def _script(path, text):
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def make_project(root, **behaviours):
    """A folder with a corpus and a build in it whose contracts behave as told; NAME=behaviour."""
    build = Path(root) / "build"
    (build / "fuzzers").mkdir(parents=True)
    _script(build / "touchstone", TOUCHSTONE)
    for name, behaviour in behaviours.items():
        _script(build / "fuzzers" / f"{name}_fuzzer", FUZZER)
        (build / "fuzzers" / f"{name}_fuzzer.behaviour").write_text(behaviour)
        seeds = Path(root) / "corpus" / name / "seeds"
        seeds.mkdir(parents=True)
        (seeds / "one").write_bytes(b"\x01")
    return os.fspath(build)
