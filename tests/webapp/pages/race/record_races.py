"""Write the races that the page shows before a visitor has run one, from a database.

mcsearch race ... --database results.sqlite    (the command that the page shows)
python tests/webapp/pages/race/record_races.py results.sqlite four-searches solver
"""

from __future__ import annotations

import json
import sys
from typing import Any

from explorer.pages.race.earlier import FOLDER
from explorer.pages.race.races import RACES
from mcsearch.runs.export import again
from mcsearch.runs.race import BoardRace, MatchRace
from mcsearch.runs.store import Store


def boards(race: BoardRace, store: Store) -> dict[str, Any]:
    """Every run: when it found a new best; of the last round, which is shown, its sequence too."""
    rows, finished = [], ""
    last = len(race.seeds) - 1
    for entrant, board, number in race.places():
        recipe = race.recipe(entrant, board, number)
        run = store.find(recipe)
        assert run is not None, "the race is not over"
        course = store.find_course(recipe.to_json()) or again(recipe, run.score, sys.exit)
        finished = max(finished, run.finished)
        rows.append(
            {
                "entrant": entrant,
                "board": board,
                "round": number,
                "iterations": run.iterations,
                "seconds": round(run.seconds, 4),
                "improvements": course,
                "sequence": run.sequence if number == last else [],
            }
        )
    return {"finished": finished, "build": run.build, "commit": run.commit_id, "runs": rows}


def match(race: MatchRace, store: Store) -> dict[str, Any]:
    """Every game: its moves after the opening, and what the searches expected, in percent."""
    openings, games = [], []
    stored = {row["fixture"]: row for row in store.rows("games")}
    rows = []
    while not race.is_over:
        pair = race.fixtures(len(openings))
        openings.append(list(pair[0].opening))
        for fixture in pair:
            key = fixture.to_json()
            row = stored[key]
            race.add(key, row["returns"])
            rows.append(row)
            games.append(
                {
                    "actions": json.loads(row["actions"])[len(fixture.opening) :],
                    "percents": [round(100 * value) for value in json.loads(row["expected"])],
                    "returns": row["returns"],
                    "iterations": json.loads(row["iterations"]),
                }
            )
    return {
        "finished": max(row["finished"] for row in rows),
        "build": rows[0]["build"],
        "commit": rows[0]["commit_id"],
        "openings": openings,
        "games": games,
    }


def main() -> None:
    database, *names = sys.argv[1:]
    with Store(database, create=False) as store:
        for name in names:
            race = RACES[name].setup.race()
            found = boards(race, store) if isinstance(race, BoardRace) else match(race, store)
            text = json.dumps(found, separators=(",", ":"))
            (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
            print(f"{name}: {len(text):,} bytes")


if __name__ == "__main__":
    main()
