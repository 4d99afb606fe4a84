import json

from mcsearch import COMPILED
from mcsearch.cli.main import main


def test_bench_measures_every_workload(capsys):
    assert main(["bench", "--repeats", "1", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    rates = {"samegame-spmcts", "samegame-nmcs1"}
    rates |= {"connect4-uct", "yavalath-uct", "nogo-uct", "breakthrough-uct", "tictactoe-uct"}
    rates |= {"atarigo-uct", "domineering-uct", "hex-uct", "othello-uct", "2048-uct"}
    assert set(rows) == rates | {"bytes-per-node"}
    for name in rates:
        assert rows[name]["value"] > 1000
        assert rows[name]["unit"].endswith("/s")
        assert rows[name]["compiled"] is COMPILED
    assert 48 <= rows["bytes-per-node"]["value"] <= 56
