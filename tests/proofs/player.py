"""A random player for the app, who does anything a player can do and checks the app after each step."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from textual.binding import ActiveBinding
from textual.widget import Widget
from textual.widgets import Input

from companion.play.session import Session
from companion.play.state import State, apply_event
from companion.ui.commands import CompanionCommands
from companion.ui.screens.find import FindScreen
from companion.workspace.context import AppContext
from tests.proofs.hands import Hands, key_event
from tests.proofs.reached import LEFT_OUT, Reached, owner
from tests.proofs.walk import check_whole

Act = tuple[str, str]
"""Kind of step, and its argument: keys, text, `x,y`, a command's title, a number."""

HOME = 8
"""Most keys that it may take to reach the search line."""
BURST = 24
"""Most keys typed ahead."""
PAINTED = 5
"""Steps from one painting of the screen to the next."""
KEYS = (
    *("enter", "enter", "down", "down", "up", "tab", "shift+tab", "left", "right", "space", "escape"),
    *("backspace", "delete", "home", "end", "pagedown", "pageup", "1", "2", "3", "4", "6", "y", "n", "r"),
)
WORDS = (
    *(
        "1",
        "2",
        "3",
        "7",
        "9",
        "10",
        "12",
        "55",
        "3+4",
        "345",
        "6 6",
        "0",
        "-1",
        "99999",
        "3.5",
        "8.4c",
        "10.6a",
    ),
    *("closing roll", "shaken", "kind:chart", "game:bp", '"fire', "Army", "I Corps", "Guard", "11:30", "t"),
    *("", " ", "é", "a[b]c", "[red]x", "\u202ex", "../x", "x" * 80),
)
_SHARES = {
    "binding": 30,
    "burst": 30,
    "press": 10,
    "type": 12,
    "touch": 12,
    "command": 5,
    "undo": 4,
    "home": 2,
}


class Player:
    """A random player of one app."""

    def __init__(self, hands: Hands, chance: random.Random, reached: Reached, trail: list[Act]) -> None:
        """Every step is added to `trail` and `reached`, so that they are complete if a step raises an exception."""
        self.hands = hands
        self.app = hands.app
        self.random = chance
        self.reached = reached
        self.trail = trail
        self._first: dict[str, State] = {}

    @property
    def context(self) -> AppContext:
        """The context of the app."""
        assert self.app.context is not None
        return self.app.context

    async def walk(self, steps: int) -> None:
        """Play random steps, then undo and redo everything. Raises any error."""
        for _ in range(steps):
            await self.do(self.choose())
        await self.do(("home", ""))
        await self.do(("undo", "all"))

    async def follow(self, trail: list[Act]) -> None:
        """Repeat these steps."""
        for act in trail:
            await self.do(act)

    async def do(self, act: Act) -> None:
        """Do one step, then check the app. Raises any error."""
        self.trail.append(act)
        before = self.hands.actions
        try:
            await self._act(*act)
        finally:
            self.reached.actions += self.hands.actions - before
        if len(self.trail) % PAINTED == 0:
            await self.hands.paint()
        self.check()

    async def _act(self, kind: str, what: str) -> None:
        self.reached.kinds[kind] += 1
        match kind:
            case "press":
                for key in what.split():
                    self._note(key)
                    await self.hands.press(key)
            case "burst":
                await self.hands.burst(*what.split())
            case "type":
                await self.hands.type(what)
            case "touch":
                x, _, y = what.partition(",")
                await self.hands.touch(int(x), int(y))
            case "command":
                run = self._commands().get(what)
                if run is not None:
                    await self.hands.run(run)
            case "undo":
                await self._undo_and_redo(what)
            case "home":
                await self._home()

    def choose(self) -> Act:
        """Choose a step that is possible now; bindings that were rarely pressed are preferred."""
        kind = self.random.choices(list(_SHARES), list(_SHARES.values()))[0]
        chosen: dict[str, Callable[[], Act | None]] = {
            "binding": self._some_binding,
            "burst": self._some_keys,
            "type": lambda: ("type", self._some_words()),
            "touch": self._some_place,
            "command": self._some_command,
            "undo": lambda: (
                "undo",
                "all" if self.random.random() < 0.05 else str(self.random.randint(1, 4)),
            ),
            "home": lambda: ("home", ""),
        }
        act = chosen[kind]() if kind in chosen else None
        return act or ("press", self.random.choice(KEYS))

    def check(self) -> None:
        """Check everything that must hold after each step. Raises AssertionError."""
        assert self.app.is_running and self.app._exception is None, "the app has ended"
        screen = self.app.screen
        self.reached.screens[type(screen).__name__] += 1
        live = screen.active_bindings
        ways = [key for key in ("escape", "f5") if key in live and live[key].enabled]
        assert ways, f"no key leaves {type(screen).__name__}"
        wide = [
            each
            for each in screen.walk_children(Widget)
            if each.show_horizontal_scrollbar and not isinstance(each, Input)
        ]
        assert not wide, f"horizontal scrollbars: {wide}"
        session = self.context.session
        assert not session.broken, f"events that cannot be applied: {session.broken}"
        check_whole(session)

    def _note(self, key: str) -> None:
        """Count the binding that this key runs; keys that a text field takes do not count."""
        active = self.app.screen.active_bindings.get(key)
        focused, event = self.app.focused, key_event(key)
        taken = focused is not None and focused.check_consume_key(key, event.character)
        if active is not None and active.enabled and (active.binding.priority or not taken):
            self.reached.bindings[owner(active)] += 1

    def _some_binding(self) -> Act | None:
        live = {
            key: active
            for key, active in self.app.screen.active_bindings.items()
            if active.enabled and owner(active) not in LEFT_OUT
        }
        if not live:
            return None
        keys = list(live)
        key = self.random.choices(keys, [self._wanted(live[each]) for each in keys])[0]
        if key == "f12":
            return "press", "f12 down f12"
        return "press", key

    def _wanted(self, active: ActiveBinding) -> float:
        """Weight of a binding: rarely pressed ones weigh more; actions with a number share their weight."""
        few = 0.2 if "(n)" in owner(active)[1] else 1.0
        return few / (1 + self.reached.bindings[owner(active)])

    def _some_keys(self) -> Act:
        """Keys typed ahead: some that work now, some that may work later."""
        live = [
            key
            for key, active in self.app.screen.active_bindings.items()
            if active.enabled and owner(active) not in LEFT_OUT and key != "f12"
        ]
        keys = [
            self.random.choice(live if live and self.random.random() < 0.5 else KEYS)
            for _ in range(self.random.randint(2, BURST))
        ]
        return "burst", " ".join(keys)

    def _some_words(self) -> str:
        if not isinstance(self.app.focused, Input) or self.random.random() < 0.4:
            return self.random.choice(WORDS)
        module = self.context.module
        names = [*(each.title for each in module.entries), *(each.title for each in module.procedures)]
        names += [
            *self.context.session.game_state.units,
            *(each.name for each in self.context.session.game_state.cup.chits),
        ]
        name = self.random.choice(names)
        return name[: self.random.randint(1, max(len(name), 1))]

    def _some_place(self) -> Act | None:
        screen = self.app.screen
        room = screen.size.region
        seen = [each for each in screen.walk_children(Widget) if each.display and not each._nodes]
        regions = [each.region.intersection(room) for each in seen]
        regions = [each for each in regions if each.area]
        if not regions:
            return None
        region = self.random.choice(regions)
        x = region.x + self.random.randrange(region.width)
        return "touch", f"{x},{region.y + self.random.randrange(region.height)}"

    def _commands(self) -> dict[str, Callable[[], Any]]:
        provider = CompanionCommands(self.app.screen)
        return {
            each.title: each.run for each in provider._commands() if not each.title.startswith("Take control")
        }

    def _some_command(self) -> Act | None:
        if self.app.screen.is_modal:
            return None
        titles = list(self._commands())
        return ("command", self.random.choice(titles)) if titles else None

    async def _home(self) -> None:
        """Go to the search line by Escape and F5 alone, within `HOME` keys."""
        for _ in range(HOME):
            out = self.app.screen.active_bindings.get("f5")
            await self.hands.press("f5" if out is not None and out.enabled else "escape")
            if isinstance(self.app.screen, FindScreen) and len(self.app.screen_stack) == 1:
                return
        raise AssertionError(
            f"{HOME} keys do not lead from {type(self.app.screen).__name__} to the search line"
        )

    async def _undo_and_redo(self, many: str) -> None:
        """Undo some steps, or all, and redo them; check the first and the last state."""
        session = self.context.session
        active = self.app.screen.active_bindings.get("ctrl+z")
        if session.store.read_only or active is None or active.binding.action != "history(-1)":
            return
        before, states, most = session.state, list[State](), len(session.log)
        while session.undoable and (many == "all" or len(states) < int(many)):
            states.append(session.state)
            assert len(states) <= most, f"ctrl+z never ends on {type(self.app.screen).__name__}"
            await self.hands.press("ctrl+z")
            self.reached.bindings[owner(active)] += 1
        if not session.undoable:
            assert session.state == _first(session), "undoing everything does not restore the first state"
        for state in reversed(states):
            assert session.redoable, "an undone step cannot be redone"
            await self.hands.press("ctrl+y")
            last = [type(each.event).__name__ for each in session.log[-4:]]
            assert session.state == state, f"redo does not restore the state before, after {last}"
        assert session.state == before


def _first(session: Session) -> State:
    """The state after the very first event."""
    first = session.log[0]
    return apply_event(State(), first.game, first.event)
