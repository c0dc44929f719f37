"""The supervisor of ci/fuzz against fuzzers that do wrong on purpose. Needs no build."""

import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from fakes import make_project

FUZZ = Path(__file__).resolve().parent.parent / "lib" / "fuzz.py"


def running_below(folder):
    """Command lines of processes that name this folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes()
        except OSError:
            continue  # ended meanwhile
        if str(folder).encode() in line:
            found.append(line)
    return found


class Supervised(unittest.TestCase):
    """Each test runs the supervisor in a project of its own."""

    def setUp(self):
        self.root = Path(tempfile.mkdtemp(prefix="supervisor-test-"))
        self.addCleanup(shutil.rmtree, self.root)

    def start(self, seconds=1, jobs=2, without_corpus="", **behaviours):
        build = make_project(self.root, **behaviours)
        if without_corpus:
            shutil.rmtree(self.root / "corpus" / without_corpus)
        command = [sys.executable, "-B", str(FUZZ), "--build", build]
        command += ["--seconds", str(seconds), "--jobs", str(jobs), *behaviours]
        return subprocess.Popen(
            command, cwd=self.root, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )

    def fuzz(self, **options):
        process = self.start(**options)
        out, _ = process.communicate(timeout=60)
        self.assertFalse((self.root / "work/run").exists(), "temporary files were left behind")
        return process.returncode, out

    def files(self, folder):
        found = [path for path in (self.root / folder).rglob("*") if path.is_file()]
        return sorted(str(path.relative_to(self.root)) for path in found)

    def test_good_run_ends_with_table_and_accounting(self):
        status, out = self.fuzz(a="ok", b="ok")
        self.assertEqual(status, 0, out)
        self.assertRegex(out, r"(?m)^a +ok +1,000 +[0-9]+ +20 +30 +1 +0$")
        self.assertIn("a: tiers: scalar avx2 checked (2 of 2)", out)
        self.assertIn("a: not reached in this run: long", out)

    def test_what_was_found_is_merged_and_swapped_in(self):
        self.fuzz(a="ok")
        self.assertEqual(self.files("work/corpus"), ["work/corpus/a/merged"])

    def test_a_failed_merge_keeps_the_corpus_and_fails(self):
        status, out = self.fuzz(a="bad-merge")
        self.assertEqual(status, 1, out)
        self.assertEqual(self.files("work/corpus"), ["work/corpus/a/found"])

    def test_cores_to_spare_help(self):
        status, out = self.fuzz(jobs=3, a="ok")
        self.assertEqual(status, 0, out)
        self.assertRegex(out, r"(?m)^a +ok +3,000 ")

    def test_more_contracts_than_cores_all_get_their_time(self):
        status, out = self.fuzz(jobs=1, a="ok", b="ok", c="ok")
        self.assertEqual(status, 0, out)
        for name in "abc":
            self.assertRegex(out, rf"(?m)^{name} +ok +1,000 ")

    def test_divergence_is_minimised_kept_reported(self):
        status, out = self.fuzz(a="divergence", b="ok")
        self.assertEqual(status, 1, out)
        kept = ["crashes/a/divergence-00ff", "crashes/a/divergence-00ff.small"]
        self.assertEqual(self.files("crashes"), kept)
        self.assertIn("DIVERGENCE in a: the small Case", out)
        self.assertIn("reproduce  ci/reproduce crashes/a/divergence-00ff.small\n", out)
        self.assertRegex(out, r"(?m)^a +CRASH .* 1$")
        self.assertRegex(out, r"(?m)^b +ok +[1-9]")

    def test_sanitizer_crash_keeps_the_engines_artifact(self):
        status, out = self.fuzz(a="sanitizer")
        self.assertEqual(status, 1, out)
        self.assertEqual(self.files("crashes"), ["crashes/a/crash-0123", "crashes/a/crash-0123.small"])

    def test_a_hang_is_kept_and_not_minimised(self):
        status, out = self.fuzz(a="hang")
        self.assertEqual(status, 1, out)
        self.assertEqual(self.files("crashes"), ["crashes/a/timeout-0123"])
        self.assertIn("ci/reproduce crashes/a/timeout-0123", out)

    def test_runs_that_prove_nothing_are_errors(self):
        for behaviour, words in {
            "nothing": "executed not a single Case",
            "unreadable": "executed not a single Case",
            "early": "ended before its 2 s were over",
            "uninstrumented": "built without instrumentation",
            "refuses": "ended with status 2",
        }.items():
            with self.subTest(behaviour):
                shutil.rmtree(self.root)
                self.root.mkdir()
                status, out = self.fuzz(seconds=2, a=behaviour)
                self.assertEqual(status, 1, out)
                self.assertIn(words, out)
                self.assertRegex(out, r"(?m)^a +ERROR ")

    def test_a_corpus_that_does_not_replay_stops_the_run(self):
        status, out = self.fuzz(without_corpus="a", a="ok")
        self.assertEqual(status, 1, out)
        self.assertIn("nothing was fuzzed", out)

    def test_interrupt_leaves_nothing_half_done(self):
        process = self.start(seconds=30, a="ok", b="ok")
        found = self.root / "work/corpus/a/found"
        deadline = time.monotonic() + 20
        while not found.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130, out)
        self.assertIn("SIGINT: stopped", out)
        self.assertFalse((self.root / "work/run").exists())
        self.assertTrue(found.exists(), "what was found must stay")
        self.assertEqual(running_below(self.root), [], "fuzzers were left running")


if __name__ == "__main__":
    unittest.main()
