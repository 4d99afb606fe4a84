"""The types of what Python sends to the scripts, written for their checker: contract.d.ts."""

from __future__ import annotations

from pathlib import Path

from explorer.cards.board.picture import BoardPicture
from explorer.cards.editor.frame import EditedBoard, EditorNote
from explorer.cards.lanes.nested_view import NestedLanes
from explorer.cards.lanes.nrpa_view import NrpaLanes
from explorer.cards.strip.picture import ShownStrip
from explorer.cards.tree.frame import TreeFrame
from explorer.pages.check.frame import CheckOpened, CheckReport
from explorer.pages.check.trees import CheckTrees
from explorer.pages.explore.own_code import CodeAnswer
from explorer.pages.explore.recipe import ExploreCard
from explorer.pages.explore.status import ExploreStatus
from explorer.pages.learn.checker import LearnChecked
from explorer.pages.learn.lesson import LearnLesson
from explorer.pages.learn.status import LearnStatus
from explorer.pages.learn.trying import LearnTrying
from explorer.pages.play.frame import PlayPosition, PlaySaid
from explorer.pages.play.players import PlayPlayers
from explorer.pages.play.words import PlayStatus
from explorer.pages.race.board_frame import RaceBoards, RaceSequences, RaceThumbnails
from explorer.pages.race.chart_frame import RaceChart, RaceCurves
from explorer.pages.race.database_frame import RaceDatabase
from explorer.pages.race.form import RaceForm
from explorer.pages.race.match_pictures import RaceGames, RaceMatch
from explorer.pages.race.status import RaceStatus
from explorer.pages.race.table_frame import RaceProgress
from explorer.pages.race.target_frame import RaceResults
from explorer.pages.results.frame import ResultsStored
from explorer.schema.declare import declared
from explorer.session.browser import FileAnswer, QueryAnswer, RefusedAnswer
from explorer.session.exchange import ImportedAnswer, LookAnswer

TYPES = Path(__file__).with_suffix(".d.ts")
_SENT = (
    *(TreeFrame, BoardPicture, ShownStrip, NestedLanes, NrpaLanes),
    *(ExploreCard, ExploreStatus),
    *(CheckReport, CheckOpened, CheckTrees),
    *(LearnLesson, LearnChecked, LearnTrying, LearnStatus),
    *(RaceForm, RaceCurves, RaceChart, RaceProgress, RaceResults),
    *(RaceBoards, RaceSequences, RaceThumbnails),
    *(RaceMatch, RaceGames, RaceDatabase, RaceStatus),
    *(PlayPlayers, PlayPosition, PlaySaid, PlayStatus),
    *(RefusedAnswer, FileAnswer, QueryAnswer, LookAnswer, ImportedAnswer),
    ResultsStored,
    *(EditedBoard, EditorNote, CodeAnswer),
)
_HEAD = """\
// What Python sends, written by contract.py of its dataclasses: change those, then run
// `python -m explorer.shell.contract`. Counts, indexes and pixels are numbers; null: unknown.

"""


def script() -> str:
    """The text of `contract.d.ts`."""
    return _HEAD + declared(_SENT)


if __name__ == "__main__":
    TYPES.write_text(script(), encoding="utf-8")
