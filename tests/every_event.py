"""A session with every kind of event, in which every field has a value."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from companion.model import event, recorded
from companion.model.recorded import RecordedFollowUp, RecordedModifier, RecordedRoll
from companion.play.session import Session

GAME = "creek"
"""A game that is not installed: the state of a session does not depend on its data."""

SLIP = recorded.OrderSlip(
    side="Blue",
    sender="Meade",
    recipient="I Corps",
    kind="attack",
    text="take the ridge",
    sent=1,
    arrives=2,
    condition="the guns fall silent",
    formations=("1st Division", "2nd Division"),
    relay=1,
    grace=2,
)
STANDING = recorded.OrderSlip("Gray", "", "Guard", "move", "hold the bridge", 1, 1)
CLOCK = event.ClockSetting(
    day=1,
    minute=600,
    lights=(event.Light(330, "day"), event.Light(1200, "twilight"), event.Light(1230, "night")),
    days=("July 1", "July 2"),
    last_turn=37,
)
ARRIVES = recorded.Prompt(
    id="order-2-arrives",
    says="Order to I Corps arrives: roll to accept",
    turn=2,
    cite="2.0",
    procedure="acceptance",
    order=2,
    about="I Corps",
)
CHITS = (event.Chit("I Corps", "Blue", 3), event.Chit("II Corps", "Blue", 2), event.Chit("Guard", "Gray", 4))
ATTEMPT_LINE = 20
"""Number of the event with the attempt."""
ROLL = RecordedRoll(name="dice", dice="1d6", value=4, faces=(4,), source="app", label="Attempt", id="dice")
NEAR = RecordedModifier("Near", 1, "not applied", "2.1", "near: no", authority="designer", round="Round 1")
RULING = recorded.TableRuling("table-1", "creek:attempt/Near", "within two hexes", "2026-11-20")
ATTEMPT = event.Calculated(
    procedure="creek:attempt",
    inputs={"rating": 3, "near": False},
    rolls=(ROLL,),
    summary="Attempt: Works: no  (rolled 4 on 1d6)",
    ledger=(NEAR,),
    column="1-1",
    needed=3,
    total=0,
    outcome={"works": False, "target.state": "steady"},
    odds={"yes": "1/2", "no": "1/2"},
    follow_ups=(RecordedFollowUp("The Guard checks morale", "3.0", "creek:morale", {"rating": 4}),),
    rulings=(RULING,),
    names={"who": "The Guard"},
    units={"piece": "Guard"},
    after=2,
)
RIGHT = msgspec.structs.replace(
    ATTEMPT,
    inputs={"rating": 3, "near": True},
    summary="Attempt: Works: yes  (rolled 4 on 1d6)",
    ledger=(msgspec.structs.replace(NEAR, state="applied", because="near: yes"),),
    total=1,
    outcome={"works": True, "target.state": "steady"},
    odds={"yes": "2/3", "no": "1/3"},
    amends=ATTEMPT_LINE,
)


def minutes() -> Iterator[datetime]:
    """Yield the minutes of the evening, starting at 19:00."""
    now = datetime(2026, 11, 20, 19, 0)
    while True:
        yield now
        now += timedelta(minutes=1)


def play(session: Session) -> None:
    """Play two turns, with some undoing and redoing."""
    for batch in _first_turn():
        session.add(*batch, game=GAME)
    session.set_player_clock(event.PlayerClockSet(True, by_app=True, since="2026-11-20T19:00:00"))
    session.undo()
    session.undo()
    session.redo()
    for batch in _second_turn():
        session.add(*batch, game=GAME)
    session.undo()


def _first_turn() -> tuple[tuple[event.Event, ...], ...]:
    second = recorded.TableRuling("table-2", "creek:2.0", "orders are read aloud", "2026-11-20")
    return (
        (event.Opened(GAME),),
        (event.ClockChanged(CLOCK), event.ScenarioChosen("first", (STANDING,)), event.Moved(1, 0)),
        (event.SettingChosen("weather", "wet"),),
        (event.SettingChosen("battle", "north"),),
        (event.SidesNamed({"Red": "Union", "Blue": "Confederate"}), event.SidesNamed({})),
        (event.OrderSent(SLIP),),
        (event.Ticked(1, 0, 1),),
        (event.Moved(1, 1, (), "I Corps"), event.Ticked(1, 1, 0, True, "I Corps"), event.Moved(1, 0)),
        (event.Ticked(1, 0, 2, False),),
        (event.UnitKept("Guard", {"rating": 4, "tired": True}, "Gray", result=4, part="piece"),),
        (event.UnitKept("Scouts", {}),),
        (event.UnitDropped("Scouts", result=4, part="piece"),),
        (event.CupFilled(CHITS, 1),),
        (event.DiceRolled(3, (3,), "the cup", 0), event.ChitDrawn("Guard", "app")),
        (event.DiceRolled(6, (4,), "Attempt", 0, "creek:attempt", "dice"), ATTEMPT),
        (RIGHT,),
        (event.Noted("the commander was near after all", ATTEMPT_LINE), event.Pinned(ATTEMPT_LINE)),
        (event.ChitTried("Guard", "delay", False, "goes back after the next draw", "Guard", True),),
        (event.ChitTried("I Corps", "now", True, "moves before the drawn chit", "II Corps", False),),
        (event.ChitDrawn("I Corps", "hand"),),
        (event.ChitMarked("Guard", "ordered"),),
        (event.RulingMade(RULING), event.RulingMade(second), event.Counted("losses", 2)),
        (event.Counted("losses", -1),),
        (event.OutcomeRecorded("Blue", "Minor victory", "Hold the ridge.", "4.0", "the Guard never came"),),
        (event.Noted("a note that was taken back"),),
    )


def _second_turn() -> tuple[tuple[event.Event, ...], ...]:
    changed = msgspec.structs.replace(SLIP, text="take the ridge at dawn")
    return (
        (event.Moved(2, 0, (ARRIVES, recorded.Prompt("reminder-fog", "Fog lifts.", 2))),),
        (event.OrderRewritten(2, changed),),
        (event.PromptSettled("reminder-fog", "waved away"),),
        (event.OrderBecame(2, "accepted", 2, "rolled 9"), event.PromptSettled(ARRIVES.id, "accepted")),
        (event.OrderBecame(1, "ended", 2),),
        (event.Pinned(4), event.Pinned(4, False)),
        (event.RulingDropped("table-1"), event.SettingChosen("weather", "")),
        (event.DiceRolled(6, (6, 1), "Attempt", 1, "creek:attempt", "dice"), event.ClockChanged(None)),
    )
