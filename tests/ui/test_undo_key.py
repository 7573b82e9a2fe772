"""The line of keys offers Undo on the screens of the session, as soon as there is something to undo."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from tests.ui.helpers import at, context, press, settled, started


@pytest.mark.parametrize("size", [(80, 24), pytest.param((40, 20), marks=pytest.mark.variants)])
@pytest.mark.parametrize("name", ["turn", "log", "units"])
async def test_undo_is_offered_when_there_is_something_to_undo(
    places: Places, name: str, size: tuple[int, int]
) -> None:
    """Not before the first action, and not after it was undone."""
    async with started(places, size=size) as pilot:
        await press(pilot, "f3")
        for keys, offered in (("", False), ("right", True), ("ctrl+z", False)):
            await press(pilot, keys)
            if name != "turn":
                await pilot.app.run_action(f"open('{name}')")
                await settled(pilot)
            assert ("^Z" in at(pilot, "#keys")) is offered, keys
            if name != "turn":
                await press(pilot, "escape")
        assert not context(pilot).session.undoable
