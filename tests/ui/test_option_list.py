"""The list that every list of the app is made of."""

from __future__ import annotations

import pytest
from rich.style import Style
from textual.app import App, ComposeResult
from textual.events import Click

from companion.ui.widgets.option_list import OptionList


class Listed(App[None]):
    """A list that is out of sight, as a dialog's before it is laid out."""

    def compose(self) -> ComposeResult:
        """Three lines."""
        listed = OptionList("one", "two", "three")
        listed.display = False
        yield listed


@pytest.mark.parametrize("key", ["pageup", "pagedown"])
async def test_a_page_before_the_list_has_a_place_moves_nothing(key: str) -> None:
    """A key typed ahead; once it has a place, a page leads to the end."""
    async with Listed().run_test() as pilot:
        listed = pilot.app.query_one(OptionList)
        listed.highlighted = 1
        page = listed.action_page_up if key == "pageup" else listed.action_page_down
        page()
        assert listed.highlighted == 1
        listed.display = True
        await pilot.pause()
        page()
        assert listed.highlighted == (0 if key == "pageup" else 2)


async def test_a_touch_on_a_line_that_is_gone_chooses_none() -> None:
    """The list became shorter after it was painted."""
    async with Listed().run_test() as pilot:
        listed = pilot.app.query_one(OptionList)
        listed.display = True
        await pilot.pause()
        style = Style(meta={"option": 2})
        listed.set_options(["one"])
        listed.post_message(Click(listed, 1, 2, 0, 0, 1, False, False, False, 1, 2, style))
        await pilot.pause()
        assert listed.highlighted is None
