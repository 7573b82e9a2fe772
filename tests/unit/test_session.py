"""The session: events on disk, undo and redo, prompts, dice that never fall anew."""

from __future__ import annotations

import random
import sqlite3
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
    session_names,
    session_path,
    sessions_folder,
)
from companion.play.state import GameState
from companion.play.store.errors import NotSaved
from companion.play.store.memory import MemoryStore
from companion.play.store.session_file import SessionFile
from companion.render.turn import turn_json
from tests.small_game import LIBRARY, SEQUENCE


def opened(folder: Path, name: str = "Evening", seed: int = 1) -> Session:
    """A session of the small game."""
    session = open_session(folder, LIBRARY, name, chance=random.Random(seed))
    session.now = lambda: datetime(2026, 7, 1, 18, 0)
    session.open_game("small")
    return session


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A fresh session."""
    made = opened(tmp_path)
    yield made
    made.close()


def again(session: Session, folder: Path) -> Session:
    """The same session, closed and opened anew."""
    session.close()
    return opened(folder, session.name)


def slip(**changes: object) -> OrderSlip:
    """An order of Red to I Corps that arrives five turns on."""
    made = OrderSlip("Red", "Army", "I Corps", "attack", "take the hill", 1, 6)
    return msgspec.structs.replace(made, **changes)


def play_turns(session: Session, turns: int) -> dict[int, list[str]]:
    """Steps through every phase; what was raised, by the turn it was raised on."""
    found: dict[int, list[str]] = {}
    for _ in range(turns * 4):
        for prompt in turn.step(session, 1):
            found.setdefault(turn.here(session).turn, []).append(prompt.id)
    return found


def test_everything_is_there_after_closing(session: Session, tmp_path: Path) -> None:
    """State and log are those of before."""
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
    """Back to the start step by step, and forward again step by step."""
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


def test_what_was_undone_stays_in_the_log(session: Session) -> None:
    """Its lines can be read, and count no more."""
    turn.step(session, 1)
    moved = session.log[-1]
    session.undo()
    assert moved in session.log
    assert moved.id not in session.counting()
    session.redo()
    assert moved.id in session.counting()


def test_the_game_that_was_opened_first_is_not_undone(session: Session) -> None:
    """There is always a game in play."""
    with pytest.raises(Refused, match="nothing to undo"):
        session.undo()


def test_a_die_does_not_fall_anew_after_undoing(session: Session) -> None:
    """Nor in a later session of the same evening, nor for another roll."""
    first = DiceTape(session, "one")
    fell = [first.randint(1, 6) for _ in range(3)]
    first.save()
    session.undo()
    second = DiceTape(session, "two")
    assert [second.randint(1, 6) for _ in range(2)] == fell[:2]
    second.save()
    third = DiceTape(session, "three")
    assert third.randint(1, 6) == fell[2]


def test_a_calculation_is_undone_with_the_dice_rolled_for_it(session: Session) -> None:
    """One step back, and the dice are to fall the same."""
    tape = DiceTape(session, "Shot", "small:shot")
    fell = tape.randint(1, 6)
    tape.save()
    units_and_notes.log_calculation(session, Calculated("small:shot", {}, (), "Shot"))
    assert len(session.undo()) == 2
    assert session.state.dice_rolled == {}
    assert DiceTape(session, "Shot", "small:shot").randint(1, 6) == fell
    assert len(session.redo()) == 2
    assert session.state.dice_rolled == {("small:shot", "", 6): 1}


def test_undone_dice_are_for_the_same_roll_only(session: Session) -> None:
    """Rolled again they fall the same; another roll of the calculator does not get them."""
    chance = random.Random(3)
    session.chance = chance
    closing = DiceTape(session, "Closing roll", "small:charge", "closing.die")
    fell = [closing.randint(1, 1000) for _ in range(2)]
    closing.save()
    session.undo()
    other = DiceTape(session, "Volley", "small:charge", "opening.die")
    assert other.randint(1, 1000) not in fell
    other.save()
    again = DiceTape(session, "Closing roll", "small:charge", "closing.die")
    assert [again.randint(1, 1000) for _ in range(2)] == fell


def test_dice_of_another_calculator_are_not_undone(session: Session) -> None:
    """One whose id only begins with the same words keeps its dice."""
    tape = DiceTape(session, "die", "small:fire-size")
    tape.randint(1, 6)
    tape.save()
    units_and_notes.log_calculation(session, Calculated("small:fire", {}, (), "Fire"))
    assert [type(each.event).__name__ for each in session.undo()] == ["Calculated"]


def test_a_chit_is_not_drawn_anew_after_undoing(session: Session) -> None:
    """The same cup gives the same chit."""
    chits.fill(session)
    drawn = [chits.draw(session) for _ in range(3)]
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


def test_undoing_the_turn_lowers_the_prompt(session: Session) -> None:
    """It is raised again, once, when the turn is played again."""
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
    """Turns are counted, however long they are."""
    turn.set_clock(session, start, lights=[("05:30", "day"), ("20:00", "night")])
    dispatch.send(session, slip(arrives=arrives))
    found = play_turns(session, arrives)
    assert found[arrives][0] == "order-1-arrives"
    assert when_words(session.module, session.game_state, arrives) == f"turn {arrives}, {when}"


def test_a_jump_raises_what_it_passes_once(session: Session) -> None:
    """Arrivals and orders on the way; what recurs only for the turn arrived at."""
    turn.choose_scenario(session, "first")
    dispatch.send(session, slip(arrives=4))
    ids = [each.id for each in turn.jump(session, 10, 1)]
    assert ids == ["order-2-arrives", "arrival-2", "reminder-ninth", "stop-1-I Corps@10", "order-2-again@10"]
    assert turn.jump(session, 3, 1) == ()
    assert turn.jump(session, 10, 1) == ()


def test_an_order_that_arrives_at_once_is_due_now(session: Session) -> None:
    """In the phase in which it was sent."""
    dispatch.send(session, slip(arrives=1))
    assert [each.id for each in session.game_state.due()] == ["order-1-arrives"]


def test_an_accepted_order_is_due_no_more_and_brings_its_checks(session: Session) -> None:
    """Each division under it, each turn, from the ninth on."""
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


def test_grace_holds_the_checks_back(session: Session) -> None:
    """So many turns after the order was taken."""
    dispatch.send(session, slip(arrives=1, grace=10))
    dispatch.change_state(session, 1, "accepted")
    assert [each.id for each in turn.jump(session, 11, 1)] == ["reminder-ninth"]
    assert [each.id for each in turn.jump(session, 12, 1)] == ["stop-1-I Corps@12"]


def test_a_relay_reaches_the_divisions_later(session: Session) -> None:
    """Counted from the arrival at the corps, accepted or not."""
    dispatch.send(session, slip(arrives=2, formations=("1st",), relay=2, condition="the bridge is taken"))
    found = play_turns(session, 4)
    assert "order-1-relay-1st" in found[4]
    assert session.game_state.prompts[0].says.endswith("roll to accept, once the bridge is taken")


def test_a_relay_stays_due_when_the_order_is_taken(session: Session) -> None:
    """The corps has its order; that it reaches the division has still to be seen to."""
    dispatch.send(session, slip(arrives=2, formations=("1st",), relay=1))
    play_turns(session, 3)
    dispatch.change_state(session, 1, "accepted")
    assert [each.id for each in session.game_state.due()] == ["order-1-relay-1st"]
    dispatch.change_state(session, 1, "ended")
    assert session.game_state.due() == ()


def test_a_roll_seen_to_takes_the_one_of_the_turn_before_with_it(session: Session) -> None:
    """The roll of turn 2 was passed over; the one of turn 3 fails, and the one of turn 4 is the only one due."""
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
        ({"recipient": " "}, "somebody"),
        ({"arrives": 0}, "outside 1 to 999"),
        ({"relay": -1}, "0 or more"),
    ],
)
def test_an_order_outside_its_domain_is_refused(
    session: Session, changes: dict[str, object], why: str
) -> None:
    """Nothing is sent."""
    before = session.state
    with pytest.raises(Refused, match=why):
        dispatch.send(session, slip(**changes))
    assert session.state is before


def test_an_order_is_not_accepted_before_it_arrives(session: Session) -> None:
    """Undo and send anew, or rewrite its turn."""
    dispatch.send(session, slip())
    with pytest.raises(Refused, match="only on turn 6"):
        dispatch.change_state(session, 1, "accepted")
    dispatch.rewrite(session, 1, slip(arrives=1))
    assert dispatch.change_state(session, 1, "accepted").state == "accepted"


def test_an_hq_tries_once_a_turn(session: Session) -> None:
    """Over all uses; a use without a roll is no attempt."""
    chits.fill(session)
    chits.draw(session, "guard")
    chits.try_use(session, "I Corps", "now", False)
    with pytest.raises(Refused, match="tried already"):
        chits.try_use(session, "I Corps", "now", True)
    chits.try_use(session, "II Corps", "reserve", True)
    assert session.game_state.cup.aside == ("II Corps",)
    chits.try_use(session, "Guard", "delay", True)
    assert session.game_state.cup.returning == ("Guard",)


def test_chits_left_in_the_cup_are_told_when_the_phase_is_over(session: Session) -> None:
    """Once; a full round has none."""
    turn.jump(session, 1, 3)
    chits.fill(session, (Chit("A"), Chit("B")))
    chits.draw(session, "A")
    (prompt,) = turn.step(session, 1)
    assert prompt.says == "Still in the cup: B"
    assert turn.step(session, 1) == ()


def test_only_the_last_set_of_chits_is_told_as_left(session: Session) -> None:
    """Filled anew, what was left of the set before is told no more."""
    chits.fill(session, (Chit("A"), Chit("B")))
    turn.jump(session, 3, 1)
    turn.jump(session, 5, 1)
    assert [each.says for each in session.game_state.due()] == ["Still in the cup: A, B"]
    chits.fill(session, (Chit("C"), Chit("D")))
    assert session.game_state.due() == ()
    turn.jump(session, 7, 1)
    assert [each.says for each in session.game_state.due()] == ["Still in the cup: C, D"]


def test_a_phase_of_one_side_reminds_that_side(tmp_path: Path) -> None:
    """Head, answer for scripts and formulas know whose it is; orders of the other side are not lost in it."""
    volley = Phase("volley", "Volley", "Blue")
    told = (
        Reminder("fuses", "Cut the fuses", phase="volley", when="side == 'Blue'"),
        Reminder("none", "Nobody", phase="volley", when="side == 'Red'"),
    )
    assert SEQUENCE.orders is not None
    orders = msgspec.structs.replace(SEQUENCE.orders, phase="volley")
    sequence = msgspec.structs.replace(
        SEQUENCE, phases=(*SEQUENCE.phases, volley), orders=orders, reminders=told
    )
    module = msgspec.structs.replace(LIBRARY.modules[0], sequence=sequence)
    session = open_session(tmp_path, Library((module,)), "Volley", chance=random.Random(1))
    session.open_game("small")
    dispatch.send(session, slip(arrives=1))
    assert [each.id for each in turn.jump(session, 1, 5)] == ["reminder-fuses", "order-1-arrives"]
    answer = turn_json(session.module, session.game_state, session.name)
    assert (answer["side"], answer["where"]) == ("Blue", "Turn 1, Blue, Volley")
    session.close()


def test_a_reminder_of_a_phase_goes_with_it(session: Session) -> None:
    """What comes every turn stands in its phase, for each side; what comes once stands until it is done."""
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


def test_a_recurring_prompt_is_due_in_its_own_turn_only() -> None:
    """One that is raised once stays due in the turns after it."""
    state = GameState(prompts=(Prompt("fog@2", "Fog", 2), Prompt("bridge", "The bridge is open", 2)))
    due = {
        turn: [prompt.id for prompt in msgspec.structs.replace(state, position=Position(turn)).due()]
        for turn in (1, 2, 3)
    }
    assert due == {1: [], 2: ["fog@2", "bridge"], 3: ["bridge"]}


def test_a_scenario_sets_clock_orders_and_last_turn(session: Session) -> None:
    """Its first arrivals are due at once, its end on its turn."""
    prompts = turn.choose_scenario(session, "first")
    assert [each.says for each in prompts] == ["Red reinforcements at A: 1st Brigade"]
    assert [(each.slip.recipient, each.state) for each in session.game_state.orders] == [
        ("I Corps", "accepted")
    ]
    assert session.game_state.clock is not None
    assert session.game_state.clock.last_turn == 37
    assert "last-turn" in [each.id for each in turn.jump(session, 37, 1)]


def test_ticks_settings_counters(session: Session) -> None:
    """Turned over, chosen from their domain, never below nothing."""
    turn.tick(session, 2)
    assert session.game_state.ticks == {(1, 0, 1, "")}
    turn.tick(session, 2)
    assert session.game_state.ticks == frozenset()
    turn.choose_setting(session, "battle", "north")
    assert session.game_state.settings == {"battle": "north"}
    with pytest.raises(Refused, match="north, south"):
        turn.choose_setting(session, "battle", "east")
    turn.count(session, "losses", 3)
    with pytest.raises(Refused, match="cannot go down by 4"):
        turn.count(session, "losses", -4)
    with pytest.raises(Refused, match="this phase has 2"):
        turn.tick(session, 3)
    with pytest.raises(Refused, match="1 to 4"):
        turn.jump(session, None, 5)


def test_two_sessions_do_not_leak(tmp_path: Path) -> None:
    """Each has its own turn, cup and dice."""
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


def test_a_session_that_is_open_elsewhere_can_be_read_only(session: Session, tmp_path: Path) -> None:
    """And says so; it sees what is on disk."""
    turn.jump(session, 4, 1)
    second = open_session(tmp_path, LIBRARY, "Evening")
    assert second.store.read_only
    assert "open elsewhere" in second.store.warning
    assert second.state == session.state
    with pytest.raises(NotSaved, match="can only be read"):
        turn.step(second, 1)
    assert second.state == session.state
    second.close()


def test_a_full_disk_changes_nothing(session: Session) -> None:
    """The event has not happened, and the next one can."""
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


def test_a_batch_is_written_whole_or_not_at_all(session: Session, tmp_path: Path) -> None:
    """Where its second event cannot be written, its first one is not on disk either, and the next batch is."""
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


def test_a_mac_is_asked_to_write_through(session: Session) -> None:
    """SQLite writes past the drive's own memory there only if it is told to."""
    assert isinstance(session.store, SessionFile)
    assert session.store._file.execute("PRAGMA fullfsync").fetchone()[0] == 1


def test_names_near_those_of_devices_are_free() -> None:
    """Only the part before the first dot counts, and only as a whole."""
    assert [checked_name(name) for name in ("Conflict", "Com", "Nullify 1", "My con")]


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    """A session in memory takes its place only where that was asked for."""
    (tmp_path / "sessions").write_text("a file")
    with pytest.raises(NotSaved, match="cannot be kept"):
        open_session(tmp_path, LIBRARY, "Evening")
    made = open_session(tmp_path, LIBRARY, "Evening", in_memory=True)
    assert isinstance(made.store, MemoryStore)
    assert "nothing of this session is kept" in made.store.warning
    made.open_game("small")
    turn.step(made, 1)
    made.undo()
    made.redo()
    assert made.game_state.position == Position(1, 1)
    made.close()


def damaged(path: Path, how: str) -> None:
    """Spoils a session's file."""
    raw = bytearray(path.read_bytes())
    if how == "head":
        raw[:16] = b"no database here"
    elif how == "cut":
        raw = raw[: len(raw) // 2]
    elif how == "middle":
        raw[len(raw) // 2 : len(raw) // 2 + 600] = b"\xff" * 600
    elif how == "empty":
        raw = bytearray(b"garbage")
    path.write_bytes(bytes(raw))


@pytest.mark.parametrize("how", ["head", "cut", "middle", "empty"])
def test_a_damaged_file_is_set_aside_and_play_goes_on(tmp_path: Path, how: str) -> None:
    """The damage is kept as a copy, and said."""
    session = opened(tmp_path)
    for number in range(200):
        units_and_notes.add_note(session, f"note {number} " + "x" * 100)
    session.close()
    damaged(sessions_folder(tmp_path) / "Evening.session", how)
    spoilt = (sessions_folder(tmp_path) / "Evening.session").read_bytes()
    back = opened(tmp_path)
    assert "damaged" in back.store.warning
    assert how in ("head", "empty") or back.log[0] == session.log[0]
    (copy,) = sessions_folder(tmp_path).glob("*.bad")
    assert copy.read_bytes() == spoilt
    units_and_notes.add_note(back, "we play on")
    back = again(back, tmp_path)
    assert back.store.warning == ""
    assert back.log[-1].event.text == "we play on"  # type: ignore[union-attr]
    back.close()


def test_one_spoilt_event_takes_no_other_with_it(tmp_path: Path) -> None:
    """A text that is no event of ours is left out; all others stand."""
    session = opened(tmp_path)
    for number in range(5):
        units_and_notes.add_note(session, f"note {number}")
    session.close()
    path = sessions_folder(tmp_path) / "Evening.session"
    with sqlite3.connect(path) as file:
        file.execute('UPDATE event SET data = \'{"kind":"from the future"}\' WHERE id = 3')
    file.close()
    with pytest.raises(Refused, match="cannot read"):
        opened(tmp_path)


def test_a_newer_format_is_refused_untouched(tmp_path: Path) -> None:
    """A later version's file is not ours to mend."""
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
    """Bound to something that is there."""
    with pytest.raises(NotFound):
        rulings.new_ruling(session, "9.9", "we do not", [])
    with pytest.raises(Refused, match="words"):
        rulings.new_ruling(session, "9.9", " ", [])


@pytest.mark.parametrize(
    "name", ["", "../x", "a/b", ".hidden", "x" * 61, "a\nb\x00", "con.", "Con", "aux.1", "COM1", "lpt9.old"]
)
def test_names_that_no_session_can_have(name: str) -> None:
    """They would be no file, or another one."""
    with pytest.raises(Refused, match="cannot name a session"):
        checked_name(name)
