"""Scenarios, settings and counters of a game, and facts about its units."""

from typing import Literal, TypeVar

from companion.model.record import Record, YesNo

R = TypeVar("R", bound=Record)


class Arrival(Record, frozen=True):
    """Units that enter on one turn."""

    side: str
    time: str
    """`HH:MM` of the turn."""
    says: str
    """Units that enter."""
    day: int = 1
    """Day of the battle, counted from 1."""
    where: str = ""
    """Place on the map."""
    scenario: str = ""
    """Id of the only scenario with this arrival; empty for every scenario with arrivals."""
    cite: str = ""


class StandingOrder(Record, frozen=True):
    """An order that is in force when the scenario begins."""

    side: str
    who: str
    """Recipient of the order."""
    says: str
    kind: str = ""
    """Key of an order kind of the game; empty for an order without a kind."""
    cite: str = ""


class LightBand(Record, frozen=True):
    """Beginning of day, twilight or night."""

    time: str
    """Time of day at which it begins, HH:MM."""
    light: Literal["day", "twilight", "night"]
    """day, twilight or night."""


class Scenario(Record, frozen=True):
    """A battle, or a part of one."""

    id: str
    title: str
    cite: str = ""
    day: int = 1
    """Day of the battle on which the scenario begins, counted from 1."""
    time: str = ""
    """`HH:MM` of the first turn; empty if no source gives it."""
    last_day: int | None = None
    """Day of the battle on which the scenario ends."""
    last_time: str = ""
    """`HH:MM` of the last turn."""
    days: tuple[str, ...] = ()
    """Name of each day of the battle, in order."""
    light: tuple[LightBand, ...] = ()
    """Beginning of day, twilight and night."""
    orders: tuple[StandingOrder, ...] = ()
    """Orders in force when the scenario begins."""
    arrivals: Literal["yes", "own", "no"] = "no"
    """Arrivals that apply from the first turn of the scenario: yes for the game's schedule and those of this scenario,
    own for those of this scenario only."""
    commands: tuple[str, ...] = ()
    """Names of the commands that take part; empty for all of the game."""
    sides: tuple[str, ...] = ()
    """Names of the sides in this scenario, in the order of the game's sides; empty for the game's own."""
    notes: tuple[str, ...] = ()
    """Further rules of the scenario, such as ammunition and victory."""


class Command(Record, frozen=True):
    """A formation that has a chit or acts as one."""

    name: str
    side: str
    rating: int | None = None
    """Rating of the command, if it has one."""
    leader: str = ""
    """Commander."""
    cite: str = ""


class Counter(Record, frozen=True):
    """A count for the whole game, such as losses against a limit."""

    id: str
    title: str
    side: str = ""
    limit: int | None = None
    """Number at which something happens; left out if nothing does."""
    says: str = ""
    """Consequence of reaching the limit."""
    cite: str = ""


class Setting(Record, frozen=True):
    """A fact that applies to the whole session and is asked once: the battle, an optional rule."""

    name: str
    label: str
    choices: tuple[str, ...]
    """Keys of the choices."""
    labels: tuple[str, ...] = ()
    """Label of each choice; default: the keys."""
    fills: tuple[str, ...] = ()
    """Inputs of calculators that the setting answers; default: its name."""
    sides: dict[str, tuple[str, ...]] = {}
    """Choice to the names that it gives the sides, in the order of the game's sides."""
    cite: str = ""

    @property
    def named_choices(self) -> dict[str, str]:
        """Label of each choice, by its key."""
        return dict(zip(self.choices, self.labels or self.choices, strict=False))


class Victory(Record, frozen=True):
    """A victory condition or level of victory; players choose one when they record the outcome."""

    id: str
    title: str
    """Level of victory, or decisive condition: `Victory points`."""
    says: str
    """The condition, or where it is printed if the sources lack it."""
    side: str = ""
    """The only side that can win this way; empty for either side and for a draw."""
    scenario: str = ""
    """Id of the only scenario to which it applies; empty for every scenario."""
    cite: str = ""


class Scenarios(Record, frozen=True):
    """Shape of scenarios.yaml. A file in the player's own folder adds to that of the game."""

    scenarios: tuple[Scenario, ...] = ()
    """The battles."""
    arrivals: tuple[Arrival, ...] = ()
    """Schedule of arrivals."""
    commands: tuple[Command, ...] = ()
    """Commands, for the cup and for orders."""
    counters: tuple[Counter, ...] = ()
    """Counts for the whole game."""
    settings: tuple[Setting, ...] = ()
    """Facts that are asked once in a session."""
    victory: tuple[Victory, ...] = ()
    """Victory conditions or levels."""

    def added_to(self, before: "Scenarios") -> "Scenarios":
        """Return these records followed by those of `before` whose id or name is not among them."""
        return Scenarios(
            (*self.scenarios, *_others(before.scenarios, self.scenarios, "id")),
            (*self.arrivals, *before.arrivals),
            (*self.commands, *_others(before.commands, self.commands, "name")),
            (*self.counters, *_others(before.counters, self.counters, "id")),
            (*self.settings, *_others(before.settings, self.settings, "name")),
            (*self.victory, *_others(before.victory, self.victory, "id")),
        )


def _others(before: tuple[R, ...], added: tuple[R, ...], key: str) -> tuple[R, ...]:
    known = {getattr(record, key) for record in added}
    return tuple(record for record in before if getattr(record, key) not in known)


class UnitFact(Record, frozen=True):
    """A fact recorded for a unit because several calculators ask for it."""

    name: str
    like: str
    """Input with the same domain, as in `closing-roll.rating`."""
    fills: tuple[str, ...] = ()
    """Inputs that it answers in calculators without parts, as in `rating` or `target.rating`."""
    label: str = ""
    given: dict[str, str] = {}
    """Inputs that the choices depend on, each with a formula over the facts, as in `arm: arm`."""
    is_state: Literal["yes", "no"] = "no"
    """Whether it is a state, such as disordered, which the list of units shows beside the name."""


class UnitBar(Record, frozen=True):
    """A reason why the rules bar a unit from a part. The players see it and decide."""

    when: str
    """Formula over the facts: condition for barring the unit."""
    because: str
    """The reason in a sentence, without its full stop."""
    cite: str = ""


class UnitPart(Record, frozen=True):
    """The part of one unit in a calculator, such as the attacker of a charge.

    A calculator without parts takes one unit, whose facts answer the inputs in their `fills`.
    """

    procedure: str
    id: str
    title: str
    answers: dict[str, str] = {}
    """Inputs that the unit answers, each with a formula over its facts; a formula over unknown facts gives no answer.

    `before.FACT` is the fact before the exchange: before the results of the calculators that led here were applied.
    """
    rows: str = ""
    """List of the calculator in which each row is a unit with this part; `answers` then names fields of a row."""
    fits: str = "yes"
    """Formula over the facts: condition for the part. Units that do not meet it are offered last."""
    bars: tuple[UnitBar, ...] = ()
    """Reasons why a unit may not take the part, shown when it is offered and while it takes the part."""
    follows: tuple[str, ...] = ()
    """Parts of earlier calculators, as in `fire.target`, whose unit takes this part in a follow-up."""


class UnitChange(Record, frozen=True):
    """A change of a unit by a result. It is shown to the player before it is applied."""

    procedure: str
    fact: str = ""
    """Name of the fact that changes; empty if the unit is removed."""
    to: str = ""
    """Formula over the answers and results of the calculator, `was` (the fact before) and `before.FACT` (any fact).

    `nothing` makes the fact unknown. If several changes of a fact apply, the last one counts.
    """
    removes: YesNo = "no"
    """Whether the result removes the unit, such as a destroyed one."""
    when: str = "yes"
    part: str = ""
    """Part of the unit that changes; required if the calculator has parts."""


class Units(Record, frozen=True):
    """Shape of units.yaml."""

    facts: tuple[UnitFact, ...] = ()
    """Facts recorded for each unit."""
    parts: tuple[UnitPart, ...] = ()
    """Units that take part in calculators."""
    changes: tuple[UnitChange, ...] = ()
    """Changes of units by results."""
