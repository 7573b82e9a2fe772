"""A small game for tests: two sides, a cup, orders with relay delay, a clock, a scenario with arrivals."""

from __future__ import annotations

from companion.model import (
    ChitUse,
    Clock,
    Command,
    Counter,
    Cup,
    Game,
    GameModule,
    Library,
    OrderCheck,
    OrderKind,
    Orders,
    Phase,
    PhaseStep,
    Reminder,
    Scenario,
    Scenarios,
    Sequence,
    Setting,
)
from companion.model.scenario import Arrival, LightBand, StandingOrder
from companion.model.sequence import TurnLength

SEQUENCE = Sequence(
    sides=("Red", "Blue"),
    phases=(
        Phase("orders", "Orders", "each side", steps=(PhaseStep("Write orders"), PhaseStep("Send them"))),
        Phase("moves", "Moves", "both"),
        Phase("combat", "Combat", "both"),
    ),
    clock=Clock(lengths=(TurnLength("day", 15), TurnLength("twilight", 15), TurnLength("night", 30))),
    cup=Cup(
        "Chits",
        "moves",
        "1.1",
        uses=(
            ChitUse("delay", "Delay", "goes back after the next draw", "1.2", procedure="alter"),
            ChitUse("now", "Move now", "moves before the drawn chit", "1.2", procedure="alter"),
            ChitUse("reserve", "Reserve", "stands aside", "1.3"),
        ),
        marks=("ordered", "failed"),
    ),
    orders=Orders(
        "2.1",
        (OrderKind("attack"), OrderKind("move")),
        "orders",
        accept="accept",
        accept_outcome="yes",
        checks=(OrderCheck("stop", "Stop check", "orders", "2.2", "stop", ("attack",), "turn > 8"),),
    ),
    reminders=(
        Reminder("midnight", "Midnight", "3.1", "orders", "time == '00:00'", "turn"),
        Reminder("ninth", "Ninth turn", "3.2", "", "turn == 9"),
    ),
)

SCENARIOS = Scenarios(
    scenarios=(
        Scenario(
            "first",
            "The first day",
            day=1,
            time="10:00",
            last_day=1,
            last_time="19:00",
            days=("July 1", "July 2"),
            light=(LightBand("05:30", "day"), LightBand("20:00", "twilight"), LightBand("20:30", "night")),
            orders=(StandingOrder("Red", "I Corps", "hold the hill", "attack"),),
            arrivals="yes",
        ),
    ),
    arrivals=(
        Arrival("Red", "10:00", "1st Brigade", where="A"),
        Arrival("Blue", "11:30", "2nd Brigade", where="B"),
        Arrival("Blue", "00:00", "3rd Brigade", day=2),
    ),
    commands=(Command("I Corps", "Red", 3), Command("II Corps", "Red", 2), Command("Guard", "Blue", 4)),
    counters=(Counter("losses", "Losses of I Corps", "Red", 3, "demoralized"),),
    settings=(Setting("battle", "Battle", ("north", "south")),),
)

LIBRARY = Library(
    (GameModule(Game("small", "Small", "1", "none", ()), sequence=SEQUENCE, scenarios=SCENARIOS),)
)
