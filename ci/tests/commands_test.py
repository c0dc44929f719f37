"""What the commands under ci/ refuse, how they say it, and with which status.

Only the class NeedsBuild builds anything: what the rest refuses, it refuses before that.
"""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def run(*command, cwd=ROOT):
    """Status and both outputs of a command under ci/."""
    script = str(ROOT / "ci" / command[0])
    done = subprocess.run(
        [script, *command[1:]], cwd=cwd, capture_output=True, text=True, timeout=900, check=False
    )
    return done.returncode, done.stdout + done.stderr


class Refusals(unittest.TestCase):
    def refuses(self, words, *command, status=2):
        got, out = run(*command)
        self.assertEqual(got, status, out)
        self.assertIn(words, out)

    def test_seconds_must_be_a_positive_whole_number(self):
        for bad in ("0", "-1", "1.5", "ten", "", "1e3", "99999999999"):
            with self.subTest(bad):
                self.refuses("not a whole number of seconds", "fuzz", "--seconds", bad)

    def test_jobs_must_be_a_positive_whole_number(self):
        self.refuses("--jobs 0: not a whole number", "fuzz", "--jobs", "0")

    def test_an_option_without_its_value(self):
        self.refuses("--seconds wants a value", "fuzz", "--seconds")
        self.refuses("--preset wants a value", "test", "--preset")

    def test_unknown_options_list_what_there_is(self):
        self.refuses("there are --seconds", "fuzz", "--second", "1")
        self.refuses("there are --preset", "test", "--fast")
        self.refuses("there are --contract", "reproduce", "--all")
        self.refuses("there are --cross", "setup", "--everything")

    def test_unknown_preset_lists_what_there_is(self):
        self.refuses("there are: release debug", "test", "--preset", "fast")

    def test_reproduce_wants_one_file_that_exists(self):
        self.refuses("which FILE?", "reproduce")
        self.refuses("no such file", "reproduce", "crashes/no_contract/no-file")
        self.refuses("not a file that can be read", "reproduce", "ci")
        self.refuses("one FILE at a time", "reproduce", "a", "b")

    def test_help_teaches_and_builds_nothing(self):
        for command in ("setup", "test", "fuzz", "reproduce"):
            with self.subTest(command):
                status, out = run(command, "--help", cwd="/")
                self.assertEqual(status, 0)
                self.assertIn(f"ci/{command}", out)
                self.assertNotIn("#help", out)


@unittest.skipUnless(shutil.which("clang++-19"), "fuzzers need clang 19")
class NeedsBuild(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="commands-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def test_fuzz_lists_the_contracts_for_an_unknown_one(self):
        status, out = run("fuzz", "no_such_contract")
        self.assertEqual(status, 2, out)
        self.assertIn("error: no contract named 'no_such_contract'; there are:\n  ", out)

    def test_reproduce_lists_the_contracts_for_an_unknown_one(self):
        file = self.folder / "some-case"
        file.write_bytes(b"\x01")
        status, out = run("reproduce", str(file), "--contract", "no_such_contract")
        self.assertEqual(status, 2, out)
        self.assertIn("no contract named 'no_such_contract'; there are: ", out)

    def test_reproduce_asks_for_the_contract_that_a_path_does_not_tell(self):
        file = self.folder / "some-case"
        file.write_bytes(b"\x01")
        status, out = run("reproduce", str(file))
        self.assertEqual(status, 2, out)
        self.assertIn("say --contract NAME", out)


if __name__ == "__main__":
    unittest.main()
