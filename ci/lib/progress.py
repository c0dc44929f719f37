"""What a person sees: live lines while it runs, a table at its end."""

import shutil
import sys
import time

import folders

PLAIN_EVERY = 10  # seconds between lines where nobody watches a terminal
REDRAW_EVERY = 0.5


def _number(value, estimated=False):
    return ("~" if estimated else "") + f"{value:,}"


def status_line(contract, now, width):
    """One contract in one line."""
    name = f"{contract.name:<{width}}"
    if contract.state == "waiting":
        return f"{name}  waiting for a core"
    readings = [worker.reading for worker in contract.workers]
    counts = [reading.runs_now(now) for reading in readings]
    runs = _number(sum(count for count, _ in counts), any(guess for _, guess in counts))
    line = (
        f"{name}  {runs:>13} exec {sum(r.rate for r in readings):>8,}/s"
        f"  cov {max(r.cov for r in readings)} ft {max(r.features for r in readings)}"
        f"  corpus {max(r.corpus for r in readings)}"
    )
    if contract.state != "fuzzing":
        return f"{line}  {contract.state}{', FAILED' if contract.failures else ''}"
    cores = f" on {len(contract.running)} cores" if len(contract.running) > 1 else ""
    return f"{line}  {contract.left(now):.0f} s left{cores}"


class Display:
    """Redraws a block of lines on a terminal; elsewhere prints lines now and then."""

    def __init__(self, out=sys.stdout):
        self._out = out
        self._terminal = out.isatty()
        self._drawn = 0
        self._next = 0.0

    def say(self, text):
        """Prints text that stays, above the live lines."""
        self._wipe()
        self._out.write(text + "\n")
        self._out.flush()
        self._next = 0.0 if self._terminal else self._next

    def update(self, contracts, last=False):
        """Shows where every contract is, when it is time to."""
        now = time.monotonic()
        if now < self._next and not last:
            return
        width = max(len(contract.name) for contract in contracts)
        if self._terminal:
            self._next = now + REDRAW_EVERY
            columns = shutil.get_terminal_size().columns
            lines = [status_line(c, now, width)[: columns - 1] for c in contracts]
            self._wipe()
            self._out.write("".join(line + "\n" for line in lines))
            self._drawn = len(lines)
        elif not last:
            first, self._next = self._next == 0.0, now + PLAIN_EVERY
            for contract in contracts:
                if not first and contract.state not in ("waiting", "done"):
                    self._out.write(status_line(contract, now, width) + "\n")
        self._out.flush()

    def _wipe(self):
        if self._drawn:
            self._out.write(f"\x1b[{self._drawn}F\x1b[J")
            self._drawn = 0


def table(contracts):
    """The closing table and the accounting of every contract, as text."""
    rows = [("contract", "result", "executions", "exec/s", "cov", "features", "corpus", "crashes")]
    for contract in contracts:
        readings = [worker.reading for worker in contract.workers]
        runs = sum(reading.runs for reading in readings)
        spent = max(worker.spent for worker in contract.workers)
        crashes = sum(1 for failure in contract.failures if failure.file)
        rows.append((
            contract.name,
            result(contract),
            f"{runs:,}",
            f"{int(runs / max(spent, 0.1)):,}",
            str(max((r.cov for r in readings), default=0)),
            str(max((r.features for r in readings), default=0)),
            str(folders.count(folders.WORKING / contract.name)),
            str(crashes),
        ))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [f"{cell:{'<' if i < 2 else '>'}{widths[i]}}" for i, cell in enumerate(row)]
        lines.append("  ".join(cells).rstrip())
    lines.append("")
    for contract in contracts:
        lines += accounting(contract)
    return "\n".join(lines)


def result(contract):
    """One word for the table."""
    if any(failure.file for failure in contract.failures):
        return "CRASH"
    return "ERROR" if contract.failures else "ok"


def accounting(contract):
    """Which tiers were checked, which classes nobody reached, what went wrong without a crash."""
    readings = [w.reading for w in contract.workers if w.reading.tiers]
    lines = [f"{contract.name}: {text}" for text in dict.fromkeys(r.tiers for r in readings)]
    unreached = readings[0].unreached if readings else []
    unreached = [name for name in unreached if all(name in r.unreached for r in readings)]
    if unreached:
        lines.append(f"{contract.name}: not reached in this run: {'; '.join(unreached)}")
    for failure in contract.failures:
        where = f"; ci/reproduce {failure.best()}" if failure.file else ""
        lines.append(f"{contract.name}: FAILED: {failure.what}{where}")
    return lines
