"""What is sent of the lanes, whichever kind a search has."""

from __future__ import annotations

from explorer.cards.lanes.nested_frame import NestedFrame
from explorer.cards.lanes.nested_view import NestedLanes, nested_lanes
from explorer.cards.lanes.nrpa_frame import NrpaFrame
from explorer.cards.lanes.nrpa_view import NrpaLanes, nrpa_lanes


def lanes_of(nested: NestedFrame | None, nrpa: NrpaFrame | None) -> NestedLanes | NrpaLanes | None:
    """None for a search without levels."""
    if nrpa is not None:
        return nrpa_lanes(nrpa)
    return None if nested is None else nested_lanes(nested)
