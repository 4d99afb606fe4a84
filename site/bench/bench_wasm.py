"""How fast the wasm build is beside the native one: `python site bench [--wheel FILE]`.

Both builds do every workload of `mcsearch bench` in turn, natively and in Node.js, in slices of
50 ms as on the page, after a run that warms up.  Printed are the medians, and the median of the
ratios of neighbouring measurements: other programs slow both builds down, hence the turns.
"""

import argparse
import statistics
import subprocess
import sys
from pathlib import Path

from build import build_wheel, packages, parts
from mcsearch.cli import bench

HERE = Path(__file__).resolve().parent
TURNS = HERE / "bench_turns.py"
REPEATS = 5


class Build:
    """A process that measures one build whenever it is asked to."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=HERE
        )

    def measure(self, workload: str) -> float:
        """One measurement of a workload of `mcsearch bench`, in its unit."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(workload, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"error: {workload}: {self.command[0]} has ended")
        return float(answer)

    def end(self) -> None:
        """Let the process end."""
        self.process.communicate("\n")


def node_command(wheel: Path) -> list[str]:
    """The command that runs `TURNS` with a wheel in Node.js."""
    locked, cache = parts.load(), build_wheel.BUILD / "parts"
    pyodide = packages.extract_pyodide(parts.fetch(locked["pyodide"], cache), build_wheel.BUILD)
    numpy, _ = parts.fetch_numpy(locked, cache, False)
    paths = [packages.HERE / "run_in_node.mjs", pyodide, TURNS, numpy, wheel]
    return ["node", *map(str, paths)]


def rates(only: list[str]) -> list[bench.Workload]:
    """The workloads that are measured by their speed, all or those named."""
    workloads = [workload for workload in bench.workloads() if workload.unit.endswith("/s")]
    known = [workload.name for workload in workloads]
    if unknown := [name for name in only if name not in known]:
        sys.exit(f"error: no workload {', '.join(unknown)}; there are {', '.join(known)}")
    return [workload for workload in workloads if workload.name in (only or known)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", type=Path, help="a wasm wheel built before")
    parser.add_argument("--repeats", type=int, default=REPEATS, help="of each workload")
    parser.add_argument("--only", nargs="+", default=[], help="names of workloads; default: all")
    arguments = parser.parse_args()
    workloads = rates(arguments.only)
    wheel = (arguments.wheel or build_wheel.build_wheel()).resolve()
    native, wasm = Build([sys.executable, str(TURNS)]), Build(node_command(wheel))
    print(f"{'workload':<18}{'native':>12}{'wasm':>12}{'ratio':>8}  unit")
    for workload in workloads:
        pairs = [
            (native.measure(workload.name), wasm.measure(workload.name))
            for _ in range(1 + arguments.repeats)
        ][1:]
        natives, wasms = (statistics.median(values) for values in zip(*pairs, strict=True))
        ratio = statistics.median(second / first for first, second in pairs)
        print(
            f"{workload.name:<18}{natives:>12,.0f}{wasms:>12,.0f}{ratio:>8.2f}  {workload.unit}",
            flush=True,
        )
    native.end()
    wasm.end()
