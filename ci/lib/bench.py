"""Runs touchstone_bench and makes tables of its results: figures, ratios, and what moved."""

import argparse
import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass

# What our rows are measured by; everything else in a block is ours.
YARDSTICKS = ("scalar", "reference", "vInts", "per-value loop", "loop of get")
LIMIT = "limit"
QUICK = ["--seconds", "0.002", "--repetitions", "3"]
GIGA = 1e9


@dataclass
class Figure:
    """One row: values per second in each repetition."""

    rates: list

    @property
    def median(self):
        return statistics.median(self.rates)

    @property
    def spread(self):
        """Half the distance between the quartiles, as a part of the median."""
        low, high = self.middle()
        return (high - low) / 2 / self.median

    def middle(self):
        """Where the middle half of the repetitions lies: a burst of somebody else's is outside."""
        low, _, high = statistics.quantiles(self.rates, n=4, method="inclusive")
        return low, high

    def apart(self, other):
        """Whether the middle halves of the two have nothing in common."""
        (low, high), (other_low, other_high) = self.middle(), other.middle()
        return low > other_high or high < other_low


class Results:
    """A results file of Google Benchmark."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        self.context = data["context"]
        self.figures = {}
        rows = [row for row in data["benchmarks"] if row["run_type"] == "iteration"]
        for row in sorted(rows, key=lambda row: row["family_index"]):  # they ran in random order
            name = row["run_name"]
            self.figures.setdefault(name, Figure([])).rates.append(row["items_per_second"] / GIGA)

    def peers(self):
        return self.context["peers"].split()

    def blocks(self):
        """{block: {row: {column: Figure}}}, from names like TABLE/BLOCK/COLUMN/ROW."""
        blocks = {}
        for name, figure in self.figures.items():
            block, column, row = name.rsplit("/", 2)
            blocks.setdefault(block, {}).setdefault(row, {})[column] = figure
        return blocks


def _lines(title, rows):
    """Aligned text: `rows` are (label, cells), the first of them the heads of the columns."""
    label = max(len(title), *(len(name) for name, _ in rows))
    widths = [max(len(cells[i]) for _, cells in rows) for i in range(len(rows[0][1]))]
    for name, cells in rows:
        text = "   ".join(cell.rjust(width) for cell, width in zip(cells, widths))
        yield f"{name:<{label}}   {text}".rstrip()


def _speeds(title, rows, columns):
    table = [(title, columns)]
    for row, figures in rows.items():
        cells = [figures.get(column) for column in columns]
        table.append((
            "  " + row,
            [f"{f.median:.3g} ±{f.spread * 100:2.0f}%" if f else "-" for f in cells],
        ))
    return _lines(title, table)


def _ratios(rows, columns, peers):
    """Ours over each yardstick, several numbers a cell."""
    sticks = [row for row in (*YARDSTICKS, *peers, LIMIT) if row in rows]
    ours = [row for row in rows if row not in (*YARDSTICKS, *peers, LIMIT)]
    if not sticks or not ours:
        return
    table = [("  over " + ", ".join(sticks), [""] * len(columns))]
    for row in ours:
        cells = []
        for column in columns:
            mine = rows[row].get(column)
            theirs = [rows[stick].get(column) for stick in sticks]
            cells.append(" ".join(
                f"{mine.median / other.median:5.2f}" if mine and other else "    -"
                for other in theirs
            ))
        table.append(("  " + row, cells))
    yield from _lines("", table)


def render(results):
    """Everything in a results file as text."""
    context = results.context
    yield f"{context['cpu']}, {context['date']}, {context['compiler']}, {context['flags']}"
    yield f"sources {context['digest'][:12]}, load {context['load_avg'][0]:.1f} on {context['num_cpus']} cores"
    for peer in context["peers_absent"].split():
        yield f"NOT TIMED: {peer}, which is not installed"
    yield "G values/s, median of the repetitions, ± half of the distance between their quartiles"
    for block, rows in results.blocks().items():
        columns = list(dict.fromkeys(column for figures in rows.values() for column in figures))
        yield ""
        yield from _speeds(block, rows, columns)
        yield from _ratios(rows, columns, results.peers())


def compare(new, old):
    """What moved between two runs further than both of them spread."""
    yield ""
    for key in ("cpu", "compiler", "flags"):
        if new.context[key] != old.context[key]:
            yield f"beware, another {key}: {old.context[key]} then, {new.context[key]} now"
    both = [name for name in new.figures if name in old.figures]
    moved = [name for name in both if new.figures[name].apart(old.figures[name])]
    yield f"{len(moved)} of {len(both)} rows moved beyond the spread since {old.context['date']}"
    for name in moved:
        was, now = old.figures[name].median, new.figures[name].median
        yield f"  {now / was:5.2f} x  {name}: {was:.3g} -> {now:.3g}"
    for what, names in (
        ("only now", [n for n in new.figures if n not in old.figures]),
        ("only then", [n for n in old.figures if n not in new.figures]),
    ):
        if names:
            yield f"{what}: {len(names)} rows, e.g. {names[0]}"


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bench", required=True, help="the binary")
    parser.add_argument("--out", required=True, help="results, as JSON")
    parser.add_argument("--compare", help="results of another run")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--table", default="")
    parser.add_argument("--filter", default="")
    parser.add_argument("--seconds", default="")
    parser.add_argument("--stamps", default="")
    return parser.parse_args()


def _command(settings):
    command = [settings.bench, "--out", settings.out]
    command += QUICK if settings.quick else []
    for name in ("table", "filter", "stamps"):
        if value := getattr(settings, name):
            command += [f"--{name}", value]
    if settings.seconds and not settings.quick:
        command += ["--seconds", settings.seconds]
    return command


def main():
    """Returns the exit status; the binary's own when it refuses."""
    settings = _arguments()
    old = None
    if settings.compare:
        try:
            old = Results(settings.compare)
        except (OSError, ValueError, KeyError, TypeError) as error:
            print(f"error: --compare {settings.compare}: not results of ci/bench: {error!r}", file=sys.stderr)
            return 2
    status = subprocess.run(_command(settings), check=False).returncode
    if status:
        return status if status > 0 else 128 - status
    new = Results(settings.out)
    print("\n".join(render(new)))
    if settings.quick:
        print("\nA quick run: good for a look, not for quoting.")
    if old:
        print("\n".join(compare(new, old)))
    print(f"\nresults: {os.path.relpath(settings.out)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
