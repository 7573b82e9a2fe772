"""What a scenario brings to the table: when it begins, who arrives when, what is counted, which orders stand."""

from typing import Literal

from companion.model.procedure import Record


class Arrival(Record, frozen=True):
    """Units that enter on one turn."""

    side: str
    time: str
    """`HH:MM` of the turn."""
    says: str
    """Who enters."""
    day: int = 1
    """Day of the battle, counted from 1."""
    where: str = ""
    cite: str = ""


class StandingOrder(Record, frozen=True):
    """An order in force when the scenario begins."""

    side: str
    who: str
    says: str
    kind: str = ""
    """Key of an order kind of the game; empty where the order is of no one kind."""
    cite: str = ""


class LightBand(Record, frozen=True):
    """From when on it is day, twilight or night."""

    time: str
    light: Literal["day", "twilight", "night"]


class Scenario(Record, frozen=True):
    """A battle, or a part of one."""

    id: str
    title: str
    cite: str = ""
    day: int = 1
    time: str = ""
    """`HH:MM` of its first turn; empty where no source says."""
    last_day: int | None = None
    last_time: str = ""
    """`HH:MM` of its last turn."""
    days: tuple[str, ...] = ()
    """What each day of the battle is called, the first one first."""
    light: tuple[LightBand, ...] = ()
    orders: tuple[StandingOrder, ...] = ()
    arrivals: Literal["yes", "no"] = "no"
    """Whether the game's schedule of arrivals holds, from the scenario's first turn on."""
    commands: tuple[str, ...] = ()
    """Names of the commands that take part; empty for all of the game."""
    notes: tuple[str, ...] = ()
    """What else holds: ammunition, victory."""


class Command(Record, frozen=True):
    """A formation that has a chit or acts as one."""

    name: str
    side: str
    rating: int | None = None
    leader: str = ""
    cite: str = ""


class Counter(Record, frozen=True):
    """Something counted through the game, as in losses against a limit."""

    id: str
    title: str
    side: str = ""
    limit: int | None = None
    """Where something happens; None where nothing does."""
    says: str = ""
    """What happens at the limit."""
    cite: str = ""


class Setting(Record, frozen=True):
    """A fact that holds through the whole session, asked once: the battle played, an optional rule."""

    name: str
    label: str
    choices: tuple[str, ...]
    labels: tuple[str, ...] = ()
    """What is read for each choice; the choices themselves where empty."""
    fills: tuple[str, ...] = ()
    """Names of calculators' inputs that it answers; its own name where empty."""
    cite: str = ""


class Scenarios(Record, frozen=True):
    """Shape of scenarios.yaml."""

    scenarios: tuple[Scenario, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    commands: tuple[Command, ...] = ()
    counters: tuple[Counter, ...] = ()
    settings: tuple[Setting, ...] = ()


class UnitFact(Record, frozen=True):
    """Something a unit keeps, that calculators ask for again and again."""

    name: str
    like: str
    """Input whose domain it has, as in `closing-roll.rating`."""
    fills: tuple[str, ...]
    """Inputs that it may answer, as in `rating` or `target.rating`."""
    label: str = ""


class UnitChange(Record, frozen=True):
    """What a result does to a unit, offered when it is taken over."""

    procedure: str
    fact: str
    to: str
    """Formula over the answers and the results of the calculator, and `was`, the fact as it stood."""
    when: str = "yes"
    says: str = ""


class Units(Record, frozen=True):
    """Shape of units.yaml."""

    facts: tuple[UnitFact, ...] = ()
    changes: tuple[UnitChange, ...] = ()
