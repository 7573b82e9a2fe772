"""Helpers that play a whole session by keys: forms, lists, questions, dice, and the report at the end."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import datetime, timedelta
from functools import partial

import pytest
from textual import _wait
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from companion.engine import Dice
from companion.load.places import Places
from companion.model import Resolution
from companion.model.answer_keys import choice_name
from companion.play import opening
from companion.play.session import Session
from companion.play.session_files import sessions_folder
from companion.play.store.session_file import SessionFile
from companion.play.store.session_moves import copy_session
from companion.ui.base.dialogs import ChooseScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.log import LogScreen
from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.entry_rows import ChoiceRow, NumberRow
from companion.ui.widgets.fields import SendRow
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.form import Form
from companion.ui.widgets.rows import Row
from tests.recorded import recorded
from tests.ui.helpers import context, painted, panels, screen, screen_text, settled, started, until

IDLE_SECONDS = 1 / 1000
"""Idle time in seconds after which the pilot considers a key handled."""
FRAMES = "┃ ▁▂▃▄▅▆▇█│"
"""Characters that frames and scroll bars draw at the ends of a line."""


class ManualClock:
    """A clock that moves only when a test advances it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 20, 19, 0)

    def __call__(self) -> datetime:
        """Return the current time."""
        return self.now

    def advance(self, minutes: int) -> None:
        """Advance the clock by this many minutes."""
        self.now += timedelta(minutes=minutes)


class Players:
    """Drives the app as players do: presses keys and reads the screen."""

    def __init__(self, pilot: Pilot[None], clock: ManualClock) -> None:
        self.pilot = pilot
        self.clock = clock

    @property
    def session(self) -> Session:
        """The open session."""
        return context(self.pilot).session

    @property
    def due(self) -> list[str]:
        """The texts of the prompts that are due."""
        return [each.says for each in self.session.game_state.due()]

    @property
    def resolution(self) -> Resolution:
        """The result of the calculator on top."""
        found = screen(self.pilot, CalculatorScreen).calculation.resolution
        assert found is not None, screen_text(self.pilot)
        return found

    async def press(self, keys: str) -> None:
        """Press keys, given by name and separated by spaces."""
        for key in keys.split():
            await self.pilot.press(key)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type a text, one letter at a time."""
        await self.pilot.press(*("space" if letter == " " else letter for letter in text))
        await self.pilot.pause()

    async def write(self, *lines: str) -> None:
        """Fill in a form from the focused field on, then press its save button.

        An empty text leaves a field unchanged.
        """
        await self.write_on(*lines)
        assert isinstance(self.pilot.app.focused, SendRow), screen_text(self.pilot)
        await self.press("enter")

    async def write_on(self, *lines: str) -> None:
        """Fill in some fields of a form, from the focused one on, and leave the form open."""
        for line in lines:
            if isinstance(self.pilot.app.focused, Input):
                await self.type(line)
                await self.press("enter")
            else:
                await self.type(line)

    async def mark(self, words: str) -> None:
        """Move the mark of the focused list with the arrow keys to the first enabled line that contains the words."""
        listed = self.pilot.app.focused
        assert isinstance(listed, OptionList), screen_text(self.pilot)
        matches = [
            place
            for place, each in enumerate(listed.options)
            if words in " ".join(str(each.prompt).split()) and not each.disabled
        ]
        assert matches, f"{words!r} is not in the list:\n{screen_text(self.pilot)}"
        for _ in range(listed.option_count):
            if listed.highlighted == matches[0]:
                return
            await self.press("down" if (listed.highlighted or 0) < matches[0] else "up")
        raise AssertionError(f"the mark never reached {words!r}")

    async def tick(self, *steps: str) -> None:
        """Tick steps of the checklist with Space."""
        for each in steps:
            await self.mark(f"] {each}")
            await self.press("space")

    async def open(self, step: str) -> None:
        """Mark a line of the turn and press Enter."""
        await self.mark(step)
        await self.press("enter")

    async def choose(self, words: str) -> None:
        """Press the key of the only choice whose label contains the words."""
        ways = screen(self.pilot, ChooseScreen).choices
        found = [each for each in ways if words in each.label]
        assert len(found) == 1, f"{words}: {[each.label for each in ways]}"
        await self.press(found[0].key)

    async def to(self, path: str) -> None:
        """Move the focus to a question of the form with the arrow keys. `path` is its dotted path."""
        form = self.pilot.app.screen.query_one(Form)
        rows = [each for each in form.rows if each.display]
        wanted = [".".join(each.path) for each in rows].index(path)
        if isinstance(self.pilot.app.focused, FollowUps):
            await self.press("shift+tab")
        if not isinstance(self.pilot.app.focused, Row):
            await self.press("up")
        focused = self.pilot.app.focused
        assert isinstance(focused, Row), screen_text(self.pilot)
        steps = wanted - rows.index(focused)
        await self.press(" ".join(["down" if steps > 0 else "up"] * abs(steps)))
        assert self.pilot.app.focused is rows[wanted]

    async def answer(self, **answers: str) -> None:
        """Answer questions of the form.

        Names are paths with `__` for the dot. A choice is given by the start of its key or name, any other answer
        as it is typed.
        """
        for name, text in answers.items():
            await self.to(name.replace("__", "."))
            row = self.pilot.app.focused
            if isinstance(row, ChoiceRow):
                by_key = [each for each in row.legal if each.key.lower().startswith(text)]
                by_name = [each for each in row.legal if choice_name(each).lower().startswith(text)]
                text = row.keys()[(by_key or by_name)[0].key]
            await self.type(text)
            if isinstance(row, NumberRow | ChoiceRow) and row.typed:
                await self.press("enter")

    async def fill(self, words: str) -> None:
        """Press = and choose the source of the answers; the other units are not named."""
        await self.press("=")
        await self.choose(words)
        if isinstance(self.pilot.app.screen, ChooseScreen):
            await self.press("escape")

    async def dice(self, *rolls: str) -> None:
        """Type dice one after another, `r` to roll; first move to the dice with the arrow keys."""
        while isinstance(self.pilot.app.focused, Row):
            await self.press("down")
        for each in rolls:
            assert isinstance(self.pilot.app.focused, DiceRow), screen_text(self.pilot)
            await self.type(each)
            row = self.pilot.app.focused
            if isinstance(row, DiceRow) and row.entry is not None and not row.entry.empty:
                await self.press("enter")

    async def export(self, form: str) -> str:
        """Export the report from the log screen. Return the text of its file."""
        screen(self.pilot, LogScreen)
        await self.press("e")
        await self.choose({"md": "Markdown", "html": "Web page", "json": "JSON"}[form])
        folder = context(self.pilot).places.data / "reports"
        return (folder / f"{self.session.name} {self.clock.now:%Y-%m-%d %H%M}.{form}").read_text(
            encoding="utf-8"
        )

    async def expect(self, *texts: str) -> None:
        """Wait until the screen shows all of these texts at once; line breaks do not matter."""

        def all_shown() -> bool:
            lines = (line.strip(FRAMES) for line in painted(self.pilot).splitlines())
            text = " ".join(" ".join(lines).split()) + panels(self.pilot, ".panel")
            return all(each in text for each in texts)

        try:
            await until(self.pilot, all_shown)
        except AssertionError:
            raise AssertionError(f"{texts} not all shown on:\n{painted(self.pilot)}") from None

    async def reports(self, golden: str) -> None:
        """Export both reports from the log and compare them with the recorded files."""
        await self.press("f10")
        for form in ("md", "json"):
            report = await self.export(form)
            assert report == recorded(f"{golden}.{form}", report)
        page = await self.export("html")
        assert page.startswith("<!DOCTYPE html>")
        assert page.rstrip().endswith("</html>")
        assert f"<h1>After-action report: {self.session.name}</h1>" in page
        self.same_state_again()

    def same_state_again(self) -> None:
        """Replay a copy of the session, undo everything and redo everything: the state is the same."""
        played = self.session.state
        data = context(self.pilot).places.data
        name = copy_session(data, self.session.name, f"{self.session.name} again")
        with closing(Session(SessionFile(sessions_folder(data), name), self.session.library)) as copied:
            assert copied.state == played
            began = copied.state_before(copied.log[1].id)
            while copied.undoable:
                copied.undo()
            assert copied.state == began
            while copied.redoable:
                copied.redo()
            assert copied.state == played
            assert copied.counting() == self.session.counting()


def shorten_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pilot's idle times; a key still counts as handled only once its effects are complete."""
    monkeypatch.setattr(_wait, "SLEEP_GRANULARITY", IDLE_SECONDS)
    monkeypatch.setattr(_wait, "SLEEP_IDLE", IDLE_SECONDS / 3)


@asynccontextmanager
async def evening(
    places: Places,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    seed: int,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[Players]:
    """Start the app with a new session, a clock at 19:00 and seeded dice."""
    clock = ManualClock()
    monkeypatch.setattr(opening, "Session", partial(Session, now=clock))
    shorten_waits(monkeypatch)
    async with started(places, size, dice=Dice(random.Random(seed))) as pilot:
        players = Players(pilot, clock)
        await players.press("f11 n")
        await players.type(name)
        await players.press("enter escape")
        await settled(pilot)
        assert players.session.name == name
        yield players
