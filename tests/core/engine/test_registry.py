"""A rule, a policy, a search or a game is one file, found by listing a folder."""

import subprocess
import sys

import pytest

ADDED = {
    "selection": (
        "from mcsearch.selection.uct import Uct\n"
        "class Mine(Uct):\n"
        "    name = 'mine'\n"
        "    title = 'mine'\n",
        "Recipe('tictactoe', parameters={'selection': 'mine', 'iterations': 50})",
    ),
    "playout": (
        "from mcsearch.playout.random import Random\n"
        "class Mine(Random):\n"
        "    name = 'mine'\n"
        "    title = 'mine'\n",
        "Recipe('tictactoe', parameters={'policy': 'mine', 'iterations': 50})",
    ),
    "searches": (
        "from mcsearch.searches.spmcts import SpMcts\n"
        "class Mine(SpMcts):\n"
        "    name = 'mine'\n"
        "    title = 'mine'\n",
        "Recipe('samegame', '5x5x3:1', 'mine', {'iterations': 50})",
    ),
    "games": (
        "import dataclasses\n"
        "from mcsearch.games import tictactoe\n"
        "GAME = dataclasses.replace(tictactoe.GAME, name='mine', title='mine')\n",
        "Recipe('mine', parameters={'iterations': 50})",
    ),
}


@pytest.mark.parametrize("room", ADDED)
def test_a_file_in_a_folder_of_the_rooms_path_is_all_that_an_addition_needs(room, tmp_path):
    source, recipe = ADDED[room]
    (tmp_path / "mine.py").write_text(source)
    registry = {
        "selection": "RULES",
        "playout": "POLICIES",
        "searches": "SEARCHES",
        "games": "GAMES",
    }[room]
    code = (
        f"from mcsearch import Recipe, {room}\n"
        f"{room}.__path__.append({str(tmp_path)!r})\n"
        f"{room}.{registry}.load()\n"
        f"search = {recipe}.build()\n"
        "print(search.run())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "50\n", done.stderr
