"""`companion session`: list, start and switch sessions; set game, scenario, settings and clocks."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from contextlib import closing
from typing import Any

from companion.cli.open_session import first_game, open_for_write, open_read_only, read_session
from companion.cli.output import print_result, width
from companion.cli.turn import show_move
from companion.errors import CompanionError, NotFound, Refused
from companion.load.library import load_library
from companion.load.places import usual_places
from companion.model.recorded import Prompt
from companion.play.opening import open_session, short_pause
from companion.play.outcome import record_outcome, victory_conditions
from companion.play.player_clock import clock_runs, set_clock_running
from companion.play.session import Session
from companion.play.session_files import (
    current_name,
    existing_name,
    make_current,
    session_names,
    sessions_folder,
)
from companion.play.side_names import name_sides
from companion.play.store.session_moves import (
    archive_folder,
    archive_session,
    copy_session,
    rename_session,
    restore_session,
)
from companion.play.turn import choose_scenario, choose_setting, set_clock
from companion.render.documents import document, encoded
from companion.render.outcome import condition_words, outcome_words
from companion.render.player_clock import clock_facts, clock_words
from companion.render.text import cited, listed, shown
from companion.render.turn import due_lines, turn_json, where_words
from companion.workspace.session_list import session_facts, session_words


def run(options: argparse.Namespace) -> int:
    """Run the action; without one, list the sessions. Raises Refused and NotFound."""
    actions = {
        None: _list,
        "new": _new,
        "use": _use,
        "rename": _move,
        "copy": _move,
        "archive": _move,
        "restore": _move,
        "game": _game,
        "scenario": _scenario,
        "set": _settings,
        "sides": _sides,
        "clock": _clock,
        "player-clock": _player_clock,
        "outcome": _outcome,
    }
    return actions[options.action](options)


def _move(options: argparse.Namespace) -> int:
    """Rename, copy, archive or restore a session."""
    data = usual_places().data
    match options.action:
        case "rename":
            name, says = rename_session(data, options.name, options.new), "Session {} renamed to {}."
        case "copy":
            name, says = copy_session(data, options.name, options.new), "Session {} copied to {}."
        case "archive":
            name, says = archive_session(data, options.name), "Session {} archived."
        case _:
            name, says = restore_session(data, options.name), "Session {} restored from the archive."
    message = says.format(shown(options.name), name)
    print_result(options, {"name": name, "says": message}, listed([message], width()))
    return 0


def _list(options: argparse.Namespace) -> int:
    places = usual_places()
    if getattr(options, "archived", False):
        archived = session_names(archive_folder(places.data))
        return _print(options, [{"name": name} for name in archived], archived, "The archive is empty.")
    library = load_library(places)
    current = current_name(places.data)
    sessions: list[dict[str, Any]] = []
    for name in session_names(sessions_folder(places.data)):
        head = {"name": name, "current": name == current}
        try:
            with closing(read_session(places, library, name)) as session:
                sessions.append({**head, **session_facts(session)})
        except CompanionError as error:
            sessions.append({**head, "fault": str(error)})
    texts = [
        f"{'*' if state['current'] else ' '} {state['name']}: "
        f"{state.get('fault') or session_words(state) or 'not started'}"
        for state in sessions
    ]
    return _print(options, sessions, texts, "No sessions yet. Start one with companion session new NAME.")


def _print(options: argparse.Namespace, document: Any, texts: Sequence[str], without: str) -> int:
    """Print the document or the texts; print `without` if there are no texts."""
    print_result(options, document, listed(texts or [without], width(), "", "    "))
    return 0


def _new(options: argparse.Namespace) -> int:
    places = usual_places()
    library = load_library(places)
    game = library.module(options.game or first_game(library, places)).game.slug
    try:
        name = existing_name(sessions_folder(places.data), options.name)
    except NotFound:
        pass
    else:
        raise Refused(f"session {name} already exists; switch to it with companion session use {name}")
    with closing(open_session(places.data, library, options.name, pause=short_pause)) as session:
        session.open_game(game)
        return _show(session, options, f"Session {session.name} started.")


def _use(options: argparse.Namespace) -> int:
    places = usual_places()
    with closing(read_session(places, load_library(places), options.name)) as session:
        make_current(places.data, session.name)
        return _show(session, options, f"Switched to session {session.name}.")


def _show(session: Session, options: argparse.Namespace, message: str) -> int:
    state = {"name": session.name, "current": True, **session_facts(session)}
    print_result(options, state, listed([message, session_words(state)], width()))
    return 0


def _game(options: argparse.Namespace) -> int:
    options.game = options.slug
    with open_for_write(options) as session:
        return _show(session, options, f"Switched to {session.module.game.name}.")


def _scenario(options: argparse.Namespace) -> int:
    """Start a scenario, or list the scenarios; return 1 if there are none."""
    if options.id:
        with open_for_write(options) as session:
            return show_move(session, choose_scenario(session, options.id), options)
    with open_read_only(options) as session:
        scenarios, chosen = session.module.scenarios.scenarios, session.game_state.scenario
    documents = [document(scenario, chosen=scenario.id == chosen) for scenario in scenarios]
    texts = [
        f"{'*' if scenario.id == chosen else ' '} {scenario.id}: {cited(scenario.title, scenario.cite)}"
        for scenario in scenarios
    ]
    without = "This game has no scenarios. Set the time of turn 1 with companion session clock HH:MM."
    _print(options, documents, texts, without)
    return 0 if scenarios else 1


def _settings(options: argparse.Namespace) -> int:
    pairs = [word.partition("=") for word in options.settings]
    for word, (name, sign, _) in zip(options.settings, pairs, strict=True):
        if not sign or not name:
            raise Refused(f"invalid setting {word[:40]!r}; write NAME=VALUE")
    if pairs:
        with open_for_write(options) as session:
            for name, _, value in pairs:
                choose_setting(session, name, value)
    with open_read_only(options) as session:
        settings, chosen = session.module.scenarios.settings, session.game_state.settings
    documents = [document(setting, value=chosen.get(setting.name)) for setting in settings]
    texts = [
        f"{setting.name} = {chosen.get(setting.name, 'not set')}: {setting.label}; "
        f"one of {', '.join(setting.choices)}"
        for setting in settings
    ]
    return _print(options, documents, texts, "This game has no settings.")


def _sides(options: argparse.Namespace) -> int:
    """Set or show the names of the sides; return 1 for a game without sides."""
    if options.names or options.reset:
        with open_for_write(options) as session:
            name_sides(session, options.names)
    with open_read_only(options) as session:
        module = session.library.module(session.state.game)
        own = module.sides
        suggested = module.side_names
        named = session.game_state.sides
    texts = [f"{side}: {named[side]}" if side in named else side for side in own]
    if own and not named:
        texts += [f"companion session sides {shlex.join(names)}" for names in suggested]
    sides = {"sides": [{"side": side, "name": named.get(side, side)} for side in own], "suggested": suggested}
    _print(options, encoded(sides), texts, "This game has no sides.")
    return 0 if own else 1


def _player_clock(options: argparse.Namespace) -> int:
    """Start or stop the player clock, and show the time taken by each side so far."""
    if options.runs:
        with open_for_write(options) as session:
            set_clock_running(session, options.runs == "on")
    with open_read_only(options) as session:
        now, game = session.now().isoformat(timespec="seconds"), session.state.game
        facts, runs = clock_facts(session, game, now) or {"sides": [], "turns": []}, clock_runs(session)
        words = clock_words(session)
    state = "on" if runs else "off"
    lines = listed([f"The player clock is {state}{f': {words}' if words else '.'}"], width())
    print_result(options, {"runs": runs, **facts}, lines)
    return 0


def _outcome(options: argparse.Namespace) -> int:
    """Record who won, or show the outcome and the victory conditions."""
    if not options.winner and (options.level or options.why):
        raise Refused("outcome requires the side that won, or draw: companion session outcome SIDE --why ...")
    if options.winner:
        with open_for_write(options) as session:
            record_outcome(session, options.winner, options.level, options.why)
    with open_read_only(options) as session:
        known, outcome = victory_conditions(session), session.game_state.outcome
    texts = [outcome_words(outcome) if outcome is not None else "No outcome recorded."]
    if not options.winner:
        texts += [f"{condition.id}: {condition_words(condition)}" for condition in known]
    answer = {
        "outcome": document(outcome) if outcome is not None else None,
        "victory": [document(condition) for condition in known],
    }
    print_result(options, answer, listed(texts, width(), "", "    "))
    return 0


def _clock(options: argparse.Namespace) -> int:
    if not options.time and options.light:
        raise Refused(
            "clock requires the time at which turn 1 begins: companion session clock HH:MM --light ..."
        )
    raised: tuple[Prompt, ...] = ()
    if options.time:
        lights = []
        for word in options.light:
            light, sign, time = word.partition("=")
            if not sign:
                raise Refused(f"--light {word[:30]!r}: write LIGHT=HH:MM, as in night=20:00")
            lights.append((time, light.strip()))
        with open_for_write(options) as session:
            days = session.game_state.clock.days if session.game_state.clock else ()
            raised = set_clock(session, options.time, options.day, lights, days)
    with open_read_only(options) as session:
        module, table, now = session.module, session.game_state, turn_json(session)
    unknown = "" if table.clock is not None else ". The time of day is unknown."
    lines = listed([f"{where_words(module, table)}{unknown}"], width())
    lines += due_lines(module, table.due(), width()) if raised else []
    print_result(options, {name: now.get(name) for name in ("where", "turn", "day", "time", "light")}, lines)
    return 0
