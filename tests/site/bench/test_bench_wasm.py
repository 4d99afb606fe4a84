"""`make bench-wasm` measures both builds."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, str(ROOT / "site"), "bench"]


def test_both_builds_are_measured_and_compared(wasm_wheel: Path) -> None:
    arguments = ["--wheel", str(wasm_wheel), "--repeats", "1", "--only", "tictactoe-uct"]
    done = subprocess.run(COMMAND + arguments, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (row,) = [line for line in done.stdout.splitlines() if line.startswith("tictactoe-uct")]
    native, wasm, ratio = (float(n.replace(",", "")) for n in re.findall(r"\s([\d,.]+)", row))
    assert native > 10_000
    assert wasm > 10_000
    assert abs(ratio - wasm / native) < 0.01


def test_an_unknown_workload_is_told() -> None:
    done = subprocess.run([*COMMAND, "--only", "go"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "no workload go; there are samegame-spmcts," in done.stderr
