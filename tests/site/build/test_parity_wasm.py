"""The wasm build, run by Node.js, gives the very results of the native build."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from recipe_results import result

from mcsearch import Recipe
from mcsearch.presets import PRESETS
from mcsearch.selection import RULES

ROOT = Path(__file__).resolve().parents[3]

ONE_PLAYER = [n for n, rule in RULES.items() if rule.num_players == 1 and rule.is_offered]
TWO_PLAYERS = [n for n, rule in RULES.items() if rule.num_players == 2 and rule.is_offered]
POLICIES = next(p.choices for p in Recipe("samegame").declarations if p.name == "policy")


def cases() -> dict[str, tuple[str, int]]:
    """Recipes (JSON) and iterations by name: each preset, selection rule and playout policy."""
    named = {f"preset {name}": (preset.recipe, 1500) for name, preset in PRESETS.items()}
    for rule in ONE_PLAYER:
        recipe = Recipe("samegame", "15x15x5:3", "spmcts", {"selection": rule}, seed=11)
        named[f"spmcts {rule}"] = (recipe, 2000)
    for policy in POLICIES:
        recipe = Recipe("samegame", "10x12x4:8", "spmcts", {"policy": policy}, seed=12)
        named[f"spmcts {policy}"] = (recipe, 1000)
        recipe = Recipe("samegame", "6x6x4:9", "nmcs", {"policy": policy, "level": 1}, seed=13)
        named[f"nmcs {policy}"] = (recipe, 500)
    for rule in TWO_PLAYERS:
        for position in ("", "xx. / oo. / ..."):
            recipe = Recipe("tictactoe", position, "uct", {"selection": rule}, seed=14)
            named[f"uct {rule} {position or 'start'}"] = (recipe, 5000)
    values = {"selection": "puct", "root_noise": 0.25, "noise_shape": 0.1, "final_move": "drawn"}
    named["uct with noise"] = (Recipe("connect4", "", "uct", values, seed=15), 3000)
    return {name: (recipe.to_json(), count) for name, (recipe, count) in named.items()}


CASES = cases()


@pytest.fixture(scope="module")
def in_node(node_parts: dict[str, str], wasm_wheel: Path) -> Callable[..., Any]:
    """Runs a Python script with the wasm wheel in Node.js; returns what it prints, from JSON."""

    def run(script: Path, argument: object = None) -> Any:
        command = ["node", str(ROOT / "site" / "build" / "run_in_node.mjs"), node_parts["pyodide"]]
        command += [str(script), node_parts["numpy"], str(wasm_wheel)]
        done = subprocess.run(
            command,
            input=json.dumps(argument),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture(scope="module")
def wasm_results(in_node: Callable[..., Any]) -> dict[str, object]:
    """One run of Node.js for all cases."""
    answer = in_node(Path(__file__).with_name("recipe_results.py"), list(CASES.values()))
    assert answer["compiled"] is True
    return dict(zip(CASES, answer["results"], strict=True))


@pytest.mark.parametrize("name", CASES)
def test_same_results(name: str, wasm_results: dict[str, object]) -> None:
    native = json.loads(json.dumps(result(*CASES[name])))
    assert wasm_results[name] == native


def test_the_goldens_are_repeated(in_node: Callable[..., Any]) -> None:
    stored = json.loads((ROOT / "tests" / "data" / "goldens.json").read_text(encoding="utf-8"))
    assert in_node(ROOT / "tests" / "core" / "goldens.py") == stored
