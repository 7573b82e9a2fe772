"""`companion session`: the sessions, and what holds for a whole one: game, scenario, settings, time of day."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion.cli.parser import GAMES, command, complete
from companion.cli.screen import put, put_json, width
from companion.cli.table import Actions, open_for_write, open_read_only, whole

if TYPE_CHECKING:
    from companion.play.session import Session


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "session",
        "list, start and switch sessions; set game, scenario, settings and clock",
        "session",
        "session new Friday --game lob",
        "session scenario battle",
    )
    actions = Actions(found)
    actions.add("list", "list the sessions").set_defaults(action=None)
    actions.add("new", "start a session").add_argument("name", help="name of the session")
    actions.add("use", "switch to a session").add_argument("name", help="name of the session")
    complete(actions.add("game", "switch to a game").add_argument("slug", help="slug of the game"), GAMES)
    scenario = actions.add("scenario", "list the scenarios, or start one")
    scenario.add_argument("id", nargs="?", default="", help="id of a scenario")
    settings = actions.add("set", "list the settings of the game, or choose some")
    settings.add_argument("settings", nargs="*", metavar="NAME=VALUE", help="settings; NAME= resets one")
    clock = actions.add("clock", "show or set the time of day")
    clock.add_argument("time", nargs="?", default="", metavar="HH:MM", help="time at which turn 1 begins")
    clock.add_argument("--day", type=whole, default=1, metavar="N", help="day of the battle (default: 1)")
    clock.add_argument(
        "--light",
        action="append",
        default=[],
        metavar="LIGHT=HH:MM",
        help="when day, twilight or night begins (repeatable)",
    )


def run(options: argparse.Namespace) -> int:
    """Does what the options say. Raises Refused and NotFound."""
    work = {
        None: _list,
        "new": _new,
        "use": _use,
        "game": _game,
        "scenario": _scenario,
        "set": _set,
        "clock": _clock,
    }
    return work[options.action](options)


def _list(options: argparse.Namespace) -> int:
    from companion.cli.table import look
    from companion.load.places import usual_places
    from companion.load.source import load_library
    from companion.model import CompanionError
    from companion.play.session_files import current_name, session_names, sessions_folder
    from companion.render.text import wrapped

    places = usual_places()
    library = load_library(places)
    current = current_name(places.data)
    found = []
    for name in session_names(sessions_folder(places.data)):
        try:
            session = look(places, library, name)
            found.append({"name": name, "current": name == current, **_told(session)})
            session.close()
        except CompanionError as error:
            found.append({"name": name, "current": name == current, "fault": str(error)})
    if options.json:
        put_json(found)
        return 0
    for each in found:
        where = each.get("fault") or "; ".join(part for part in (each["where"], each["title"]) if part)
        put(
            wrapped(
                f"{'*' if each['current'] else ' '} {each['name']}: {where or 'not started'}",
                width(),
                "",
                "    ",
            )
        )
    if not found:
        put(wrapped("No sessions yet. companion session new NAME starts one.", width()))
    return 0


def _told(session: Session) -> dict[str, Any]:
    from companion.model import NotFound
    from companion.render.turn import where_words

    told: dict[str, Any] = {
        "game": session.state.game or None,
        "title": "",
        "where": "",
        "lines": len(session.log),
    }
    try:
        module = session.module
    except NotFound:
        return told
    return {**told, "title": module.game.name, "where": where_words(module, session.game_state)}


def _new(options: argparse.Namespace) -> int:
    from companion.cli.table import first_game
    from companion.load.places import usual_places
    from companion.load.source import load_library
    from companion.model import NotFound, Refused
    from companion.play.opening import open_session, short_pause
    from companion.play.session_files import existing_name, sessions_folder

    places = usual_places()
    library = load_library(places)
    game = library.module(options.game or first_game(library, places)).game.slug
    try:
        name = existing_name(sessions_folder(places.data), options.name)
    except NotFound:
        pass
    else:
        raise Refused(f"session {name} exists already; companion session use {name} switches to it")
    session = open_session(places.data, library, options.name, pause=short_pause)
    try:
        session.open_game(game)
        return _show(session, options, f"Session {session.name} started.")
    finally:
        session.close()


def _use(options: argparse.Namespace) -> int:
    from companion.cli.table import look
    from companion.load.places import usual_places
    from companion.load.source import load_library
    from companion.play.session_files import make_current

    places = usual_places()
    session = look(places, load_library(places), options.name)
    try:
        make_current(places.data, session.name)
        return _show(session, options, f"Switched to session {session.name}.")
    finally:
        session.close()


def _show(session: Session, options: argparse.Namespace, says: str) -> int:
    from companion.render.text import wrapped

    told = {"name": session.name, "current": True, **_told(session)}
    if options.json:
        put_json(told)
    else:
        put(wrapped(says, width()))
        put(wrapped("; ".join(part for part in (told["where"], told["title"]) if part), width()))
    return 0


def _game(options: argparse.Namespace) -> int:
    options.game = options.slug
    with open_for_write(options) as session:
        return _show(session, options, f"Switched to {session.module.game.name}.")


def _scenario(options: argparse.Namespace) -> int:
    from companion.play.turn import choose_scenario
    from companion.render.text import wrapped

    if options.id:
        from companion.cli.turn import show_move

        with open_for_write(options) as session:
            return show_move(session, choose_scenario(session, options.id), options)
    with open_read_only(options) as session:
        every, chosen = session.module.scenarios.scenarios, session.game_state.scenario
    if options.json:
        put_json(
            [
                {"id": each.id, "title": each.title, "cite": each.cite, "chosen": each.id == chosen}
                for each in every
            ]
        )
    for each in () if options.json else every:
        mark = "*" if each.id == chosen else " "
        put(
            wrapped(
                f"{mark} {each.id}: {each.title}{f' ({each.cite})' if each.cite else ''}", width(), "", "    "
            )
        )
    if not every and not options.json:
        put(
            wrapped(
                "This game has no scenarios. companion session clock HH:MM sets the time of turn 1.", width()
            )
        )
    return 0 if every else 1


def _set(options: argparse.Namespace) -> int:
    from companion.model import Refused
    from companion.play.turn import choose_setting
    from companion.render.text import wrapped

    if options.settings:
        pairs = [word.partition("=") for word in options.settings]
        for word, (name, sign, _) in zip(options.settings, pairs, strict=True):
            if not sign or not name:
                raise Refused(f"{word[:40]!r} is not a setting; write NAME=VALUE")
        with open_for_write(options) as session:
            for name, _, value in pairs:
                choose_setting(session, name, value)
    with open_read_only(options) as session:
        every, chosen = session.module.scenarios.settings, session.game_state.settings
    if options.json:
        put_json(
            [
                {
                    "name": each.name,
                    "label": each.label,
                    "choices": list(each.choices),
                    "value": chosen.get(each.name),
                }
                for each in every
            ]
        )
        return 0
    for each in every:
        value = chosen.get(each.name, "not chosen")
        told = f"{each.name} = {value}: {each.label}; one of {', '.join(each.choices)}"
        put(wrapped(told, width(), "", "    "))
    if not every:
        put(wrapped("This game has no settings.", width()))
    return 0


def _clock(options: argparse.Namespace) -> int:
    from companion.model import Refused
    from companion.play.turn import set_clock
    from companion.render.text import wrapped
    from companion.render.turn import turn_json, where_words

    if not options.time and options.light:
        raise Refused(
            "clock needs the time at which turn 1 begins: companion session clock HH:MM --light ..."
        )
    if options.time:
        lights = []
        for word in options.light:
            light, sign, time = word.partition("=")
            if not sign:
                raise Refused(f"--light {word[:30]!r}: write LIGHT=HH:MM, as in night=20:00")
            lights.append((time, light.strip()))
        with open_for_write(options) as session:
            days = session.game_state.clock.days if session.game_state.clock else ()
            set_clock(session, options.time, options.day, lights, days)
    with open_read_only(options) as session:
        data = turn_json(session.module, session.game_state, session.name)
        where, known = where_words(session.module, session.game_state), session.game_state.clock is not None
    if options.json:
        put_json({name: data.get(name) for name in ("where", "turn", "day", "time", "light")})
    else:
        put(wrapped(where if known else f"{where}. Time of day is not known.", width()))
    return 0
