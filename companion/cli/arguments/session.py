"""Arguments of the commands that work with a session."""

from __future__ import annotations

import argparse

from companion.cli.arguments.shared import (
    GAMES,
    Actions,
    complete,
    game_option,
    json_option,
    session_option,
    whole_number,
)

LOG_LINES = 40
"""Number of log lines shown by default."""


def session(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `session`."""
    actions = Actions(parser)
    _add_files(actions)
    complete(actions.add("game", "switch to a game").add_argument("slug", help="slug of the game"), GAMES)
    scenario = actions.add("scenario", "list the scenarios, or start one")
    scenario.add_argument("id", nargs="?", default="", help="id of a scenario")
    settings = actions.add("set", "list or change the settings of the game")
    settings.add_argument(
        "settings", nargs="*", metavar="NAME=VALUE", help="settings to change; NAME= resets a setting"
    )
    sides = actions.add("sides", "show or change the names of the sides")
    sides.add_argument("names", nargs="*", metavar="NAME", help="a name for each side")
    sides.add_argument("--reset", action="store_true", help="restore the names from the game")
    clock = actions.add("clock", "show or set the time of day")
    clock.add_argument("time", nargs="?", default="", metavar="HH:MM", help="time at which turn 1 begins")
    clock.add_argument(
        "--day", type=whole_number, default=1, metavar="N", help="day of the battle (default: 1)"
    )
    clock.add_argument(
        "--light",
        action="append",
        default=[],
        metavar="LIGHT=HH:MM",
        help="when day, twilight or night begins (repeatable)",
    )
    player_clock = actions.add("player-clock", "show how long each side took, or start or stop the clock")
    player_clock.add_argument("runs", nargs="?", choices=("on", "off"), help="start or stop")
    outcome = actions.add("outcome", "show the outcome and the victory conditions, or record who won")
    outcome.add_argument("winner", nargs="?", default="", help="side that won, or draw")
    outcome.add_argument("--level", default="", metavar="ID", help="id of a victory condition")
    outcome.add_argument("--why", default="", metavar="TEXT", help="reason, for the report")


def _add_files(actions: Actions) -> None:
    """Add the actions on whole sessions: list, new, use, rename, copy, archive, restore."""
    listed = actions.add("list", "list the sessions")
    listed.set_defaults(action=None)
    listed.add_argument("--archived", action="store_true", help="list archived sessions")
    actions.add("new", "start a session").add_argument("name", help="name of the session")
    actions.add("use", "switch to a session").add_argument("name", help="name of the session")
    for action, purpose in (
        ("rename", "rename a session"),
        ("copy", "copy a session, for example to try something out"),
    ):
        moved = actions.add(action, purpose)
        moved.add_argument("name", help="name of the session")
        moved.add_argument("new", help="new name")
    actions.add("archive", "archive a session").add_argument("name", help="name of the session")
    actions.add("restore", "restore a session from the archive").add_argument(
        "name", help="name of the session"
    )


def turn(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turn`."""
    actions = Actions(parser)
    actions.add("next", "go to the next phase")
    actions.add("back", "go to the previous phase")
    to = actions.add("to", "go to a turn and phase")
    to.add_argument("turn", type=whole_number, help="number of the turn")
    to.add_argument(
        "phase", nargs="?", default="", help="number or id of the phase (default: the first phase)"
    )
    to.add_argument("--side", default="", metavar="NAME", help="side, if each side has its own phases")
    tick = actions.add("tick", "toggle a step of the checklist")
    tick.add_argument("step", type=whole_number, help="number of the step")
    done = actions.add("done", "mark something due as done")
    done.add_argument("prompt", metavar="item", help="number or id in the list of what is due")
    done.add_argument("--how", default="done", metavar="TEXT", help="how it was done, for the log")
    apply = actions.add("apply", "apply a result that is due to the units")
    apply.add_argument("prompt", metavar="item", help="number or id in the list of what is due")
    actions.add("undo", "undo the last action")
    actions.add("redo", "redo the last undone action")
    count = actions.add("count", "show the counters, or change one of them")
    count.add_argument("counter", nargs="?", default="", help="id of a counter")
    count.add_argument("by", nargs="?", default="", metavar="+N|-N", help="amount to add or subtract")


def cup(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `cup`."""
    actions = Actions(parser)
    fill = actions.add("fill", "put chits into the cup (default: the usual ones)")
    fill.add_argument("chits", nargs="*", metavar="NAME[:SIDE[:RATING]]", help="chits to add")
    draw = actions.add("draw", "draw a chit")
    draw.add_argument(
        "chit",
        nargs="?",
        default="",
        help="chit drawn at the table; without it, or with app, the companion draws",
    )
    attempt = actions.add("try", "try to change the order of moves with a chit")
    attempt.add_argument("use", help="id of the chit use")
    attempt.add_argument("hq", metavar="who", help="chit or HQ that makes the attempt")
    attempt.add_argument(
        "--chit", default="", metavar="NAME", help="chit that the attempt is about, if different"
    )
    result = attempt.add_mutually_exclusive_group()
    result.add_argument("--success", choices=("yes", "no"), help="result of the attempt at the table")
    result.add_argument(
        "--roll",
        metavar="N",
        help="die rolled at the table, or app; the calculator decides, using the rating",
    )
    use = actions.add("use", "use a chit without a roll")
    use.add_argument("use", help="id of the chit use")
    use.add_argument("chit", help="name of the chit")
    mark = actions.add("mark", "record the result of a chit's turn")
    mark.add_argument("chit", help="name of the chit")
    mark.add_argument("word", help="result, as named by the game")


def orders(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `orders`."""
    parser.add_argument("--all", action="store_true", help="also list orders that have ended")
    actions = Actions(parser)
    _order_fields(actions.add("send", "send an order"), required=True)
    for name, summary in (
        ("accept", "mark an order as accepted"),
        ("fail", "record a failed roll to accept an order"),
        ("end", "mark an order as carried out or cancelled"),
        ("lose", "mark an order as lost in transit"),
    ):
        action = actions.add(name, summary)
        action.add_argument("number", type=whole_number, help="number of the order")
        if name != "fail":
            action.add_argument("--why", default="", metavar="TEXT", help="reason, for the log")
    rewrite = actions.add("rewrite", "correct an order")
    rewrite.add_argument("number", type=whole_number, help="number of the order")
    _order_fields(rewrite, required=False)


def _order_fields(parser: argparse.ArgumentParser, required: bool) -> None:
    """Add the options that describe an order."""
    parser.add_argument("--side", required=required, metavar="NAME", help="side that gives the order")
    parser.add_argument("--to", required=required, metavar="WHO", help="recipient")
    parser.add_argument("--kind", required=required, metavar="KIND", help="kind of order")
    parser.add_argument("--text", required=required, metavar="TEXT", help="text of the order")
    arrival = parser.add_mutually_exclusive_group(required=required)
    arrival.add_argument("--in", dest="turns", type=whole_number, metavar="N", help="turns until it arrives")
    arrival.add_argument("--arrives", type=whole_number, metavar="TURN", help="turn in which it arrives")
    parser.add_argument("--from", dest="sender", metavar="WHO", help="sender")
    parser.add_argument("--if", dest="condition", metavar="TEXT", help="condition of the order")
    parser.add_argument(
        "--formation", action="append", metavar="NAME", help="formation it is relayed to (repeatable)"
    )
    parser.add_argument("--relay", type=whole_number, metavar="N", help="relay delay in turns")
    parser.add_argument(
        "--grace", type=whole_number, metavar="N", help="grace turns, in which no roll to accept is made"
    )


def units(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `units`."""
    actions = Actions(parser)
    keep = actions.add("keep", "add a unit, or change its facts")
    keep.add_argument("name", help="name of the unit")
    keep.add_argument("facts", nargs="*", metavar="fact=value", help="facts of the unit")
    keep.add_argument("--side", default="", metavar="NAME", help="side of the unit")
    actions.add("drop", "remove a unit").add_argument("name", help="name of the unit")
    given = actions.add("import", "import units from a list: CSV, or one unit per line")
    complete(given.add_argument("file", help="list of units, or - for standard input"), "file")
    export = actions.add("export", "export the units as CSV, for import into another session")
    complete(
        export.add_argument(
            "file", nargs="?", default="-", help="file to write to (default: standard output)"
        ),
        "file",
    )


def log(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `log`."""
    parser.add_argument("--turn", type=whole_number, metavar="N", help="show only lines of this turn")
    parser.add_argument("--all", action="store_true", help=f"show every line, not only the last {LOG_LINES}")
    parser.add_argument("--expand", type=whole_number, metavar="N", help="show line N in full")
    game_option(parser, "show only lines of this game")
    actions = Actions(parser, _log_options)
    note = actions.add("note", "write a note")
    note.add_argument("text", help="text of the note")
    note.add_argument("--on", type=whole_number, default=0, metavar="N", help="line that the note is about")
    pin = actions.add("pin", "toggle the bookmark on a line")
    pin.add_argument("line", type=whole_number, help="number of the line")
    amend = actions.add("amend", "change answers of a calculation, keep its dice, and show the differences")
    amend.add_argument("line", type=whole_number, help="number of the line")
    amend.add_argument("answers", nargs="*", metavar="key=value", help="changed answers")
    amend.add_argument(
        "--roll", action="append", default=[], metavar="N", help="additional dice that are now needed"
    )
    amend.add_argument(
        "--who",
        action="append",
        default=[],
        metavar="[ROLE=]NAME",
        help="unit or leader involved (repeatable)",
    )
    amend.add_argument("--keep", action="store_true", help="write the changed calculation to the log")
    amend.add_argument(
        "--units", action="store_true", help="with --keep: also correct the units that the old result changed"
    )
    export = actions.add("export", "export the after-action report")
    export.add_argument(
        "--format",
        choices=("md", "html", "json"),
        default="md",
        help="Markdown (default), a web page, or JSON",
    )
    complete(export.add_argument("--out", default="", metavar="FILE", help="file to write to"), "file")
    game_option(export, "only this game")


def _log_options(parser: argparse.ArgumentParser) -> None:
    session_option(parser, "session to use (default: the last one used)")
    json_option(parser)


def ruling(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ruling`."""
    actions = Actions(parser)
    new = actions.add("add", "add a ruling")
    new.add_argument("about", help="id or rule number; for a modifier, CALCULATOR/LABEL")
    new.add_argument("text", help="text of the ruling, one line")
    new.add_argument("--permanent", action="store_true", help="make it permanent, for every session")
    actions.add("drop", "remove a ruling").add_argument("id", help="id of the ruling, such as table-1")
    export = actions.add("export", "export the rulings to a file").add_argument(
        "file", nargs="?", default="-", help="file to write to (default: standard output)"
    )
    complete(export, "file")
    given = actions.add("import", "import rulings from a file")
    complete(given.add_argument("file", help="file of exported rulings, or - for standard input"), "file")
    given.add_argument("--permanent", action="store_true", help="make it permanent, for every session")
