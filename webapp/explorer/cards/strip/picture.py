"""The strip as it is drawn (strip.js): boards with captions."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.cards.strip.frame import StripFrame, Thumbnail
from explorer.look.boards import BoardTable, shown_board
from explorer.look.plain import PlainCells, plain_cells


@dataclass(frozen=True, slots=True, eq=False)
class StripBoard(PlainCells):
    """One small board."""

    played: tuple[int, ...]  # cells of tiles and a person's cells: those played next
    next: int  # stones: where the next one is put, -1: none
    name: str  # "move 14"
    value: str  # its score so far, or the action played next; may be ""
    current: bool


@dataclass(frozen=True, slots=True, eq=False)
class StripPicture:
    """Some boards of a line; null where an unrolling playout has not come yet."""

    title: str
    phase: int  # whose colour the strip has; 0: the best sequence's
    slots: int  # places for boards
    table: BoardTable | None  # null without a board
    boards: tuple[StripBoard | None, ...]
    cut: tuple[int, str] | None  # a changed sequence's: boards before it, what comes of it


@dataclass(frozen=True, slots=True, eq=False)
class ShownStrip:
    """The strip on the page, which may have none to show."""

    strip: StripPicture | None


def strip_picture(strip: StripFrame, slots: int) -> StripPicture:
    """The strip; it has places for so many boards."""
    boards = tuple(None if each is None else strip_board(each) for each in strip.thumbnails)
    some = next((each for each in strip.thumbnails if each is not None), None)
    table = None
    if some is not None:
        table = BoardTable(
            board=shown_board(some.board),
            drops=some.board.drops,
            labels=(),
            search_player=strip.search_player,
            joined="",
        )
    return StripPicture(
        title=strip.title,
        phase=strip.phase,
        slots=slots,
        table=table,
        boards=boards,
        cut=strip.cut,
    )


def strip_board(each: Thumbnail) -> StripBoard:
    """A board with its caption."""
    return StripBoard(
        **plain_cells(each.cells, each.values, each.svg),
        played=each.played,
        next=each.cell,
        name=each.name,
        value=each.value,
        current=each.current,
    )
