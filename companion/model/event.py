"""What can happen at the table: one record for each kind of event, as it is kept on disk.

A kind, once released, keeps its name and its fields for good; fields may be added with a default. So a session of
any released version can be read.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Happened(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Base of all events."""


class Chit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that acts once a turn."""

    name: str
    side: str = ""
    rating: int | None = None


class Light(msgspec.Struct, frozen=True):
    """From `minute` of the day on (0 to 1439) it is day, twilight or night."""

    minute: int
    light: str


class ClockSet(msgspec.Struct, frozen=True, omit_defaults=True):
    """When turn 1 begins, and when the light changes."""

    day: int
    minute: int
    """Minute of the day, 0 to 1439."""
    lights: tuple[Light, ...] = ()
    days: tuple[str, ...] = ()
    """What each day is called."""
    last_turn: int | None = None


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is due; raised once."""

    id: str
    """What raised it and for which turn, as in `order-3-accept@17`."""
    says: str
    turn: int
    cite: str = ""
    procedure: str = ""
    order: int = 0
    """Number of the order it is about, 0 for none."""
    about: str = ""
    """Formation it is about."""
    within: tuple[int, ...] = ()
    """Places in the turn, from 0, at which it stands; empty for all."""


class Slip(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order as it was written."""

    side: str
    sender: str
    recipient: str
    kind: str
    """Key of the kind of order."""
    text: str
    sent: int
    """Turn it was sent on."""
    arrives: int
    """Turn it arrives on."""
    condition: str = ""
    """What must come about before it is acted on; empty for at once."""
    formations: tuple[str, ...] = ()
    """Divisions that it is handed on to, for the rolls made by each of them."""
    relay: int = 0
    """Turns it takes to hand the order on to them."""
    grace: int = 0
    """Turns after arrival without a roll."""


OrderState = Literal["in transit", "accepted", "ended", "lost"]


class TableRuling(msgspec.Struct, frozen=True, omit_defaults=True):
    """How this table plays a rule."""

    id: str
    about: str
    """Id of an entry, a chart or a calculator; of a modifier with its label behind a slash."""
    text: str
    on: str = ""
    """Date it was made."""


class Opened(Happened, frozen=True, tag="opened"):
    """A game came into play."""

    game: str


class ScenarioChosen(Happened, frozen=True, tag="scenario"):
    """A scenario began; its standing orders and counters are written out."""

    scenario: str
    orders: tuple[Slip, ...] = ()


class ClockWasSet(Happened, frozen=True, tag="clock"):
    """The time of day is known."""

    clock: ClockSet | None


class SettingChosen(Happened, frozen=True, tag="setting"):
    """A fact for the whole session."""

    name: str
    value: str
    """Empty takes it back."""


class Moved(Happened, frozen=True, tag="moved"):
    """The marker on the turn track stands elsewhere."""

    turn: int
    moment: int
    raises: tuple[Prompt, ...] = ()
    command: str = ""
    """Command whose activation it is, empty for none."""


class Ticked(Happened, frozen=True, tag="ticked"):
    """A step of the checklist is done, or not after all."""

    turn: int
    moment: int
    step: int
    on: bool = True
    command: str = ""
    """Command whose activation it is, empty for none."""


class PromptSettled(Happened, frozen=True, tag="settled"):
    """Something due was seen to, or waved away."""

    prompt: str
    how: str = "done"


class CupFilled(Happened, frozen=True, tag="filled"):
    """These chits went into the empty cup."""

    chits: tuple[Chit, ...]
    turn: int


class ChitDrawn(Happened, frozen=True, tag="drawn"):
    """A chit left the cup and its command moves."""

    chit: str
    by: Literal["app", "hand"]


class ChitTried(Happened, frozen=True, tag="tried"):
    """An HQ tried to alter the order of moves."""

    hq: str
    use: str
    """Id of the use in sequence.yaml."""
    success: bool
    does: str = ""
    """What the use does where it succeeds, as in sequence.yaml."""
    chit: str = ""
    """The chit it is about; the HQ's own where empty."""
    counts: bool = True
    """Whether it is one of the HQ's attempts of the turn."""


class ChitMarked(Happened, frozen=True, tag="marked"):
    """What came of a command's turn: ordered, failed, blundered."""

    chit: str
    mark: str


class OrderSent(Happened, frozen=True, tag="sent"):
    """An order went off."""

    slip: Slip


class OrderBecame(Happened, frozen=True, tag="order"):
    """An order changed its state."""

    order: int
    state: OrderState
    turn: int
    why: str = ""


class OrderRewritten(Happened, frozen=True, tag="rewritten"):
    """An order was put right."""

    order: int
    slip: Slip


class UnitKept(Happened, frozen=True, tag="unit"):
    """What is known of a unit; facts replace those of the same name."""

    name: str
    facts: dict[str, Any]
    side: str = ""


class UnitDropped(Happened, frozen=True, tag="dropped"):
    """A unit is no longer kept."""

    name: str


class Counted(Happened, frozen=True, tag="counted"):
    """A counter went up or down."""

    counter: str
    by: int


class DiceRolled(Happened, frozen=True, tag="rolled"):
    """The companion's dice fell."""

    sides: int
    """Sides of each die."""
    faces: tuple[int, ...]
    what: str
    first: int
    """How many dice with these sides had fallen before, undone ones left out."""


class Calculated(Happened, frozen=True, tag="calculated"):
    """A calculation came to its end."""

    procedure: str
    inputs: dict[str, Any]
    rolls: list[dict[str, Any]]
    line: str
    """What came, in one line."""
    detail: dict[str, Any] = {}
    """Ledger, outcome and the rest, as `companion calc --json` gives them."""
    amends: int = 0
    """Number of the event that it puts right, 0 for none."""


class Noted(Happened, frozen=True, tag="noted"):
    """A note, on an event or on its own."""

    text: str
    about: int = 0


class Pinned(Happened, frozen=True, tag="pinned"):
    """A bookmark on an event, or off it."""

    about: int
    on: bool = True


class Ruled(Happened, frozen=True, tag="ruled"):
    """A table ruling."""

    ruling: TableRuling


class Unruled(Happened, frozen=True, tag="unruled"):
    """A table ruling no longer holds."""

    ruling: str


class Undone(Happened, frozen=True, tag="undone"):
    """These events count no more."""

    events: tuple[int, ...]


class Redone(Happened, frozen=True, tag="redone"):
    """These events count again."""

    events: tuple[int, ...]


Event = (
    Opened
    | ScenarioChosen
    | ClockWasSet
    | SettingChosen
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
    | Ruled
    | Unruled
    | Undone
    | Redone
)


class Logged(msgspec.Struct, frozen=True):
    """An event in its place in the log."""

    id: int
    """Number in the session, counted from 1."""
    at: str
    """When it happened, as `2026-11-20T18:03:11`."""
    game: str
    batch: int
    """Number of the first event of those that happened together."""
    event: Event


_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encoded(event: Event) -> str:
    """The event as JSON."""
    return _ENCODER.encode(event).decode()


def decoded(text: str | bytes) -> Event:
    """The event of a JSON text. Raises msgspec.DecodeError where it is none that this version knows."""
    return _DECODER.decode(text)
