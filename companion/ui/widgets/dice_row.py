"""The row for dice: the player types them, or the companion rolls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, Key
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static

from companion.model import Resolution, Rolled, RollRequest
from companion.render.resolution import step_words
from companion.render.text import shown
from companion.ui.key_queue import SerialKeyApp
from companion.ui.widgets.entry_rows import TypedRow
from companion.ui.widgets.text import PlainText
from companion.workspace.typed_numbers import PoolEntry, TotalEntry, typed_roll

_ROLL = Style.from_meta({"@click": "roll"})
"""The style of a text that rolls when it is clicked."""
ANOTHER_DIE = (
    "was taken as the total. For the next roll, press the digit again. To type each die: Backspace, Space"
)
MOST_SHOWN = 4
"""Number of rolls shown: the last ones."""
MOST_NARROW = 2
"""Number shown on a narrow screen while another roll is due, which must stay in sight."""

Parts = list[str | Content | tuple[str, str | Style]]


class DiceRow(Static, can_focus=True):
    """Takes the total of the dice, or single dice after Space; for a pool each die, as in `3 4 5` or `345`."""

    HELP = (
        "Here: type the total of the dice, or single dice after Space; for a pool, each die. The roll is entered as "
        "soon as no digit can follow; until then, press Enter. r or a click on roll lets the companion roll. "
        "Backspace removes a typed die."
    )

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("backspace", "retype", "Retype", tooltip="Take back the die that was typed last"),
    ]

    app: SerialKeyApp
    auto_links = False  # keys that can be clicked keep their colour

    @dataclass
    class Typed(Message):
        """A roll was typed; the value is as typed."""

        value: Any

    class Ask(Message):
        """Request that the companion rolls."""

    class Back(Message):
        """Request to remove the last die."""

    class Single(Message):
        """The total that was just taken was the first of several single dice."""

    @dataclass
    class Moved(Message):
        """The player leaves the row."""

        step: int

    def __init__(self, hint: str = "") -> None:
        """`hint`: text shown once all dice are rolled; empty for none."""
        super().__init__("", markup=False, id="dice")
        self.made = PlainText(id="rolls")
        """The rolls already made, above this row while another one is due."""
        self.hint = hint
        self.request: RollRequest | None = None
        """The roll that is due."""
        self.rolled: tuple[Rolled, ...] = ()
        self.results: Sequence[str] = ()
        """Results of the steps that each roll completed; empty for none."""
        self.typed = False
        """Whether the last die was typed, so that it can be taken back."""
        self.held: Sequence[str] = ()
        """Rolls that count again once every question is answered."""
        self.entry: PoolEntry | TotalEntry | None = None
        """Dice typed so far for the roll that is due; None if none is due."""
        self._sent: tuple[int, str] = (-1, "")
        """Number of the key that completed a total, and the total, which could be the first of several single dice."""
        self._room: list[Size] = []
        """Sizes of the widgets beside and around this row when it last scrolled into sight; empty to scroll again."""
        self.idle = "Dice: not due yet"
        """Text shown if no roll is due and none was made."""

    def put(self, resolution: Resolution | None, rolls: Sequence[Any], has_dice: bool) -> None:
        """Show the roll that is due and those that were made; `rolls` count again once every question is answered.

        Without dice in the calculator (`has_dice`), the row is hidden.
        """
        self.display = has_dice
        request = resolution.needs[0] if resolution and resolution.needs else None
        self.rolled = resolution.rolls if resolution else ()
        self.results = (
            [step_words(resolution, number) for number in range(1, len(self.rolled) + 1)]
            if resolution
            else []
        )
        self.held = [] if self.rolled else [_text(roll) for roll in rolls]
        self.idle = "No dice were needed" if resolution and resolution.done else "Dice: not due yet"
        if request != self.request:
            self.entry = None if request is None else typed_roll(request)
        self.request = request
        self._room = []
        self.draw()

    def on_mount(self) -> None:
        """Follow the layout."""
        self.screen.screen_layout_refresh_signal.subscribe(self, self._keep_in_sight)

    def _keep_in_sight(self, screen: Screen[Any]) -> None:
        """Scroll to this row, if it has the focus, when the roll, its place or the room for it has changed."""
        if not self.has_focus:
            return
        room = [each.size for each in (*self.siblings, *self.ancestors) if isinstance(each, Widget)]
        if room != self._room:
            self._room = room
            self.scroll_visible(animate=False, immediate=True)

    def draw(self) -> None:
        """Draw the row again, and the rolls already made: in it, or above it while another one is due."""
        due = self.request is not None
        made = self._made_parts(MOST_NARROW if self.screen.has_class("-narrow") and due else MOST_SHOWN)
        self.made.display = due and bool(made)
        self.made.update(Content.assemble(*made).rstrip())
        self.set_class(bool(made) and not due, "-rolled")
        parts: Parts = [] if due else made
        if self.request is not None and self.entry is not None:
            parts = self._due_parts(self.request, self.entry)
        elif self.held:
            parts.append((f"Dice: {', '.join(self.held)}, kept until every question is answered", "bold"))
        else:
            if len(self.rolled) == 1 and not self.results[0]:
                parts[-1] = "   "
            parts.append((self.hint if self.rolled else self.idle, "$quiet"))
        self.update(Content.assemble(*parts).rstrip())

    def _made_parts(self, most: int) -> Parts:
        """Return the last rolls, each with its result."""
        parts: Parts = []
        for roll, result in list(zip(self.rolled, self.results, strict=True))[-most:]:
            how = "rolled here" if roll.source == "app" else "typed"
            label = f"{shown(roll.label)} " if roll.label else ""
            parts.append((f"{label}{roll.dice}: {roll.shown}, {how}", "bold"))
            parts.append((f": {shown(result)}\n" if result else "\n", "bold $accent"))
        return parts

    def _due_parts(self, request: RollRequest, entry: PoolEntry | TotalEntry) -> Parts:
        """Return the roll that is due, what can be typed next, and why the last key was refused."""
        given = f", {request.given} there" if request.given else ""
        text = entry.text()
        gap = " " if isinstance(entry, PoolEntry) and text and not entry.digits else ""
        head = f"{shown(request.label)}: type {request.dice}{given} [{text}{gap}_] "
        parts: Parts = [(head, "bold"), (entry.hint(), "$quiet")]
        if entry.empty or isinstance(entry, PoolEntry):
            parts += [
                (", or ", "$quiet"),
                Content.styled("r", "bold $accent").stylize(_ROLL),
                (" to roll", _ROLL),
            ]
        return [*parts, (f"  {entry.fault}", "bold $bad")] if entry.fault else parts

    def retype(self, faces: Sequence[int]) -> None:
        """Restore the typed dice of a pool, so that the player can continue."""
        if isinstance(self.entry, PoolEntry):
            self.entry.dice = list(faces)
            self.draw()

    def on_key(self, event: Key) -> None:
        """Handle digits, + for single dice, and Enter; pass other keys on to the screen and the bindings."""
        if self.take_plus(event) or self._take_key(event):
            event.stop()
            event.prevent_default()

    def take_digit(self, event: Key) -> bool:
        """Enter a digit of the roll that is due and focus this row, unless the marked line takes digits itself."""
        row = self.screen.focused
        is_free = not (isinstance(row, TypedRow) and row.takes_digits)
        if self.request is None or not is_free or not (event.character or "").isdecimal():
            return False
        self.screen.set_focus(self)
        return self._take_key(event)

    def take_plus(self, event: Key) -> bool:
        """Switch to single dice if + follows a total that was entered at once: that total becomes the first die."""
        if event.character != "+" or self._sent[0] != self.app.keys_handed_out - 1:
            return False
        self.post_message(self.Single())
        return True

    def type_single(self) -> None:
        """Continue with the total that was entered as the first of several dice."""
        if self.entry is not None:
            for character in f"{self._sent[1]}+":
                self.entry.press(character)
            self.draw()

    def _take_key(self, event: Key) -> bool:
        character, entry = event.character or "", self.entry
        if event.key in ("up", "shift+tab"):
            self.post_message(self.Moved(-1))
        elif event.key in ("down", "tab"):
            self.post_message(self.Moved(1))
        elif event.key == "backspace" and (entry is not None or not self.typed):
            if entry is None or not entry.back():
                self.post_message(self.Back())
            self.draw()
        elif entry is None:
            return False
        elif event.key == "enter" and not entry.empty:
            entry.enter()
            self._send_if_full(early=False)
        elif not entry.press(character):
            return False
        else:
            self._send_if_full(early=True)
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to take back a die only if it was typed."""
        return action != "retype" or self.typed

    def action_retype(self) -> None:
        """Remove the last die."""
        self.post_message(self.Back())

    def action_roll(self) -> None:
        """Let the companion roll what is due; dice typed so far are dropped."""
        if self.request is not None:
            self.entry = typed_roll(self.request)
            self.post_message(self.Ask())

    def on_click(self, event: Click) -> None:
        """Focus the row."""
        self.focus()

    def _send_if_full(self, early: bool) -> None:
        """Enter the roll if it is complete; `early`: completed without Enter."""
        entry = self.entry
        if entry is not None and entry.full and self.request is not None:
            if early and isinstance(entry, TotalEntry) and entry.first_die:
                self._sent = (self.app.keys_handed_out, entry.first_die)
                faces = "123456789"[: entry.sides]
                self.app.answered_early(faces, f"{entry.value} {ANOTHER_DIE}")
            elif early:
                self.app.answered_early()
            self.entry = typed_roll(self.request)
            self.post_message(self.Typed(entry.value))
        self.draw()


def _text(roll: Any) -> str:
    return roll.shown if isinstance(roll, Rolled) else str(roll)
