"""An evening at the table by keys alone: sessions, forms, marks, questions, dice, and the report at its end."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
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
from tests.ui.helpers import context, painted, panels, screen, seen, settled, started, until

PATIENCE = 1 / 1000
"""Seconds of rest after a key that tell that the app has done with it."""
FRAMES = "┃ ▁▂▃▄▅▆▇█│"
"""What a dialog's frame, or a bar that shows how far a list is scrolled, puts at the ends of a line."""


class Watch:
    """The watch on the table: it goes on when the players say so."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 20, 19, 0)

    def __call__(self) -> datetime:
        """What it shows."""
        return self.now

    def on(self, minutes: int) -> None:
        """So much later."""
        self.now += timedelta(minutes=minutes)


class Players:
    """What people at the table do: they read the screen and press keys."""

    def __init__(self, pilot: Pilot[None], watch: Watch) -> None:
        self.pilot = pilot
        self.watch = watch

    @property
    def session(self) -> Session:
        """The session that is open."""
        return context(self.pilot).session

    @property
    def due(self) -> list[str]:
        """What is due."""
        return [each.says for each in self.session.game_state.due()]

    @property
    def came(self) -> Resolution:
        """What the calculator on top came to."""
        found = screen(self.pilot, CalculatorScreen).calculation.resolution
        assert found is not None, seen(self.pilot)
        return found

    async def press(self, keys: str) -> None:
        """Keys by name, separated by spaces."""
        for key in keys.split():
            await self.pilot.press(key)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Text, letter by letter."""
        await self.pilot.press(*("space" if letter == " " else letter for letter in text))
        await self.pilot.pause()

    async def write(self, *lines: str) -> None:
        """The lines of a form from the one in focus on, then done: an empty one is passed over."""
        await self.write_on(*lines)
        assert isinstance(self.pilot.app.focused, SendRow), seen(self.pilot)
        await self.press("enter")

    async def write_on(self, *lines: str) -> None:
        """Some lines of a form."""
        for line in lines:
            if isinstance(self.pilot.app.focused, Input):
                await self.type(line)
                await self.press("enter")
            else:
                await self.type(line)

    async def mark(self, words: str) -> None:
        """Arrows bring the mark of the list in focus to the first line that has these words."""
        listed = self.pilot.app.focused
        assert isinstance(listed, OptionList), seen(self.pilot)
        there = [
            place
            for place, each in enumerate(listed.options)
            if words in " ".join(str(each.prompt).split()) and not each.disabled
        ]
        assert there, f"{words} is not among:\n{seen(self.pilot)}"
        for _ in range(listed.option_count):
            if listed.highlighted == there[0]:
                return
            await self.press("down" if (listed.highlighted or 0) < there[0] else "up")
        raise AssertionError(f"the mark never came to {words}")

    async def tick(self, *steps: str) -> None:
        """Space on steps of the checklist."""
        for each in steps:
            await self.mark(f"] {each}")
            await self.press("space")

    async def open(self, step: str) -> None:
        """Enter on a line of the turn."""
        await self.mark(step)
        await self.press("enter")

    async def choose(self, words: str) -> None:
        """The key before the way that has these words."""
        ways = screen(self.pilot, ChooseScreen).choices
        found = [each for each in ways if words in each.label]
        assert len(found) == 1, f"{words}: {[each.label for each in ways]}"
        await self.press(found[0].key)

    async def to(self, path: str) -> None:
        """Arrows bring the mark to a question of the form."""
        form = self.pilot.app.screen.query_one(Form)
        rows = [each for each in form.rows if each.display]
        wanted = [".".join(each.path) for each in rows].index(path)
        if isinstance(self.pilot.app.focused, FollowUps):
            await self.press("shift+tab")
        if not isinstance(self.pilot.app.focused, Row):
            await self.press("up")
        focused = self.pilot.app.focused
        assert isinstance(focused, Row), seen(self.pilot)
        steps = wanted - rows.index(focused)
        await self.press(" ".join(["down" if steps > 0 else "up"] * abs(steps)))
        assert self.pilot.app.focused is rows[wanted]

    async def answer(self, **answers: str) -> None:
        """Questions by name, dots written as two lines; of a choice its beginning, of others what is typed."""
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
        """= and the source of the answers."""
        await self.press("=")
        await self.choose(words)

    async def dice(self, *fell: str) -> None:
        """Dice one after the other as they lie on the table, or `r` for the companion's; arrows lead to them."""
        while isinstance(self.pilot.app.focused, Row):
            await self.press("down")
        for each in fell:
            assert isinstance(self.pilot.app.focused, DiceRow), seen(self.pilot)
            await self.type(each)
            row = self.pilot.app.focused
            if isinstance(row, DiceRow) and row.entry is not None and not row.entry.empty:
                await self.press("enter")

    async def export(self, form: str) -> str:
        """The report from the log, as it stands in its file."""
        screen(self.pilot, LogScreen)
        await self.press("e")
        await self.choose({"md": "Markdown", "json": "JSON"}[form])
        folder = context(self.pilot).places.data / "reports"
        return (folder / f"{self.session.name} {self.watch.now:%Y-%m-%d %H%M}.{form}").read_text(
            encoding="utf-8"
        )

    async def sees(self, *told: str) -> None:
        """All of these come to stand on the screen together, wherever lines are broken."""

        def there() -> bool:
            lines = (line.strip(FRAMES) for line in painted(self.pilot).splitlines())
            text = " ".join(" ".join(lines).split()) + panels(self.pilot, ".panel")
            return all(each in text for each in told)

        try:
            await until(self.pilot, there)
        except AssertionError:
            raise AssertionError(f"{told} never stood together on:\n{painted(self.pilot)}") from None

    async def reports(self, golden: str) -> None:
        """Both reports from the log, byte for byte as they must read."""
        await self.press("f10")
        for form in ("md", "json"):
            report = await self.export(form)
            assert report == recorded(f"{golden}.{form}", report)


def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key counts as done with after a shorter rest; what it set going is waited for all the same."""
    monkeypatch.setattr(_wait, "SLEEP_GRANULARITY", PATIENCE)
    monkeypatch.setattr(_wait, "SLEEP_IDLE", PATIENCE / 3)


@asynccontextmanager
async def evening(
    places: Places,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    seed: int,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[Players]:
    """The app with a new session, a watch that stands at seven, and dice that fall as the seed has it."""
    watch = Watch()
    monkeypatch.setattr(opening, "Session", partial(Session, now=watch))
    hurried(monkeypatch)
    async with started(places, size, dice=Dice(random.Random(seed))) as pilot:
        players = Players(pilot, watch)
        await players.press("f11 n")
        await players.type(name)
        await players.press("enter escape")
        await settled(pilot)
        assert players.session.name == name
        yield players
