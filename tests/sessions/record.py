"""Writes a session file of today's format with every kind of event and every field of each, and what it comes to.

`python -m tests.sessions.record NAME` makes NAME.session and NAME.json beside this file. What was made once stays
as it is: it stands for the sessions that players have from that version. A kind or a field that is new asks for
another file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from companion.model import Library, event
from companion.play.session import Session
from companion.play.store import Store

FOLDER = Path(__file__).resolve().parent
GAME = "creek"
"""No installed game: a session folds without the books."""

SLIP = event.Slip(
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
STANDING = event.Slip("Gray", "", "Guard", "move", "hold the bridge", 1, 1)
CLOCK = event.ClockSet(
    day=1,
    minute=600,
    lights=(event.Light(330, "day"), event.Light(1200, "twilight"), event.Light(1230, "night")),
    days=("July 1", "July 2"),
    last_turn=37,
)
ARRIVES = event.Prompt(
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
"""Number of the event that holds the attempt."""
ROLL = {"name": "dice", "dice": "1d6", "value": 4, "faces": [4], "source": "app", "pool": False}
ATTEMPT = event.Calculated(
    procedure="creek:attempt",
    inputs={"rating": 3, "near": False},
    rolls=[ROLL],
    line="Attempt: Works: no  (rolled 4 on 1d6)",
    detail={"outcome": {"works": False}, "ledger": [], "odds": {"yes": "1/2", "no": "1/2"}},
)
RIGHT = msgspec.structs.replace(
    ATTEMPT,
    inputs={"rating": 3, "near": True},
    line="Attempt: Works: yes  (rolled 4 on 1d6)",
    detail={"outcome": {"works": True}, "ledger": [], "odds": {"yes": "2/3", "no": "1/3"}},
    amends=ATTEMPT_LINE,
)


def minutes() -> Iterator[datetime]:
    """An evening, a minute between one thing and the next."""
    now = datetime(2026, 11, 20, 19, 0)
    while True:
        yield now
        now += timedelta(minutes=1)


def play(session: Session) -> None:
    """Two turns and a bit; some of it taken back, some of that brought back."""
    for batch in _first_turn():
        session.add(*batch, game=GAME)
    session.undo()
    session.undo()
    session.redo()
    for batch in _second_turn():
        session.add(*batch, game=GAME)
    session.undo()
    session.store.keep("screen", "turn")


def _first_turn() -> tuple[tuple[event.Event, ...], ...]:
    ruling = event.TableRuling("table-1", "creek:attempt/Near", "within two hexes", "2026-11-20")
    second = event.TableRuling("table-2", "creek:2.0", "orders are read aloud", "2026-11-20")
    return (
        (event.Opened(GAME),),
        (event.ClockWasSet(CLOCK), event.ScenarioChosen("first", (STANDING,)), event.Moved(1, 0)),
        (event.SettingChosen("weather", "wet"),),
        (event.SettingChosen("battle", "north"),),
        (event.OrderSent(SLIP),),
        (event.Ticked(1, 0, 1),),
        (event.Moved(1, 1, (), "I Corps"), event.Ticked(1, 1, 0, True, "I Corps"), event.Moved(1, 0)),
        (event.Ticked(1, 0, 2, False),),
        (event.UnitKept("Guard", {"rating": 4, "tired": True}, "Gray"),),
        (event.UnitKept("Scouts", {}),),
        (event.UnitDropped("Scouts"),),
        (event.CupFilled(CHITS, 1),),
        (event.DiceRolled(3, (3,), "the cup", 0), event.ChitDrawn("Guard", "app")),
        (event.DiceRolled(6, (4,), "creek:attempt Attempt", 0), ATTEMPT),
        (RIGHT,),
        (event.Noted("the commander was near after all", ATTEMPT_LINE), event.Pinned(ATTEMPT_LINE)),
        (event.ChitTried("Guard", "delay", False, "goes back after the next draw"),),
        (event.ChitTried("I Corps", "now", True, "moves before the drawn chit", "II Corps", False),),
        (event.ChitDrawn("I Corps", "hand"),),
        (event.ChitMarked("Guard", "ordered"),),
        (event.Ruled(ruling), event.Ruled(second), event.Counted("losses", 2)),
        (event.Counted("losses", -1),),
        (event.Noted("a note that was taken back"),),
    )


def _second_turn() -> tuple[tuple[event.Event, ...], ...]:
    changed = msgspec.structs.replace(SLIP, text="take the ridge at dawn")
    return (
        (event.Moved(2, 0, (ARRIVES, event.Prompt("reminder-fog", "Fog lifts.", 2))),),
        (event.OrderRewritten(2, changed),),
        (event.PromptSettled("reminder-fog", "waved away"),),
        (event.OrderBecame(2, "accepted", 2, "rolled 9"), event.PromptSettled(ARRIVES.id, "accepted")),
        (event.OrderBecame(1, "ended", 2),),
        (event.Pinned(4), event.Pinned(4, False)),
        (event.Unruled("table-1"), event.SettingChosen("weather", "")),
        (event.DiceRolled(6, (6, 1), "creek:attempt Attempt", 1), event.ClockWasSet(None)),
    )


def folded(session: Session) -> dict[str, Any]:
    """What a session comes to, as JSON has it."""
    state: dict[str, Any] = json.loads(msgspec.json.encode(session.state))
    for table in state["tables"].values():
        table["ticks"].sort()
    state["pins"].sort()
    return {
        "name": session.name,
        "state": state,
        "lines": len(session.log),
        "counting": sorted(session.counting()),
        "broken": sorted(session.broken),
        "undoable": [each.id for each in session.undoable],
        "redoable": [each.id for each in session.redoable],
        "dice": {"3": [session.face(3, 0)], "6": [session.face(6, place) for place in range(3)]},
        "screen": session.store.kept("screen"),
    }


def record(name: str) -> None:
    """Makes the two files; a session that is there already is left alone."""
    if (FOLDER / f"{name}.session").exists():
        raise SystemExit(f"{name}.session is there already and stays as it is")
    watch = minutes()
    session = Session(Store(FOLDER, name), Library(()), now=lambda: next(watch))
    play(session)
    text = json.dumps(folded(session), indent=2) + "\n"
    session.close()
    (FOLDER / f"{name}.lock").unlink(missing_ok=True)
    (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    record(sys.argv[1])
