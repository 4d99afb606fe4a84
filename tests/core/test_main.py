import json

import pytest

from mcsearch import Recipe
from mcsearch.__main__ import main
from mcsearch.presets import PRESETS


def test_presets_are_listed_with_their_recipes(capsys):
    assert main(["presets"]) == 0
    text = capsys.readouterr().out
    assert main(["presets", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in rows] == list(PRESETS)
    for row in rows:
        assert f"{row['name']}: {row['title']}" in text
        assert Recipe.from_dict(row["recipe"]) == PRESETS[row["name"]].recipe


def test_a_trace_is_written_and_replayed(capsys, tmp_path):
    file = tmp_path / "trace.jsonl"
    flags = ["--preset", "nmcs", "--iterations", "30", "--json", "--trace", str(file)]
    assert main(["solve", *flags]) == 0
    result = json.loads(capsys.readouterr().out)
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().out == (
        f"120 phases, 30 iterations, repeated to the last bit; best score {result['score']}\n"
    )


def test_a_changed_trace_is_refused_with_its_line(capsys, tmp_path):
    file = tmp_path / "trace.jsonl"
    main(["solve", "--preset", "nmcs", "--iterations", "3", "--trace", str(file)])
    file.write_text(file.read_text().replace('"iteration": 2', '"iteration": 7', 1))
    assert main(["replay", str(file)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("mcsearch replay: error: trace line 6: iteration 2, selection: ")
    assert error.count("\n") == 1


@pytest.mark.parametrize("command", [["replay"], ["solve", "--trace"]])
def test_a_file_out_of_reach_is_named(capsys, tmp_path, command):
    file = str(tmp_path / "no folder" / "trace.jsonl")
    assert main([*command, file]) == 2
    assert file in capsys.readouterr().err
