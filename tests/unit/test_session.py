"""The session: events on disk, undo and redo, prompts, and dice that are never rolled again."""

from __future__ import annotations

import os
import random
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from companion.model import Library, NotFound, Phase, Refused, Reminder
from companion.model.event import Calculated, Chit, Noted
from companion.model.recorded import OrderSlip, Prompt
from companion.play import chits, dispatch, rulings, turn, units_and_notes
from companion.play.clock import Position
from companion.play.dice_tape import DiceTape
from companion.play.opening import open_session
from companion.play.prompts import when_words
from companion.play.session import Session
from companion.play.session_files import (
    checked_name,
    current_name,
    make_current,
    session_names,
    session_path,
    sessions_folder,
)
from companion.play.state import GameState
from companion.play.store import session_file
from companion.play.store.errors import BusyElsewhere, NotSaved
from companion.play.store.lock import try_lock
from companion.play.store.memory import MemoryStore
from companion.play.store.session_file import SessionFile
from companion.play.typed_chits import pasted_chits
from companion.render.turn import turn_json
from tests.proofs.corrupt import KINDS, damaged_sessions
from tests.small_game import LIBRARY, SEQUENCE


def opened(folder: Path, name: str = "Evening", seed: int = 1) -> Session:
    """Open a session of the small game."""
    session = open_session(folder, LIBRARY, name, chance=random.Random(seed))
    session.now = lambda: datetime(2026, 7, 1, 18, 0)
    session.open_game("small")
    return session


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A new session."""
    made = opened(tmp_path)
    yield made
    made.close()


def again(session: Session, folder: Path) -> Session:
    """Close and reopen the session."""
    session.close()
    return opened(folder, session.name)


def slip(**changes: object) -> OrderSlip:
    """An order of Red to I Corps that arrives after five turns."""
    order = OrderSlip("Red", "Army", "I Corps", "attack", "take the hill", 1, 6)
    return msgspec.structs.replace(order, **changes)


def play_turns(session: Session, turns: int) -> dict[int, list[str]]:
    """Step through every phase; return the ids of the raised prompts by turn."""
    found: dict[int, list[str]] = {}
    for _ in range(turns * 4):
        for prompt in turn.step(session, 1):
            found.setdefault(turn.here(session).turn, []).append(prompt.id)
    return found


def test_reopening_changes_nothing(session: Session, tmp_path: Path) -> None:
    """State and log are unchanged."""
    turn.choose_scenario(session, "first")
    chits.fill(session)
    chits.draw(session)
    dispatch.send(session, slip())
    turn.count(session, "losses", 2)
    units_and_notes.add_note(session, "the fog lifts")
    session.undo()
    before, log = session.state, list(session.log)
    back = again(session, tmp_path)
    assert back.state == before
    assert back.log == log
    assert back.redoable[0].event.text == "the fog lifts"  # type: ignore[union-attr]
    back.close()


def test_undo_and_redo_are_inverse(session: Session) -> None:
    """Undo everything step by step, then redo everything."""
    turn.choose_scenario(session, "first")
    states = [session.state]
    for act in (
        lambda: turn.step(session, 1),
        lambda: chits.fill(session),
        lambda: chits.draw(session),
        lambda: dispatch.send(session, slip()),
        lambda: turn.tick(session, 1) if turn.here(session).moment == 1 else None,
    ):
        act()
        states.append(session.state)
    for state in reversed(states[:-1]):
        session.undo()
        assert session.state == state
    for state in states[1:]:
        session.redo()
        assert session.state == state
    with pytest.raises(Refused, match="nothing to redo"):
        session.redo()


def test_undone_events_stay_in_the_log(session: Session) -> None:
    """The undone line can be read, but does not count."""
    turn.step(session, 1)
    moved = session.log[-1]
    session.undo()
    assert moved in session.log
    assert moved.id not in session.counting()
    session.redo()
    assert moved.id in session.counting()


def test_opening_the_first_game_cannot_be_undone(session: Session) -> None:
    """A session always has a game."""
    with pytest.raises(Refused, match="nothing to undo"):
        session.undo()


def test_a_die_repeats_after_undo(session: Session) -> None:
    """Undone dice come again in the same order, also for another roll."""
    first = DiceTape(session, "one")
    rolled = [first.randint(1, 6) for _ in range(3)]
    first.save()
    session.undo()
    second = DiceTape(session, "two")
    assert [second.randint(1, 6) for _ in range(2)] == rolled[:2]
    second.save()
    third = DiceTape(session, "three")
    assert third.randint(1, 6) == rolled[2]


def test_a_calculation_is_undone_with_the_dice_rolled_for_it(session: Session) -> None:
    """A single undo removes both, and the dice will repeat."""
    tape = DiceTape(session, "Shot", "small:shot")
    rolled = tape.randint(1, 6)
    tape.save()
    units_and_notes.log_calculation(session, Calculated("small:shot", {}, (), "Shot"))
    assert len(session.undo()) == 2
    assert session.state.dice_rolled == {}
    assert DiceTape(session, "Shot", "small:shot").randint(1, 6) == rolled
    assert len(session.redo()) == 2
    assert session.state.dice_rolled == {("small:shot", "", 6): 1}


def test_undone_dice_repeat_only_for_the_same_roll(session: Session) -> None:
    """Repeating the roll repeats the dice; another roll of the calculator does not get them."""
    chance = random.Random(3)
    session.chance = chance
    closing = DiceTape(session, "Closing roll", "small:charge", "closing.die")
    rolled = [closing.randint(1, 1000) for _ in range(2)]
    closing.save()
    session.undo()
    other = DiceTape(session, "Volley", "small:charge", "opening.die")
    assert other.randint(1, 1000) not in rolled
    other.save()
    again = DiceTape(session, "Closing roll", "small:charge", "closing.die")
    assert [again.randint(1, 1000) for _ in range(2)] == rolled


def test_dice_of_another_calculator_are_not_undone(session: Session) -> None:
    """A calculator whose id begins with the same words keeps its dice."""
    tape = DiceTape(session, "die", "small:fire-size")
    tape.randint(1, 6)
    tape.save()
    units_and_notes.log_calculation(session, Calculated("small:fire", {}, (), "Fire"))
    assert [type(each.event).__name__ for each in session.undo()] == ["Calculated"]


def test_a_drawn_chit_repeats_after_undo(session: Session) -> None:
    """With the same cup, the same chit is drawn."""
    chits.fill(session)
    drawn = [chits.draw(session) for _ in range(3)]
    assert sorted(drawn) == ["Guard", "I Corps", "II Corps"]
    for _ in drawn:
        session.undo()
    assert [chits.draw(session) for _ in range(3)] == drawn


def test_an_order_is_due_once_on_its_turn(session: Session) -> None:
    """Sent at 10:00 with five turns of delay, due at 11:15 in its side's own phase."""
    turn.choose_scenario(session, "first")
    session.undo()
    turn.set_clock(session, "10:00")
    dispatch.send(session, slip())
    found = play_turns(session, 7)
    assert [at for at, ids in found.items() for each in ids if each == "order-1-arrives"] == [6]
    assert found[6] == ["order-1-arrives"]
    assert found[7] == ["order-1-again@7"]


def test_undoing_the_turn_removes_the_prompt(session: Session) -> None:
    """The prompt is raised again, once, when the turn is repeated."""
    dispatch.send(session, slip(arrives=2))
    for _ in range(4):
        turn.step(session, 1)
    assert [each.id for each in session.game_state.due()] == ["order-1-arrives"]
    session.undo()
    assert session.game_state.due() == ()
    assert [each.id for each in turn.step(session, 1)] == ["order-1-arrives"]
    assert turn.step(session, 1) == ()


@pytest.mark.parametrize(
    ("start", "arrives", "when"), [("22:30", 5, "day 2, 00:30, night"), ("05:00", 6, "06:30")]
)
def test_orders_arrive_across_midnight_and_dawn(
    session: Session, start: str, arrives: int, when: str
) -> None:
    """Turns count, whatever their length."""
    turn.set_clock(session, start, lights=[("05:30", "day"), ("20:00", "night")])
    dispatch.send(session, slip(arrives=arrives))
    found = play_turns(session, arrives)
    assert found[arrives][0] == "order-1-arrives"
    assert when_words(session.module, session.game_state, arrives) == f"turn {arrives}, {when}"


def test_a_jump_raises_skipped_prompts_once(session: Session) -> None:
    """Arrivals and orders on the way; recurring prompts only for the turn reached."""
    turn.choose_scenario(session, "first")
    dispatch.send(session, slip(arrives=4))
    ids = [each.id for each in turn.jump(session, 10, 1)]
    assert ids == ["order-2-arrives", "arrival-2", "reminder-ninth", "stop-1-I Corps@10", "order-2-again@10"]
    assert turn.jump(session, 3, 1) == ()
    assert turn.jump(session, 10, 1) == ()


def test_an_order_that_arrives_at_once_is_due_now(session: Session) -> None:
    """The order is due in the phase in which it was sent."""
    dispatch.send(session, slip(arrives=1))
    (prompt,) = session.game_state.due()
    assert (prompt.id, prompt.says) == ("order-1-arrives", "Order to I Corps arrives: roll to accept")
    before = len(session.log)
    dispatch.send(session, slip(arrives=3))
    assert len(session.log) == before + 1, "the first order does not arrive again"


def test_an_order_entered_late_arrives_now(session: Session) -> None:
    """An order entered after its arrival turn is due for its first roll now, not for another attempt."""
    turn.jump(session, 3, 1)
    dispatch.send(session, slip(arrives=2))
    assert [each.id for each in session.game_state.due()] == ["order-1-arrives"]


def test_an_edited_game_with_fewer_phases_goes_on_from_its_last_one(session: Session) -> None:
    """If an edited game has fewer phases, a session continues from the last one, also backwards."""
    turn.jump(session, 2, 4)
    sequence = msgspec.structs.replace(SEQUENCE, phases=SEQUENCE.phases[:2])
    session.library = Library((msgspec.structs.replace(LIBRARY.modules[0], sequence=sequence),))
    assert turn.here(session) == (2, 2)
    turn.step(session, -1)
    assert turn.here(session) == (2, 1)


def test_an_accepted_order_is_not_due_and_starts_its_checks(session: Session) -> None:
    """Each division under it has a check each turn, from turn 9 on."""
    dispatch.send(session, slip(arrives=1, formations=("1st", "2nd")))
    dispatch.change_state(session, 1, "accepted")
    assert session.game_state.due() == ()
    assert turn.jump(session, 8, 1) == ()
    raised = [each.id for each in turn.jump(session, 9, 1)]
    assert raised == ["reminder-ninth", "stop-1-1st@9", "stop-1-2nd@9"]
    dispatch.change_state(session, 1, "ended", "taken")
    assert [each.id for each in session.game_state.due()] == ["reminder-ninth"]
    with pytest.raises(Refused, match="ended"):
        dispatch.change_state(session, 1, "accepted")


def test_grace_delays_the_checks(session: Session) -> None:
    """The checks start this many turns after the order was accepted."""
    dispatch.send(session, slip(arrives=1, grace=10))
    dispatch.change_state(session, 1, "accepted")
    assert [each.id for each in turn.jump(session, 11, 1)] == ["reminder-ninth"]
    assert [each.id for each in turn.jump(session, 12, 1)] == ["stop-1-I Corps@12"]


def test_a_relay_reaches_the_divisions_later(session: Session) -> None:
    """The delay counts from the arrival at the corps, accepted or not."""
    dispatch.send(session, slip(arrives=2, formations=("1st",), relay=2, condition="the bridge is taken"))
    found = play_turns(session, 4)
    assert "order-1-relay-1st" in found[4]
    assert session.game_state.prompts[0].says.endswith("roll to accept, once the bridge is taken")


def test_a_relay_stays_due_when_the_order_is_accepted(session: Session) -> None:
    """The corps has its order, but it must still reach the division."""
    dispatch.send(session, slip(arrives=2, formations=("1st",), relay=1))
    play_turns(session, 3)
    dispatch.change_state(session, 1, "accepted")
    assert [each.id for each in session.game_state.due()] == ["order-1-relay-1st"]
    dispatch.change_state(session, 1, "ended")
    assert session.game_state.due() == ()


def test_a_roll_settles_the_skipped_roll_of_the_previous_turn(session: Session) -> None:
    """The roll of turn 2 was skipped; when that of turn 3 fails, only that of turn 4 is due."""
    dispatch.send(session, slip(arrives=2))
    play_turns(session, 2)
    assert [each.id for each in session.game_state.due()] == ["order-1-again@3"]
    dispatch.not_accepted(session, 1)
    assert session.game_state.due() == ()
    turn.jump(session, 4, 1)
    assert [each.id for each in session.game_state.due()] == ["order-1-again@4"]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"side": "Green"}, "Red, Blue"),
        ({"kind": "dance"}, "attack, move"),
        ({"recipient": " "}, "needs a recipient"),
        ({"arrives": 0}, "outside 1 to 999"),
        ({"relay": -1}, "0 or more"),
    ],
)
def test_an_order_outside_its_domain_is_refused(
    session: Session, changes: dict[str, object], why: str
) -> None:
    """Nothing is sent, and no order is corrected."""
    dispatch.send(session, slip())
    before = session.state
    with pytest.raises(Refused, match=why):
        dispatch.send(session, slip(**changes))
    with pytest.raises(Refused, match=why):
        dispatch.rewrite(session, 1, slip(**changes))
    assert session.state is before


def test_an_order_is_not_accepted_before_it_arrives(session: Session) -> None:
    """The player can undo and send it again, or rewrite its turn."""
    dispatch.send(session, slip())
    with pytest.raises(Refused, match="not arrive until turn 6"):
        dispatch.change_state(session, 1, "accepted")
    dispatch.rewrite(session, 1, slip(arrives=1))
    before = len(session.log)
    with pytest.raises(NotFound, match="unknown order 9; known: 1"):
        dispatch.rewrite(session, 9, slip(arrives=1))
    assert len(session.log) == before
    assert dispatch.change_state(session, 1, "accepted").state == "accepted"


def test_an_hq_tries_once_a_turn(session: Session) -> None:
    """Different uses count together; a use without a roll is not an attempt."""
    chits.fill(session)
    chits.draw(session, "guard")
    chits.try_use(session, "I Corps", "now", False)
    with pytest.raises(Refused, match=r"I Corps has already tried; an HQ may try once a turn \(1\.2\)"):
        chits.try_use(session, "I Corps", "now", True)
    chits.try_use(session, "II Corps", "reserve", True)
    assert session.game_state.cup.aside == ("II Corps",)
    with pytest.raises(Refused, match="only the chit just drawn may go back, not II Corps"):
        chits.check_try(session, "II Corps", "delay")
    chits.try_use(session, "Guard", "delay", True)
    assert session.game_state.cup.returning == ("Guard",)


def test_chits_left_in_the_cup_are_reported_after_the_phase(session: Session) -> None:
    """The prompt comes once, and only if chits are left."""
    turn.jump(session, 1, 3)
    chits.fill(session, (Chit("A"), Chit("B")))
    chits.draw(session, "A")
    (prompt,) = turn.step(session, 1)
    assert prompt.says == "Still in the cup: B"
    assert turn.step(session, 1) == ()


def test_a_pasted_list_of_chits(session: Session) -> None:
    """Lines or commas, blanks, colons or columns; the game knows side and rating of its own commands."""
    text = "i corps, Ney 4\r\nPicton:blue:12\n\nReille\t\tRed\t 3 ;Old 9th:Red; Guard::999"
    assert pasted_chits(session, text) == [
        Chit("I Corps", "Red", 3),
        Chit("Ney", "", 4),
        Chit("Picton", "Blue", 12),
        Chit("Reille", "Red", 3),
        Chit("Old 9th", "Red"),
        Chit("Guard", "Blue", 999),
    ]
    with pytest.raises(Refused, match="'1000' is not a rating; write a whole number"):
        pasted_chits(session, "Ney:Red:1000")
    wrong = "Ney:Green\nPicton\nHill:Blue:x\n" + "Guard:Red:y\n" * 3
    told = r"line 1: Ney: 'Green' .*; line 3: Hill: 'x' .*; line 4: Guard: 'y' .*; and 2 more"
    with pytest.raises(Refused, match=told):
        pasted_chits(session, wrong)


def test_a_game_without_a_cup_has_nothing_to_fill(session: Session) -> None:
    """Nothing is logged."""
    before = len(session.log)
    sequence = msgspec.structs.replace(SEQUENCE, cup=None)
    session.library = Library((msgspec.structs.replace(LIBRARY.modules[0], sequence=sequence),))
    with pytest.raises(Refused, match="Small does not use chits"):
        chits.fill(session, (Chit("A"),))
    assert len(session.log) == before


def test_chits_of_a_cup_without_a_phase_are_reported_after_the_turn(session: Session) -> None:
    """The Commands may act in any phase until then."""
    assert SEQUENCE.cup is not None
    sequence = msgspec.structs.replace(SEQUENCE, cup=msgspec.structs.replace(SEQUENCE.cup, phase=""))
    session.library = Library((msgspec.structs.replace(LIBRARY.modules[0], sequence=sequence),))
    chits.fill(session, (Chit("A"), Chit("B")))
    assert turn.jump(session, 1, 4) == ()
    (prompt,) = turn.step(session, 1)
    assert prompt.says == "Still in the cup: A, B"


def test_only_chits_of_the_last_set_are_reported(session: Session) -> None:
    """After refilling the cup, chits left from the previous set are no longer reported."""
    chits.fill(session, (Chit("A"), Chit("B")))
    turn.jump(session, 3, 1)
    turn.jump(session, 5, 1)
    assert [each.says for each in session.game_state.due()] == ["Still in the cup: A, B"]
    chits.fill(session, (Chit("C"), Chit("D")))
    assert session.game_state.due() == ()
    turn.jump(session, 7, 1)
    assert [each.says for each in session.game_state.due()] == ["Still in the cup: C, D"]


def test_a_phase_of_one_side_reminds_that_side(tmp_path: Path) -> None:
    """Heading, JSON and formulas know whose phase it is, and orders of the other side arrive in it."""
    volley = Phase("volley", "Volley", "Blue")
    added = (
        Reminder("fuses", "Cut the fuses", phase="volley", when="side == 'Blue'"),
        Reminder("none", "Nobody", phase="volley", when="side == 'Red'"),
    )
    assert SEQUENCE.orders is not None
    orders = msgspec.structs.replace(SEQUENCE.orders, phase="volley")
    sequence = msgspec.structs.replace(
        SEQUENCE, phases=(*SEQUENCE.phases, volley), orders=orders, reminders=added
    )
    module = msgspec.structs.replace(LIBRARY.modules[0], sequence=sequence)
    session = open_session(tmp_path, Library((module,)), "Volley", chance=random.Random(1))
    session.open_game("small")
    dispatch.send(session, slip(arrives=1))
    assert [each.id for each in turn.jump(session, 1, 5)] == ["reminder-fuses", "order-1-arrives"]
    answer = turn_json(session)
    assert (answer["side"], answer["where"]) == ("Blue", "Turn 1, Blue, Volley")
    session.close()


def test_a_reminder_of_a_phase_ends_with_it(session: Session) -> None:
    """A recurring reminder is due in its phase, for each side; others stay due until they are done."""
    turn.set_clock(session, "23:45")
    turn.jump(session, 2, 1)
    assert [each.id for each in session.game_state.due()] == ["reminder-midnight@2"]
    assert turn.step(session, 1) == ()
    assert [each.id for each in session.game_state.due()] == ["reminder-midnight@2"]
    turn.step(session, 1)
    assert session.game_state.due() == ()
    turn.step(session, -1)
    assert [each.id for each in session.game_state.due()] == ["reminder-midnight@2"]
    turn.jump(session, 9, 3)
    assert [each.id for each in session.game_state.due()] == ["reminder-ninth"]


def test_a_clock_set_later_raises_what_the_time_calls_for(session: Session) -> None:
    """The reminder of this very turn and phase, as if the marker had reached it with that clock; only once."""
    turn.jump(session, 2, 1)
    assert session.game_state.due() == ()
    assert [each.id for each in turn.set_clock(session, "23:45")] == ["reminder-midnight@2"]
    assert [each.id for each in session.game_state.due()] == ["reminder-midnight@2"]
    assert turn.here(session) == (2, 0)
    assert turn.set_clock(session, "23:45", lights=[("20:00", "night")]) == ()
    session.undo()
    session.undo()
    assert (session.game_state.clock, session.game_state.due()) == (None, ())


def test_a_recurring_prompt_is_due_in_its_own_turn_only() -> None:
    """A prompt that is raised once stays due in later turns."""
    state = GameState(prompts=(Prompt("fog@2", "Fog", 2), Prompt("bridge", "The bridge is open", 2)))
    due = {
        turn: [prompt.id for prompt in msgspec.structs.replace(state, position=Position(turn)).due()]
        for turn in (1, 2, 3)
    }
    assert due == {1: [], 2: ["fog@2", "bridge"], 3: ["bridge"]}


def test_a_scenario_sets_clock_orders_and_last_turn(session: Session) -> None:
    """Its first arrivals are due at once, its end on the last turn."""
    prompts = turn.choose_scenario(session, "first")
    assert [each.says for each in prompts] == ["Red reinforcements at A: 1st Brigade"]
    (order,) = session.game_state.orders
    assert (order.slip.recipient, order.state) == ("I Corps", "accepted")
    assert (order.slip.sent, order.slip.arrives) == (1, 1), "it is in force from the first turn"
    assert session.game_state.clock is not None
    assert session.game_state.clock.last_turn == 37
    assert "last-turn" in [each.id for each in turn.jump(session, 37, 1)]
    assert [(each.says, each.turn) for each in turn.jump(session, 40, 1) if each.id == "over"] == [
        ("The first day is over", 38)
    ]


def test_reinforcements_arrive_until_the_scenario_ends(session: Session) -> None:
    """The marker may go on beyond the last turn; whoever would come the next night does not."""
    turn.choose_scenario(session, "first")
    assert [each.says for each in turn.jump(session, 37, 1) if each.id.startswith("arrival")] == [
        "Blue reinforcements at B: 2nd Brigade"
    ]
    assert [each.id for each in turn.jump(session, 50, 1) if each.id.startswith("arrival")] == []


def test_ticks_settings_counters(session: Session) -> None:
    """Ticks toggle, settings are within their domain, counters never fall below zero."""
    turn.tick(session, 2)
    assert session.game_state.ticks == {(1, 0, 1, "")}
    turn.tick(session, 2)
    assert session.game_state.ticks == frozenset()
    turn.choose_setting(session, "battle", "north")
    assert session.game_state.settings == {"battle": "north"}
    with pytest.raises(Refused, match="north, south"):
        turn.choose_setting(session, "battle", "east")
    turn.count(session, "losses", 3)
    assert turn.count(session, "losses", -3).title == "Losses of I Corps"
    assert session.game_state.counters == {"losses": 0}
    turn.count(session, "losses", 3)
    with pytest.raises(Refused, match="cannot be reduced by 4"):
        turn.count(session, "losses", -4)
    with pytest.raises(Refused, match="steps in this phase: 2"):
        turn.tick(session, 3)
    with pytest.raises(Refused, match="1 to 4"):
        turn.jump(session, None, 5)
    turn.jump(session, 5, None)
    assert turn.here(session) == (5, 0), "a turn begins with its first phase"


def test_an_unknown_game_is_not_opened(session: Session) -> None:
    """Nothing is logged."""
    before = session.log[-1]
    with pytest.raises(NotFound, match="smal"):
        session.open_game("smal")
    assert (session.log[-1], session.state.game) == (before, "small")


def test_two_sessions_do_not_leak(tmp_path: Path) -> None:
    """Each session has its own turn, cup and dice."""
    one, two = opened(tmp_path, "One", 1), opened(tmp_path, "Two", 2)
    turn.jump(one, 5, 1)
    chits.fill(one)
    assert two.game_state.position == Position()
    assert two.game_state.cup.chits == ()
    turn.jump(two, 9, 2)
    one, two = again(one, tmp_path), again(two, tmp_path)
    assert (one.game_state.position, two.game_state.position) == (Position(5, 0), Position(9, 1))
    assert session_names(sessions_folder(tmp_path)) in (["One", "Two"], ["Two", "One"])
    assert current_name(tmp_path) == "Two"
    one.close()
    two.close()


def test_the_session_opened_last_is_current_although_another_was_written_later(tmp_path: Path) -> None:
    """Opening a session makes it the current one, also if nothing is written to it."""
    folder = sessions_folder(tmp_path)
    folder.mkdir()
    for name, seconds in (("One", 1), ("Two", 3), ("Three", 2)):
        session_path(folder, name).touch()
        os.utime(session_path(folder, name), (seconds, seconds))
    assert current_name(tmp_path) == "Two"
    for name in ("One", "Three"):
        make_current(tmp_path, name)
        assert current_name(tmp_path) == name


def test_a_session_that_is_open_elsewhere_can_be_read_only(session: Session, tmp_path: Path) -> None:
    """The session shows a warning and the state on disk."""
    turn.jump(session, 4, 1)
    second = open_session(tmp_path, LIBRARY, "Evening")
    assert second.store.read_only
    assert "open elsewhere" in second.store.warning
    assert second.state == session.state
    with pytest.raises(NotSaved, match="read-only"):
        turn.step(second, 1)
    assert second.state == session.state
    second.close()


def test_a_session_that_is_only_read_does_not_become_the_current_one(
    session: Session, tmp_path: Path
) -> None:
    """The one opened last to play stays current."""
    opened(tmp_path, "Morning").close()
    assert current_name(tmp_path) == "Morning"
    second = open_session(tmp_path, LIBRARY, "Evening")
    assert second.store.read_only and current_name(tmp_path) == "Morning"
    second.close()


def test_a_session_goes_from_one_window_to_another(session: Session, tmp_path: Path) -> None:
    """The other window takes it over with everything that has happened meanwhile, and the first one follows."""
    second = open_session(tmp_path, LIBRARY, "Evening")
    turn.jump(session, 4, 1)
    assert not second.take_over()
    session.hand_over()
    assert "handed over" in session.store.warning
    with pytest.raises(NotSaved, match="read-only"):
        turn.jump(session, 5, 1)
    assert second.take_over() and turn.here(second) == (4, 0)
    turn.jump(second, 6, 1)
    assert session.refresh() and turn.here(session) == (6, 0)
    assert not session.refresh()
    second.close()


def test_a_session_that_another_window_is_making_is_waited_for(tmp_path: Path) -> None:
    """Only by those who may wait."""
    folder = sessions_folder(tmp_path)
    folder.mkdir()
    other = try_lock(session_path(folder, "Evening"))
    assert other is not None
    with pytest.raises(BusyElsewhere, match="being started elsewhere"):
        open_session(tmp_path, LIBRARY, "Evening")
    session = open_session(tmp_path, LIBRARY, "Evening", pause=other.close)
    assert not session.store.read_only
    session.close()


def test_a_full_disk_changes_nothing(session: Session) -> None:
    """The event did not happen, and the next event can be added."""
    assert isinstance(session.store, SessionFile)
    file = session.store._file
    pages = file.execute("PRAGMA page_count").fetchone()[0]
    file.execute(f"PRAGMA max_page_count={pages}")
    before, log = session.state, list(session.log)
    with pytest.raises(NotSaved, match="full"):
        for _ in range(50):
            units_and_notes.add_note(session, "x" * 2000)
            before, log = session.state, list(session.log)
    assert session.state == before
    assert session.log == log
    file.execute("PRAGMA max_page_count=100000")
    units_and_notes.add_note(session, "room again")
    assert session.store.read() == session.log


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps files that are open")
@pytest.mark.parametrize("gone", ["Evening.session", ""])
def test_a_session_that_was_moved_away_takes_nothing(tmp_path: Path, gone: str) -> None:
    """The file or its folder; back in its place, it takes the next event."""
    session = opened(tmp_path)
    before = list(session.log)
    place = sessions_folder(tmp_path) / gone
    place.rename(tmp_path / "elsewhere")
    with pytest.raises(NotSaved, match="was moved or deleted"):
        units_and_notes.add_note(session, "lost")
    assert session.log == before
    (tmp_path / "elsewhere").rename(place)
    units_and_notes.add_note(session, "back")
    assert again(session, tmp_path).log[:-1] == before


def test_a_batch_is_written_completely_or_not_at_all(session: Session, tmp_path: Path) -> None:
    """If its second event cannot be written, the first one is not on disk either; the next batch is."""
    session.close()
    with closing(sqlite3.connect(session_path(sessions_folder(tmp_path), session.name))) as file:
        file.execute(
            "CREATE TRIGGER full BEFORE INSERT ON event WHEN NEW.data LIKE '%second%' "
            "BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
    session = opened(tmp_path)
    before = list(session.log)
    with pytest.raises(NotSaved, match="no room"):
        session.add(Noted("first"), Noted("second"))
    assert session.log == session.store.read() == before
    units_and_notes.add_note(session, "third")
    reader = SessionFile(sessions_folder(tmp_path), session.name, write=False)
    assert reader.read() == [*before, session.log[-1]]
    reader.close()
    session.close()


def test_a_write_waits_for_another_program_that_reads_the_file(session: Session) -> None:
    """Without this, SQLite would refuse at once."""
    assert isinstance(session.store, SessionFile)
    assert session.store._file.execute("PRAGMA busy_timeout").fetchone()[0] >= 1000


def test_a_mac_is_asked_to_write_through(session: Session) -> None:
    """On macOS, SQLite bypasses the cache of the drive only with this setting."""
    assert isinstance(session.store, SessionFile)
    assert session.store._file.execute("PRAGMA fullfsync").fetchone()[0] == 1


def test_names_similar_to_devices_are_legal() -> None:
    """A name is illegal only if the whole part before its first dot is the name of a device."""
    assert [checked_name(name) for name in ("Conflict", "Com", "Nullify 1", "My con")]


def test_a_folder_that_cannot_be_created_is_refused(tmp_path: Path) -> None:
    """A session in memory replaces it only on request."""
    (tmp_path / "sessions").write_text("a file")
    with pytest.raises(NotSaved, match="cannot be saved"):
        open_session(tmp_path, LIBRARY, "Evening")
    made = open_session(tmp_path, LIBRARY, "Evening", in_memory=True)
    assert isinstance(made.store, MemoryStore)
    assert "this session is not saved" in made.store.warning
    assert made.store.alert == "not saved"
    made.open_game("small")
    turn.step(made, 1)
    made.undo()
    made.redo()
    assert made.game_state.position == Position(1, 1)
    made.close()


def test_on_a_full_disk_a_session_is_read_until_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The real session is shown, nothing is added, and writing goes on when the disk has room again."""
    session = opened(tmp_path)
    units_and_notes.add_note(session, "kept")
    session.close()

    def full(path: Path) -> sqlite3.Connection:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as disk:
        disk.setattr(session_file, "open_to_write", full)
        with pytest.raises(NotSaved, match="disk is full"):
            open_session(tmp_path, LIBRARY, "Evening")
        back = open_session(tmp_path, LIBRARY, "Evening", in_memory=True)
        assert [line.id for line in back.log] == [line.id for line in session.log]
        assert (back.store.read_only, back.store.alert) == (True, "read-only")
        assert "Evening is read-only: " in back.store.warning and "disk is full" in back.store.warning
        with pytest.raises(NotSaved):
            units_and_notes.add_note(back, "lost")
        assert not back.take_over()
        assert back.store.read_only and [line.id for line in back.store.read()] == [1, 2]
    assert back.take_over()
    assert (back.store.alert, back.store.warning) == ("", "")
    units_and_notes.add_note(back, "we play on")
    back = again(back, tmp_path)
    assert [line.id for line in back.log] == [1, 2, 3]
    back.close()


def test_on_a_read_only_medium_a_session_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite wants files beside the session; without them the file is read as it is."""
    session = opened(tmp_path)
    units_and_notes.add_note(session, "kept")
    session.close()
    connect = sqlite3.connect

    class Unable:
        """A connection that cannot make the files that it wants."""

        def execute(self, statement: str) -> None:
            raise sqlite3.OperationalError("unable to open database file")

        def close(self) -> None:
            """Nothing is open."""

    def connected(address: object, **given: object) -> object:
        medium = str(address).startswith("file:") and "immutable" not in str(address)
        return Unable() if medium else connect(address, **given)  # type: ignore[call-overload]

    monkeypatch.setattr(sqlite3, "connect", connected)
    reader = SessionFile(sessions_folder(tmp_path), "Evening", write=False)
    assert [line.id for line in reader.read()] == [1, 2]
    reader.close()


def damaged(path: Path, how: str) -> None:
    """Damage a session file."""
    raw = bytearray(path.read_bytes())
    if how == "head":
        raw[:16] = b"no database here"
    elif how == "cut":
        raw = raw[: len(raw) // 2]
    elif how == "middle":
        raw[len(raw) // 2 : len(raw) // 2 + 600] = b"\xff" * 600
    elif how == "empty":
        raw = bytearray(b"garbage")
    elif how == "names":  # SQLite's message about them is not Unicode
        raw = raw.replace(b"tableeventevent", b"table\xff\xc5entevent").replace(
            b"CREATE TABLE event", b"CREATE TABLE (vent"
        )
    path.write_bytes(bytes(raw))


@pytest.mark.parametrize("how", ["head", "cut", "middle", "empty", "names"])
def test_a_damaged_file_is_copied_and_repaired(tmp_path: Path, how: str) -> None:
    """A copy of the damaged file is kept, and a warning shown; what could be read is there again."""
    session = opened(tmp_path)
    for number in range(200):
        units_and_notes.add_note(session, f"note {number} " + "x" * 100)
    session.close()
    damaged(sessions_folder(tmp_path) / "Evening.session", how)
    spoilt = (sessions_folder(tmp_path) / "Evening.session").read_bytes()
    back = opened(tmp_path)
    assert "damaged" in back.store.warning
    assert how == "empty" or back.log[0] == session.log[0]
    read = re.search(r"continues with (\d+) events that could be read", back.store.warning)
    assert read is not None
    least, most = {
        "head": (201, 201),
        "cut": (40, 140),
        "middle": (180, 200),
        "empty": (0, 0),
        "names": (201, 201),
    }[how]
    assert least <= int(read[1]) <= most
    assert sum(line in session.log for line in back.log[1:]) == max(int(read[1]) - 1, 0)
    (copy,) = sessions_folder(tmp_path).glob("*.bad")
    assert copy.read_bytes() == spoilt
    units_and_notes.add_note(back, "we play on")
    back = again(back, tmp_path)
    assert back.store.warning == ""
    assert back.log[-1].event.text == "we play on"  # type: ignore[union-attr]
    back.close()


def spoil(path: Path, number: int, content: bytes | None = b'{"kind":"from the future"}') -> None:
    """Replace the JSON of an event."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        if content is None:  # the table forbids it, a damaged page does not
            file.execute("PRAGMA writable_schema=1")
            file.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE name = 'event'")
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("UPDATE event SET data = CAST(? AS TEXT) WHERE id = ?", (content, number))


@pytest.mark.parametrize(
    "content", [b'{"kind":"from the future"}', b'{"kind":"noted"', b"\xff\xfe", b"", b"[" * 9999, None]
)
def test_an_event_that_cannot_be_read_is_left_out_and_named(tmp_path: Path, content: bytes | None) -> None:
    """An unreadable event is left out and named; the writer keeps a copy of the file, a reader does not."""
    session = opened(tmp_path)
    for number in range(5):
        units_and_notes.add_note(session, f"note {number}")
    session.close()
    folder = sessions_folder(tmp_path)
    spoil(folder / "Evening.session", 3, content)
    reader = SessionFile(folder, "Evening", write=False)
    assert [event.id for event in reader.read()] == [1, 2, 4, 5, 6]
    assert reader.warning == "line 3 of session Evening cannot be read and is left out"
    reader.close()
    assert not list(folder.glob("*.bad"))
    back = opened(tmp_path)
    assert back.store.warning.startswith(
        "line 3 of session Evening cannot be read and is left out; a copy of the file"
    )
    (copy,) = folder.glob("*.bad")
    assert copy.name in back.store.warning
    units_and_notes.add_note(back, "we play on")
    back = again(back, tmp_path)
    assert [line.id for line in back.log] == [1, 2, 4, 5, 6, 7]
    assert back.store.warning == "line 3 of session Evening cannot be read and is left out"
    assert list(folder.glob("*.bad")) == [copy]
    back.close()


@pytest.mark.parametrize("lost", ["DROP TABLE kept", "ALTER TABLE kept RENAME COLUMN value TO valve"])
def test_a_file_without_a_table_is_repaired(tmp_path: Path, lost: str) -> None:
    """The events go on, and values can be kept again; whoever only reads finds none."""
    session = opened(tmp_path)
    units_and_notes.add_note(session, "the bridge is down")
    session.store.set_value("screen", "turn")
    session.close()
    path = sessions_folder(tmp_path) / "Evening.session"
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute(lost)
    reader = SessionFile(path.parent, "Evening", write=False)
    assert reader.value("screen") == ""
    reader.close()
    back = opened(tmp_path)
    assert re.search("was damaged .no such .* continues with 2 events that could be read", back.store.warning)
    back.store.set_value("screen", "turn")
    assert (back.log, back.store.value("screen")) == (session.log, "turn")
    back.close()


def test_a_value_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    """The session opens, and the value can be written again."""
    session = opened(tmp_path)
    session.store.set_value("screen", "turn")
    session.close()
    path = sessions_folder(tmp_path) / "Evening.session"
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("UPDATE kept SET value = CAST(x'74ff' AS TEXT)")
    back = opened(tmp_path)
    assert (back.store.warning, back.store.value("screen")) == ("", "")
    back.store.set_value("screen", "log")
    assert back.store.value("screen") == "log"
    back.close()


def test_randomly_damaged_files_keep_every_event_that_can_be_read(tmp_path: Path) -> None:
    """Flipped bits, overwritten bytes and blocks, files cut off, spoilt events."""
    tried, faults = damaged_sessions(tmp_path, 1, 25)
    assert len(tried) == len(KINDS) and faults == []


def test_several_lines_are_named_together(tmp_path: Path) -> None:
    """They are left out even if one of a batch is among them."""
    session = opened(tmp_path)
    session.add(Noted("a"), Noted("b"))
    session.add(Noted("c"))
    session.close()
    for number in (3, 4):
        spoil(sessions_folder(tmp_path) / "Evening.session", number)
    back = opened(tmp_path)
    assert back.store.warning.startswith("lines 3, 4 of session Evening cannot be read and are left out")
    assert [line.id for line in back.log] == [1, 2]
    back.close()


def test_a_newer_format_is_refused_untouched(tmp_path: Path) -> None:
    """This version must not repair the file of a later one."""
    opened(tmp_path).close()
    path = sessions_folder(tmp_path) / "Evening.session"
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version=99")
    file.close()
    raw = path.read_bytes()
    with pytest.raises(Refused, match="newer version"):
        opened(tmp_path)
    assert path.read_bytes() == raw


def test_rulings_of_the_session(session: Session) -> None:
    """They need an existing record and words."""
    with pytest.raises(NotFound):
        rulings.new_ruling(session, "9.9", "we do not", iter(()))
    with pytest.raises(Refused, match="needs text"):
        rulings.new_ruling(session, "9.9", " ", iter(()))


@pytest.mark.parametrize(
    "name", ["", "../x", "a/b", ".hidden", "x" * 61, "a\nb\x00", "con.", "Con", "aux.1", "COM1", "lpt9.old"]
)
def test_illegal_names_of_sessions(name: str) -> None:
    """These are not file names, or names of other files."""
    with pytest.raises(Refused, match="is not a valid session name"):
        checked_name(name)
