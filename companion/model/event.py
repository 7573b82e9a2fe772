"""The events of a session's log. These records are the format on disk (docs/formats.md)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from companion.model.recorded import Chit as Chit
from companion.model.recorded import ClockSetting as ClockSetting
from companion.model.recorded import Light as Light
from companion.model.recorded import (
    Number,
    OrderSlip,
    OrderState,
    Prompt,
    RecordedFollowUp,
    RecordedModifier,
    RecordedRoll,
    TableRuling,
    Tape,
)


class BaseEvent(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Base of all events."""


class Opened(BaseEvent, frozen=True, tag="opened"):
    """A game was opened."""

    game: str


class ScenarioChosen(BaseEvent, frozen=True, tag="scenario"):
    """A scenario began."""

    scenario: str
    orders: tuple[OrderSlip, ...] = ()
    """Orders that are in force from the start."""


class ClockChanged(BaseEvent, frozen=True, tag="clock"):
    """The time of day was set."""

    clock: ClockSetting | None
    """None for an unknown time."""


class SettingChosen(BaseEvent, frozen=True, tag="setting"):
    """A setting of the game was chosen for the session."""

    name: str
    value: str
    """Empty resets the setting."""


class SidesNamed(BaseEvent, frozen=True, tag="sides"):
    """The sides of the game were named."""

    sides: dict[str, str]
    """The game's name of a side to the name that the players use; empty for the game's names."""


class Moved(BaseEvent, frozen=True, tag="moved"):
    """The marker on the turn track moved."""

    turn: int
    moment: int
    """Phase of the turn, counted from 0."""
    raises: tuple[Prompt, ...] = ()
    """Prompts raised by the move."""
    command: str = ""
    """Command that is active; empty for none."""


class Ticked(BaseEvent, frozen=True, tag="ticked"):
    """A step in the checklist of a phase was ticked or unticked."""

    turn: int
    moment: int
    """Phase of the turn, counted from 0."""
    step: int
    """Counted from 0."""
    on: bool = True
    command: str = ""
    """Command that is active; empty for none."""


class PromptSettled(BaseEvent, frozen=True, tag="settled"):
    """A prompt was done or dismissed."""

    prompt: str
    how: str = "done"


class CupFilled(BaseEvent, frozen=True, tag="filled"):
    """A new set of chits went into the cup."""

    chits: tuple[Chit, ...]
    turn: int


class ChitDrawn(BaseEvent, frozen=True, tag="drawn"):
    """A chit left the cup, and its command moves."""

    chit: str
    by: Literal["app", "hand"]


class ChitTried(BaseEvent, frozen=True, tag="tried"):
    """An HQ tried to use a chit."""

    hq: str
    use: str
    """Id of the use in sequence.yaml."""
    success: bool
    does: str
    """Effect of a success, as in sequence.yaml."""
    chit: str
    counts: bool
    """Whether it is one of the HQ's attempts of the turn."""


class ChitMarked(BaseEvent, frozen=True, tag="marked"):
    """A result was noted for a command's turn."""

    chit: str
    mark: str
    """As in sequence.yaml: ordered, failed, blundered."""


class OrderSent(BaseEvent, frozen=True, tag="sent"):
    """An order was sent."""

    slip: OrderSlip


class OrderBecame(BaseEvent, frozen=True, tag="order"):
    """The state of an order changed."""

    order: int
    state: OrderState
    turn: int
    why: str = ""


class OrderRewritten(BaseEvent, frozen=True, tag="rewritten"):
    """An order was corrected."""

    order: int
    slip: OrderSlip


class UnitKept(BaseEvent, frozen=True, tag="unit"):
    """Facts of a unit were recorded; they replace facts of the same name."""

    name: str
    facts: dict[str, Any]
    side: str = ""
    """Empty leaves the side unchanged."""
    result: int = 0
    """Number of the calculation whose result changed the unit, 0 for none."""
    part: str = ""
    """The part of the unit in that calculation."""


class UnitDropped(BaseEvent, frozen=True, tag="dropped"):
    """A unit was removed."""

    name: str
    result: int = 0
    """Number of the calculation whose result removed the unit, 0 for none."""
    part: str = ""
    """The part of the unit in that calculation."""


class Counted(BaseEvent, frozen=True, tag="counted"):
    """A counter went up or down."""

    counter: str
    by: int


class DiceRolled(BaseEvent, frozen=True, tag="rolled"):
    """The companion rolled dice."""

    sides: int
    """Sides of each die."""
    faces: tuple[int, ...]
    label: str
    """Name of the roll."""
    first: int
    """Number of dice with these sides that were already rolled for this roll and not undone."""
    procedure: str = ""
    """Id of the calculator they were rolled for; empty for none, as when a chit is drawn."""
    roll: str = ""
    """Identity of the roll within that calculator; empty outside of calculators."""

    @property
    def tape(self) -> Tape:
        """Key under which the faces are kept, for when the dice are undone and rolled again."""
        return self.procedure, self.roll, self.sides


class Calculated(BaseEvent, frozen=True, tag="calculated"):
    """A finished calculation. The log and the report need only this record to show it, not the games."""

    procedure: str
    inputs: dict[str, Any]
    """Answers by input name."""
    rolls: tuple[RecordedRoll, ...]
    summary: str
    """Title and headline result in one line."""
    ledger: tuple[RecordedModifier, ...] = ()
    column: Number = None
    needed: Number = None
    total: Number = None
    outcome: dict[str, Any] = {}
    """Named results, by dotted name."""
    odds: dict[str, str] = {}
    """Headline result in words to its probability before the roll, as a fraction."""
    follow_ups: tuple[RecordedFollowUp, ...] = ()
    rulings: tuple[TableRuling, ...] = ()
    """Table rulings on the calculator that were in force."""
    amends: int = 0
    """Number of the event that it corrects, 0 for none."""
    names: dict[str, str] = {}
    """Names of the participants, by role; `who` in a calculator without roles."""
    units: dict[str, str] = {}
    """Names of the listed units that took part, by part; in a list also by row, as in `firers.2`."""
    after: int = 0
    """Number of the calculation that passed on answers, 0 for none."""


class Noted(BaseEvent, frozen=True, tag="noted"):
    """A note was written."""

    text: str
    about: int = 0
    """Number of the event it is about, 0 for none."""


class Pinned(BaseEvent, frozen=True, tag="pinned"):
    """The bookmark of an event was set or removed."""

    about: int
    on: bool = True


class RulingMade(BaseEvent, frozen=True, tag="ruled"):
    """A table ruling came into force."""

    ruling: TableRuling


class RulingDropped(BaseEvent, frozen=True, tag="unruled"):
    """A table ruling ended."""

    ruling: str


class OutcomeRecorded(BaseEvent, frozen=True, tag="outcome"):
    """The players recorded the outcome; the last record counts. The report needs only this record to show it."""

    winner: str
    """Name of the side that won; empty for a draw."""
    level: str = ""
    """Level of victory or decisive condition; empty if the players gave none."""
    condition: str = ""
    """Text of its condition."""
    cite: str = ""
    why: str = ""
    """Reason that the players give."""


class PlayerClockSet(BaseEvent, frozen=True, tag="player_clock"):
    """The clock that measures the time of each side was started or stopped. Undo and redo leave it as it is."""

    runs: bool
    by_app: bool = False
    """Whether the app did it: closing the app stops the clock, and opening it starts the clock again."""
    since: str = ""
    """Time from which nothing counts until this start, as in `2026-11-20T18:03:11`; empty for none."""


class Undone(BaseEvent, frozen=True, tag="undone"):
    """These events no longer count."""

    events: tuple[int, ...]


class Redone(BaseEvent, frozen=True, tag="redone"):
    """These events count again."""

    events: tuple[int, ...]


Event = (
    Opened
    | ScenarioChosen
    | ClockChanged
    | SettingChosen
    | SidesNamed
    | Moved
    | Ticked
    | PromptSettled
    | CupFilled
    | ChitDrawn
    | ChitTried
    | ChitMarked
    | OrderSent
    | OrderBecame
    | OrderRewritten
    | UnitKept
    | UnitDropped
    | Counted
    | DiceRolled
    | Calculated
    | Noted
    | Pinned
    | RulingMade
    | RulingDropped
    | OutcomeRecorded
    | PlayerClockSet
    | Undone
    | Redone
)


class Logged(msgspec.Struct, frozen=True):
    """An event as stored in the log."""

    id: int
    """Number in the session, counted from 1."""
    at: str
    """Time of the event, as in `2026-11-20T18:03:11`."""
    game: str
    batch: int
    """Number of the first of the events that happened together."""
    event: Event
