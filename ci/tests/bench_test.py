"""ci/bench refuses what has not just been proved, and says what to run.

The gate has unit tests with made-up builds and stamps (bench/gate_test.cc); here the real binary is
shown copies of a real stamp, good and spoiled.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "ci" / "lib"))

import bench  # noqa: E402
from fakes import make_project  # noqa: E402

BUILD = ROOT / "build" / "release"
ONE_ROW = "group_varint/decode, mixed 1-4 bytes/64/scalar$"


def run(*command):
    """Status and both outputs of a command."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=ROOT, capture_output=True, text=True, timeout=900, check=False,
    )
    return done.returncode, done.stdout + done.stderr


class Command(unittest.TestCase):
    def test_help_teaches_and_builds_nothing(self):
        status, out = run(ROOT / "ci/bench", "--help")
        self.assertEqual(status, 0)
        self.assertIn("ci/bench --table group_varint", out)

    def test_unknown_options_list_what_there_is(self):
        for words in (["--i-know-this-is-unproved"], ["--force"], ["group_varint"]):
            status, out = run(ROOT / "ci/bench", *words)
            self.assertEqual(status, 2, out)
            self.assertIn("there are --table", out)

    def test_an_option_without_its_value(self):
        for option in ("--filter", "--out", "--compare", "--seconds"):
            status, out = run(ROOT / "ci/bench", option)
            self.assertEqual(status, 2, out)
            self.assertIn(f"{option} wants a value", out)


@unittest.skipUnless((BUILD / "touchstone_bench").exists(), "touchstone_bench is not built")
class Gate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.stamps = Path(tempfile.mkdtemp(prefix="bench-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.stamps)
        status, out = run("cmake", "--build", BUILD, "--target", "touchstone_bench", "touchstone")
        assert status == 0, out
        status, out = run(
            BUILD / "touchstone", "stamp", "write", "--kind", "tests",
            "--passed", "property,replay,unit", "--out", cls.stamps / "tests",
        )
        assert status == 0, out
        cls.tests = (cls.stamps / "tests").read_text()
        cls.sanitized = (
            cls.tests.replace("kind tests", "kind sanitized")
            .replace("sanitizers none", "sanitizers address,undefined")
            .replace("passed property,replay,unit".replace(",", " "), "passed replay fuzz")
        )

    def setUp(self):
        self.put("tests", self.tests)
        self.put("sanitized", self.sanitized)

    def put(self, name, text):
        (self.stamps / name).write_text(text)

    def bench(self, *words, out=None, rows=ONE_ROW):
        return run(
            BUILD / "touchstone_bench", "--stamps", self.stamps, "--out", out or self.stamps / "out.json",
            "--seconds", "0.0005", "--repetitions", "2", "--filter", rows, *words,
        )

    def refuses(self, reason, command):
        status, out = self.bench()
        self.assertEqual(status, 1, out)
        self.assertIn("refused: ", out)
        self.assertIn(reason, out)
        self.assertIn(f"run: {command}", out)
        self.assertFalse((self.stamps / "out.json").exists())

    def test_what_is_proved_is_timed(self):
        status, out = self.bench()
        self.assertEqual(status, 0, out)
        results = self.stamps / "out.json"
        self.assertEqual(len(bench.Results(results).figures), 1)
        results.unlink()

    def test_missing_stamps(self):
        (self.stamps / "sanitized").unlink()
        self.refuses("does not exist", "ci/fuzz")
        (self.stamps / "tests").unlink()
        self.refuses("does not exist", "ci/test")

    def test_corrupt_stamps(self):
        for name, good, command in (("tests", self.tests, "ci/test"), ("sanitized", self.sanitized, "ci/fuzz")):
            for bad in ("", "garbage\n", good[:-4], good[: len(good) // 2], good + "more\n"):
                self.put(name, bad)
                self.refuses("is not sound", command)
            self.put(name, good)

    def test_a_stamp_that_cannot_be_read(self):
        (self.stamps / "tests").unlink()
        (self.stamps / "tests").mkdir()
        self.addCleanup(lambda: (self.stamps / "tests").rmdir())
        self.refuses("cannot be read", "ci/test")

    def test_other_sources(self):
        digest = next(line for line in self.tests.splitlines() if line.startswith("digest "))
        other = "digest " + "0" * 64
        self.put("tests", self.tests.replace(digest, other))
        self.refuses("is of other sources: 000000000000", "ci/test")
        self.put("tests", self.tests)
        self.put("sanitized", self.sanitized.replace(digest, other))
        self.refuses("is of other sources: 000000000000", "ci/fuzz")

    def test_other_flags(self):
        self.put("tests", self.tests.replace("flags ", "flags -march=native "))
        self.refuses("is of other flags: '-march=native ", "ci/test")

    def test_a_tier_that_was_not_checked(self):
        self.put("tests", self.tests.replace("group_varint_decode scalar", "group_varint_decode"))
        self.refuses("does not prove group_varint_decode at tier scalar", "ci/test")
        self.put("tests", self.tests)
        self.put("sanitized", self.sanitized.replace("group_varint_decode scalar", "group_varint_decode"))
        self.refuses("does not prove group_varint_decode at tier scalar", "ci/fuzz")

    def test_a_run_without_sanitizers(self):
        self.put("sanitized", self.sanitized.replace("address,undefined", "undefined"))
        self.refuses("without the sanitizer 'address'", "ci/fuzz")

    def test_a_sanitized_stamp_needs_a_sanitized_build(self):
        status, out = run(
            BUILD / "touchstone", "stamp", "write", "--kind", "sanitized",
            "--passed", "fuzz", "--out", self.stamps / "forged",
        )
        self.assertEqual(status, 1, out)
        self.assertIn("this build has no sanitizers", out)
        self.assertFalse((self.stamps / "forged").exists())

    def test_a_corpus_that_is_missing_leaves_no_stamp(self):
        old = self.stamps / "old"
        old.write_text(self.tests)
        status, out = run(
            BUILD / "touchstone", "stamp", "write", "--kind", "tests", "--passed", "unit",
            "--out", old, "--corpus", self.stamps / "no-corpus",
        )
        self.assertEqual(status, 1, out)
        self.assertIn("no such folder", out)
        self.assertIn("; no stamp", out)
        self.assertFalse(old.exists())

    def test_unknown_tables_and_rows(self):
        status, out = self.bench("--table", "no_such_table")
        self.assertEqual(status, 2, out)
        self.assertIn("no table named 'no_such_table'; there are:\n", out)
        for table in ("checksum", "doc_values", "group_varint", "numeric"):
            self.assertIn(f"\n  {table} ", out)
        status, out = self.bench(rows="no such row")
        self.assertEqual(status, 2, out)
        self.assertIn("no row has a name like that", out)
        status, out = self.bench(rows="(")
        self.assertEqual(status, 2, out)
        self.assertIn("not a regular expression", out)

    def test_output_that_cannot_be_written(self):
        for out in (self.stamps / "no" / "folder" / "out.json", self.stamps):
            status, said = self.bench(out=out)
            self.assertEqual(status, 2, said)
            self.assertIn("cannot be written", said)


class StampOfTheFuzzers(unittest.TestCase):
    """Which runs of ci/fuzz leave the stamp, and which take it away; with fuzzers that are fakes."""

    def fuzz(self, *words, **behaviours):
        """Runs the supervisor beside an old stamp; status, and what the stamp is then."""
        root = Path(tempfile.mkdtemp(prefix="bench-test-"))
        self.addCleanup(shutil.rmtree, root)
        stamp = root / "stamp"
        stamp.write_text("old")
        command = [sys.executable, "-B", ROOT / "ci/lib/fuzz.py", "--build", make_project(root, **behaviours)]
        command += ["--seconds", "1", "--jobs", "2", "--stamp", stamp, *words, *behaviours]
        status = subprocess.run(command, cwd=root, capture_output=True, timeout=60, check=False).returncode
        return status, stamp.read_text() if stamp.exists() else None

    def test_a_whole_run_that_passes_leaves_a_new_one(self):
        self.assertEqual(self.fuzz("--whole", a="ok", b="ok"), (0, "small"))

    def test_a_whole_run_that_fails_leaves_none(self):
        self.assertEqual(self.fuzz("--whole", a="ok", b="divergence"), (1, None))

    def test_a_part_that_passes_leaves_the_old_one(self):
        self.assertEqual(self.fuzz(a="ok"), (0, "old"))

    def test_a_part_that_fails_leaves_none(self):
        self.assertEqual(self.fuzz(a="sanitizer"), (1, None))


class Tables(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="bench-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def results(self, name, **rates):
        """A file of results: ROW=[repetitions] of the block t/b, column 64."""
        rows = [
            {"run_type": "iteration", "run_name": f"t/b/64/{row}", "family_index": i, "items_per_second": r * 1e9}
            for i, (row, all_rates) in enumerate(rates.items())
            for r in all_rates
        ]
        context = {
            "cpu": "a cpu", "date": "today", "compiler": "cc", "flags": "-O3", "digest": "0" * 64,
            "load_avg": [0.0], "num_cpus": 2, "peers": "peer", "peers_absent": "other",
        }
        path = self.folder / name
        path.write_text(json.dumps({"context": context, "benchmarks": rows}))
        return path

    def test_medians_spread_and_ratios(self):
        path = self.results(
            "new", reference=[1, 1, 1], scalar=[2, 2, 2], avx2=[3, 4, 5], peer=[8, 8, 8], limit=[16, 16, 16]
        )
        text = "\n".join(bench.render(bench.Results(path)))
        self.assertIn("NOT TIMED: other, which is not installed", text)
        self.assertRegex(text, r"avx2 +4 ±12%")
        self.assertRegex(text, r"over scalar, reference, peer, limit\n +avx2 +2\.00 +4\.00 +0\.50 +0\.25")

    def test_only_what_moved_beyond_the_spread_is_told(self):
        old = bench.Results(self.results("old", quiet=[1, 1.1, 1.2], loud=[1, 2, 3], gone=[1, 1, 1]))
        new = bench.Results(self.results("new", quiet=[2, 2.1, 2.2], loud=[2, 3, 4], fresh=[1, 1, 1]))
        text = "\n".join(bench.compare(new, old))
        self.assertIn("1 of 2 rows moved", text)
        self.assertIn(" 1.91 x  t/b/64/quiet: 1.1 -> 2.1", text)
        self.assertIn("only now: 1 rows, e.g. t/b/64/fresh", text)
        self.assertIn("only then: 1 rows, e.g. t/b/64/gone", text)

    def test_what_is_no_results_file_is_an_error(self):
        bad = self.folder / "bad"
        for text in ("", "[]", "{}", '{"context": {}}'):
            bad.write_text(text)
            status, out = run(
                sys.executable, "-B", "ci/lib/bench.py", "--bench", "false", "--out", "x", "--compare", bad
            )
            self.assertEqual(status, 2, out)
            self.assertIn("not results of ci/bench", out)


if __name__ == "__main__":
    unittest.main()
