import json

from mcsearch import Recipe
from mcsearch.cli.main import main
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
