"""Reading libFuzzer: lines as clang 19's engine prints them."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))

import engine  # noqa: E402


def reading_of(*lines, now=100.0):
    reading = engine.Reading()
    for line in lines:
        reading.take(line, now)
    return reading


class Lines(unittest.TestCase):
    def test_progress(self):
        reading = reading_of(
            "#3\tINITED cov: 442 ft: 446 corp: 1/15b exec/s: 0 rss: 35Mb",
            "#4096\tpulse  cov: 450 ft: 500 corp: 8/123b lim: 4 exec/s: 2048 rss: 40Mb",
            "#5000\tREDUCE cov: 450 ft: 501 corp: 9/1Kb lim: 4 exec/s: 2000 rss: 40Mb L: 3/4 MS: 1 EraseBytes-",
        )
        self.assertEqual((reading.runs, reading.rate), (5000, 2000))
        self.assertEqual((reading.cov, reading.features, reading.corpus), (450, 501, 9))

    def test_between_lines_executions_are_an_estimate(self):
        reading = reading_of("#1024\tNEW    cov: 1 ft: 1 corp: 1/1b exec/s: 100 rss: 40Mb")
        self.assertEqual(reading.runs_now(100.5), (1074, False))
        self.assertEqual(reading.runs_now(110.0), (2024, True))

    def test_the_end_is_exact(self):
        reading = reading_of(
            "#1024\tNEW    cov: 1 ft: 1 corp: 1/1b exec/s: 100 rss: 40Mb",
            "Done 5555 runs in 11 second(s)",
            "stat::number_of_executed_units: 5555",
            "decode: 5550 Cases (5 inputs of unknown version)",
            "tiers: scalar avx2 checked (2 of 2)",
            "           0  tail of 1 vInt   <-- never reached",
        )
        self.assertEqual(reading.runs_now(200.0), (5555, False))
        self.assertEqual((reading.done_seconds, reading.cases), (11, 5550))
        self.assertEqual(reading.tiers, "tiers: scalar avx2 checked (2 of 2)")
        self.assertEqual(reading.unreached, ["tail of 1 vInt"])

    def test_other_lines_change_nothing(self):
        reading = reading_of("INFO: Seed: 3242777101", "", "\tNEW_FUNC[1/10]: 0x55 in f", "  file  x")
        self.assertEqual((reading.runs, reading.kept, reading.diverged), (0, "", False))


class FailureText(unittest.TestCase):
    def test_a_report_without_the_abort_behind_it(self):
        log = "#2\tINITED\n\nDIVERGENCE in x: y\n  file  z\n==12== ERROR: libFuzzer: deadly signal\n  #0 f\n"
        self.assertEqual(engine.failure_text(log), "DIVERGENCE in x: y\n  file  z")

    def test_a_report_without_the_abort_as_the_sanitizer_tells_it(self):
        log = "DIVERGENCE in x: y\n  file  z\n==12==ERROR: AddressSanitizer: ABRT on unknown address\n  #0 f\n"
        self.assertEqual(engine.failure_text(log), "DIVERGENCE in x: y\n  file  z")

    def test_a_sanitizers_report(self):
        log = "INFO\n==9==ERROR: AddressSanitizer: heap-buffer-overflow\n  here\nstat::peak_rss_mb: 3\n"
        self.assertEqual(
            engine.failure_text(log), "==9==ERROR: AddressSanitizer: heap-buffer-overflow\n  here"
        )

    def test_stacks_are_cut_short_and_narrow(self):
        frames = [f"    #{i} 0x55d3 in {'f' * 500}(int) codecs/x.cc:{i}:1" for i in range(40)]
        lines = engine.failure_text("\n".join(["x.cc:1:1: runtime error: y", *frames])).splitlines()
        self.assertEqual(len(lines), 13)
        self.assertEqual(lines[1], f"    #0 {'f' * 80}... codecs/x.cc:0:1")

    def test_undefined_behaviour(self):
        log = "INFO\na.cc:3:4: runtime error: shift exponent 32\n    #0 f\n"
        self.assertTrue(engine.failure_text(log).startswith("a.cc:3:4: runtime error"))

    def test_nothing_known_gives_the_end_of_the_log(self):
        self.assertEqual(engine.failure_text("one\ntwo\n"), "one\ntwo")


if __name__ == "__main__":
    unittest.main()
