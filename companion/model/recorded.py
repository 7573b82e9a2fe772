"""Records inside the events of a session's log. They are part of the format on disk.

The engine's records and the JSON of `companion calc` may change without changing these records.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Number = int | str | None
"""A number, or a fraction as text; None if there is none."""

Tape = tuple[str, str, int]
"""Key of dice that the companion rolls: calculator, identity of the roll in it, and sides of the dice."""


class Chit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that acts once a turn."""

    name: str
    side: str = ""
    rating: int | None = None


class Light(msgspec.Struct, frozen=True):
    """The start of day, twilight or night."""

    minute: int
    """Minute of the day, 0 to 1439."""
    light: str
    """`day`, `twilight` or `night`."""


class ClockSetting(msgspec.Struct, frozen=True, omit_defaults=True):
    """When turn 1 begins, and when the light changes."""

    day: int
    """Day of the battle, from 1."""
    minute: int
    """Minute of the day, 0 to 1439."""
    lights: tuple[Light, ...] = ()
    """Changes of light; empty if they are unknown."""
    days: tuple[str, ...] = ()
    """Names of the days, as in `July 1`; empty for none."""
    last_turn: int | None = None
    """Last turn of the scenario; None for no end."""


class RecordedRoll(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice that were rolled for a calculation."""

    name: str
    dice: str
    """As in 2d6."""
    value: int
    """Total of the dice, also for a pool."""
    source: Literal["typed", "app"]
    """typed: the players rolled the dice. app: the companion rolled them."""
    faces: tuple[int, ...] = ()
    """The single dice, if known; for a pool always."""
    pool: bool = False
    """Whether each die keeps its face instead of being added up."""
    label: str = ""
    """Displayed name of the roll."""
    id: str = ""
    """Identity of the roll within its calculator: the side that rolls, the steps, and the round."""


class RecordedModifier(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the ledger."""

    label: str
    value: Number
    """Signed amount; None if unknown."""
    state: Literal["applied", "not applied", "not allowed", "open"]
    cite: str
    because: str
    """The answers that decided the state, or the reason why the modifier is not allowed."""
    authority: str = ""
    """Authority of a modifier that comes from neither a rule nor a printed chart; empty for all others."""
    round: str = ""
    """Title of its round, as in Round 2; empty outside rounds."""


class RecordedFollowUp(msgspec.Struct, frozen=True, omit_defaults=True):
    """A consequence that the rules require after the calculation."""

    says: str
    cite: str = ""
    procedure: str = ""
    """Id of the calculator to use next; empty for none."""
    inputs: dict[str, Any] = {}
    """Answers carried over to that calculator."""


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reminder to the players, raised once."""

    id: str
    """Cause of the prompt; followed by `@` and the turn, as in `stop-1-I Corps@9`, if it recurs in other turns."""
    says: str
    turn: int
    """Turn in which it was raised."""
    cite: str = ""
    procedure: str = ""
    """Calculator to use, without the game; empty for none."""
    order: int = 0
    """Number of the order that it concerns, 0 for none."""
    about: str = ""
    """Formation that it concerns."""
    within: tuple[int, ...] = ()
    """Phases of the turn, counted from 0, in which it is due; empty for all."""


class OrderSlip(msgspec.Struct, frozen=True, omit_defaults=True):
    """A written order."""

    side: str
    sender: str
    recipient: str
    kind: str
    """Key of the kind of order."""
    text: str
    sent: int
    """Turn in which it is sent."""
    arrives: int
    """Turn in which it arrives."""
    condition: str = ""
    """Event for which the recipient waits; empty for none."""
    formations: tuple[str, ...] = ()
    """Divisions of the recipient; each rolls separately."""
    relay: int = 0
    """Turns from the arrival until the divisions have the order."""
    grace: int = 0
    """Turns after acceptance without checks."""


OrderState = Literal["in transit", "accepted", "ended", "lost"]


class TableRuling(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table ruling: the players' own reading of a rule."""

    id: str
    about: str
    """Id of an entry, chart or calculator; for a modifier followed by `/` and its label."""
    text: str
    on: str = ""
    """Date of the ruling, as in 2026-11-20; empty if unknown."""

    @property
    def record(self) -> str:
        """Id of the entry, chart or calculator."""
        return self.about.partition("/")[0]

    @property
    def modifier(self) -> str:
        """Label of the modifier; empty for a ruling on the whole record."""
        return self.about.partition("/")[2]
