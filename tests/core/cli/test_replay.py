import json

import pytest

from mcsearch.cli.main import main


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
