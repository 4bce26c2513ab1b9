"""Shared by the tests of pictures and pages: running layoutq, counting checks, skipping a test."""

import csv
import io
import pathlib
import shutil
import subprocess
import sys

SKIPPED = 77  # the exit code that ctest takes for a skipped test
PICTURES = pathlib.Path(__file__).resolve().parent.parent / "pictures"
EXAMPLE = ["--spt", "1,4", "--tpw", "8,4", "--wpc", "2,1"]


def need(*programs: str) -> None:
    """Skips the test if one of the programs, or PIL, is missing."""
    missing = [program for program in programs if shutil.which(program) is None]
    try:
        import PIL.Image  # noqa: F401
    except ImportError:
        missing.append("PIL (python3-pil)")
    if missing:
        print(f"skipped: missing {', '.join(missing)}")
        sys.exit(SKIPPED)


class Layoutq:
    """The program under test."""

    def __init__(self, binary: str):
        self.binary = str(pathlib.Path(binary).resolve())

    def run(self, *arguments: str) -> str:
        return subprocess.run([self.binary, *arguments], check=True, text=True,
                              stdout=subprocess.PIPE).stdout

    def rows(self, *arguments: str) -> list[dict[str, int]]:
        """Returns the rows of an answer, with numbers as int."""
        table = csv.DictReader(io.StringIO(self.run(*arguments, "--csv")))
        return [{name: int(value) for name, value in row.items()} for row in table]


class Checks:
    """Counts checks and prints those that fail."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def equal(self, what: str, found, expected) -> None:
        self.that(f"{what}: {found!r}, expected {expected!r}", found == expected)

    def that(self, what: str, holds: bool) -> None:
        if holds:
            self.passed += 1
            return
        self.failed += 1
        if self.failed <= 20:
            print(f"FAILED: {what}")

    def end(self) -> None:
        print(f"{self.passed} checks passed, {self.failed} failed")
        sys.exit(0 if self.passed > 0 and self.failed == 0 else 1)
