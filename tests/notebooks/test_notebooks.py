"""Every notebook runs from top to bottom, and every experiment file describes runs."""

import functools
import os
import shutil
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from mcsearch.runs import experiment, matches

ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
TABLES = sorted((ROOT / "notebooks" / "experiments").glob("*.toml"))
EXPERIMENTS = [file for file in TABLES if not matches.is_table(str(file))]
NUM_BOARDS = {
    **{"table1": 250, "table2": 250, "table3": 250},
    **{"standard_hp_folding": 8, "standard_weak_schur": 1, "standard_morpion": 4},
}

experiment_of = functools.cache(experiment.load)  # the boards of a table take a second to read
UNPUBLISHED = {"standard_weak_schur": 7}  # recipes of which no score is known in the same time


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the notebooks, so that running them changes nothing."""
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks")
    (tmp_path / "tests" / "data").mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "data" / "samegame20.txt", tmp_path / "tests" / "data")
    monkeypatch.setenv("SCALING_ITERATIONS", "2000")
    monkeypatch.setenv("RACE_ITERATIONS", "60")
    monkeypatch.setenv("RACE_PAIRS", "10")
    # the kernel starts in another folder
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(os.path.abspath(p) for p in paths if p))
    return tmp_path / "notebooks"


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_from_top_to_bottom(folder, file):
    notebook = nbformat.read(folder / file.name, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs for cell in cells), "outputs are not kept in the file"
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources).execute()
    mimes = {
        mime
        for cell in cells
        for output in cell.outputs
        for mime in output.get("data", {"text/plain": ""})
    }
    assert "application/javascript" in mimes, "it shows no plot"
    if "explorer.show(" in "".join(cell.source for cell in cells):
        pages = [o.data.get("text/html", "") for c in cells for o in c.outputs if "data" in o]
        assert any("srcdoc=" in page for page in pages), "without a kernel it shows nothing"


def test_the_notebooks_are_numbered():
    numbers = [file.stem[:2] for file in NOTEBOOKS]
    assert numbers == [f"{number:02}" for number in range(1, 15)]


@pytest.mark.parametrize("file", EXPERIMENTS, ids=lambda file: file.stem)
def test_an_experiment_file_describes_runs_and_published_scores(file):
    plan = experiment_of(str(file))
    assert set(plan.columns) <= set(plan.labels)
    assert len(plan.labels) - len(plan.columns) == UNPUBLISHED.get(file.stem, 0)
    assert plan.origin
    for label in plan.columns:
        assert set(plan.boards) <= set(plan.scores[plan.columns[label]])
    assert len(plan.boards) == NUM_BOARDS.get(file.stem, 20)


# the report's own sums
@pytest.mark.parametrize(
    ("table", "label", "total"),
    [
        ("table1", "formula (1), deviation", 548_253),
        ("table1", "formula (2), top score", 546_063),
        ("table1", "formula (6), scaled", 574_212),
        ("table2", "random", 351_681),
        ("table2", "tabu-random", 528_816),
        ("table3", "selectivity", 611_263),
        ("table3", "heuristic", 547_749),
    ],
)
def test_the_published_scores_have_the_reports_totals(table, label, total):
    plan = experiment_of(str(ROOT / "notebooks" / "experiments" / f"{table}.toml"))
    assert sum(plan.scores[plan.columns[label]].values()) == total
