"""The overview on the first screen while nothing is typed: turn, calculators, due prompts, latest results."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Click
from textual.style import Style

from companion.model.event import Calculated, DiceRolled, Logged, Moved, Opened, Pinned, SidesNamed, Ticked
from companion.play.annotations import read_annotations
from companion.play.clock import moments
from companion.play.prompts import when_words
from companion.play.unit_results import due
from companion.render.calendar import coming
from companion.render.cup import cup_words
from companion.render.text import shown
from companion.render.turn import setting_words, turn_json
from companion.ui.base.errors import reporting
from companion.ui.widgets.card import Card, PanelColumn
from companion.ui.widgets.lines import Lines, blank, row, rule_number, section, stack, text_lines
from companion.ui.widgets.panel import heading, key_hint
from companion.workspace.calculator_list import ListedCalculator, listed_calculators
from companion.workspace.context import AppContext
from companion.workspace.record_text import about_words, record_title

SHORT = 6
"""Most calculators on a short screen of two columns, which do not scroll together."""
RESULTS, COMING, NAMES = 8, 3, 4
"""Most results, events to come, and names of units, rulings or bookmarks that are listed."""
_PANEL_KEYS = {"turn": "f3", "due": "f3", "coming": "f3", "results": "f10", "calculators": "f2"}
"""Key that a click on a panel acts as, by panel."""
_PASSING = (DiceRolled, Moved, Opened, Pinned, SidesNamed, Ticked)
"""Events that are not results: the turn shows them, or the next line of the log does."""


class HomePanel(Card):
    """A panel of the overview; hidden without content."""

    def __init__(self, name: str) -> None:
        super().__init__(f"home-{name}", f"home-{name}-text")
        self._key = _PANEL_KEYS.get(name, "")

    def on_click(self, event: Click) -> None:
        """Press the key of the panel, unless the text clicked has its own action."""
        if self._key and "@click" not in event.style.meta:
            self.app.simulate_key(self._key)

    def fill(self, title: Content, lines: Sequence[Lines], hint: Content | None = None) -> None:
        """Show lines under a title; hide the panel if there are none."""
        self.show_lines(title, stack(lines) if lines else None, hint)


class Home(Horizontal):
    """Turn and calculators on the left; due prompts, results, coming events and the session on the right.

    On a narrow screen the right column comes first, and the header shows the turn.
    """

    def __init__(self) -> None:
        super().__init__(id="home")

    def compose(self) -> ComposeResult:
        """Two columns of panels."""
        with PanelColumn(classes="home-column"):
            yield HomePanel("turn")
            yield HomePanel("calculators")
        with PanelColumn(classes="home-column", id="home-right"):
            for name in ("due", "results", "coming", "session"):
                yield HomePanel(name)

    def show(self, context: AppContext) -> None:
        """Show the session as it is now."""
        if not self.query(HomePanel):
            return
        right = self.query_one("#home-right")
        if self.screen.has_class("-narrow"):
            self.move_child(right, before=0)
        elif self.children[0] is right:
            self.move_child(right, after=1)
        data = turn_json(context.session)
        self._turn(context, data)
        self._calculators(context)
        prompts = due(context.session)
        rows = [row(_sign("! ", "$heed"), _bold(each.says), rule_number(each.cite)) for each in prompts]
        self._panel("due").fill(heading("Due now", str(len(prompts))), rows, key_hint("F3", "Turn"))
        results = _results(context, self._room(2, 3, RESULTS))
        later = _coming(context, self._room(1, 2, COMING))
        self._panel("results").fill(heading("Latest results"), results, key_hint("F10", "Log"))
        self._panel("coming").fill(heading("Coming up"), later)
        crowded = self.screen.has_class("-short") and (rows or results or later)
        session = [] if crowded else _session(context)
        session += [] if crowded or results else [blank(), text_lines(context.module.game.about)]
        self._panel("session").fill(heading("Session", context.session.name), session)

    def _room(self, narrow: int, short: int, tall: int) -> int:
        """Return the number of lines to list on a screen of this size."""
        return (
            narrow if self.screen.has_class("-narrow") else short if self.screen.has_class("-short") else tall
        )

    def _panel(self, name: str) -> HomePanel:
        return self.query_one(f"#home-{name}", HomePanel)

    def _turn(self, context: AppContext, data: dict[str, object]) -> None:
        """Show the phase, its place in the turn, what it allows, and its steps."""
        place = context.where_parts()
        if place is None:
            game = context.module.game
            self._panel("turn").fill(heading(game.name, game.edition), [text_lines(game.about)])
            return
        sequence = context.module.sequence
        number = data["phase"]["number"]  # type: ignore[index]
        count = len(moments(sequence)) if sequence else 0
        dots = " ".join("◉" if each == number else "○" for each in range(1, count + 1))
        phase = Content.assemble((shown(place.phase), "bold"), shown(f"  {place.side}" if place.side else ""))
        track = Content.assemble((dots, "$accent"), (f"   {number} of {count} this turn", "$quiet"))
        lines = [text_lines(phase), text_lines(track)]
        if self.screen.has_class("-tall") and not self.screen.has_class("-medium"):
            allowed = data["allowed"]
            lines += [blank()] if allowed else []
            lines += [row(Content.styled("· ", "$quiet"), Content(shown(each))) for each in allowed]  # type: ignore[attr-defined]
        steps = [each for each in data["steps"] if each["counts"] is not False]  # type: ignore[attr-defined]
        if steps and not self.screen.has_class("-narrow"):
            lines += [blank(), *(_step(each) for each in steps)]
        self._panel("turn").fill(heading(place.turn, place.time), lines, key_hint("F3", "Turn"))

    def _calculators(self, context: AppContext) -> None:
        listed = listed_calculators(context)
        if self.screen.has_class("-short") and not self.screen.has_class("-narrow"):
            listed = listed[:SHORT]
        lines: list[Lines] = []
        for why, name in (("this phase", "This phase"), ("recent", "Recently used")):
            chosen = [each for each in listed if each.why == why]
            lines += [section(name), *(_calculator(each) for each in chosen)] if chosen else []
        most = None if self.screen.has_class("-tall") and not self.screen.has_class("-narrow") else RESULTS
        others = [_calculator(each) for each in listed if not each.why][:most]
        if others and not any(each.why == "recent" for each in listed):
            lines += [section("Others")] if lines else []
            lines += others
        self._panel("calculators").fill(heading("Calculators", "F2, then the key"), lines)


def _step(step: dict[str, object]) -> Lines:
    """Return a step of the phase with its tick."""
    words = str(step["title"]) + (f" ({step['only']})" if step["only"] else "")
    name = Content.styled(shown(words), "$quiet" if step["done"] else "")
    click = Style.from_meta({"@click": f"screen.tick({step['number']})"})
    box = _sign("[x] " if step["done"] else "[ ] ", "").stylize(click)
    return row(box, name, rule_number(str(step["cite"])))


def _calculator(listed: ListedCalculator) -> Lines:
    procedure = listed.procedure
    cite = procedure.cite if procedure.cite != procedure.title else ""
    return row(_sign(f"{listed.key or ' '}  ", "$accent"), Content(shown(procedure.title)), rule_number(cite))


def _results(context: AppContext, most: int) -> list[Lines]:
    """Return the last lines of the game's log that report a result, newest first."""
    session, log_words = context.session, context.log_words
    counting = session.counting()
    log = [logged for logged in session.log if logged.game == context.game]
    log_words.learn(log)
    results = [each for each in log if each.id in counting and not isinstance(each.event, _PASSING)]
    return [_result(each, log_words.line(each)) for each in reversed(results[-most:])]


def _result(logged: Logged, words: str) -> Lines:
    """Return a line of the log, with its result in bold."""
    time = _sign(f"{logged.at[11:16]}  ", "$quiet")
    name, colon, rest = words.partition(": ")
    if not isinstance(logged.event, Calculated) or not colon:
        return row(time, Content(shown(words)))
    result, bracket, dice = rest.partition(" (")
    return row(
        time,
        Content.assemble(shown(f"{name}: "), (shown(result), "bold"), (shown(f"{bracket}{dice}"), "$quiet")),
    )


def _coming(context: AppContext, most: int) -> list[Lines]:
    """Return the state of the cup this turn, and events of later turns."""
    module, table = context.module, context.session.game_state
    cup = cup_words(module, table)
    lines = [text_lines(cup)] if cup else []
    for event in coming(module, table)[: max(most - len(lines), 1)]:
        when = shown(when_words(module, table, event.turn))
        lines.append(
            text_lines(Content.assemble((f"{when[:1].upper()}{when[1:]}: ", "$quiet"), shown(event.says)), 2)
        )
    return lines


def _session(context: AppContext) -> list[Lines]:
    """Return the facts of the session: game, scenario, sides, settings, units, rulings, bookmarks."""
    module, table = context.module, context.session.game_state
    scenario = module.find_scenario(table.scenario)
    bookmarks: list[str] = []
    with reporting(lambda why: bookmarks.append(why)):
        notes = read_annotations(context.places.data)
        bookmarks = [
            record_title(context, each.about) for each in notes if each.about.startswith(f"{context.game}:")
        ]
    rulings = [
        about_words(context, each) for each in context.rulings() if each.record.startswith(f"{context.game}:")
    ]
    facts = (
        ("Game", "games", module.game.full_name),
        ("Scenario", "setup", scenario.title if scenario else ""),
        ("Sides", "setup", ", ".join(module.sides)),
        ("Settings", "setup", setting_words(module, table)),
        ("Units", "units", _listed(tuple(table.units))),
        ("Rulings", "rulings", _listed(rulings)),
        ("Bookmarks", "bookmarks", _listed(bookmarks)),
    )
    return [_fact(name, screen, says) for name, screen, says in facts if says]


def _fact(name: str, screen: str, says: str) -> Lines:
    """Return a fact of the session; a click opens the screen where it can be changed."""
    style = Style.from_meta({"@click": f"app.open('{screen}')"})
    return row(_sign(f"{name:11}", "$quiet").stylize(style), Content.styled(shown(says), style))


def _listed(names: Sequence[str]) -> str:
    """Return the first names, and the number of further ones."""
    more = f" and {len(names) - NAMES} more" if len(names) > NAMES else ""
    return ", ".join(names[:NAMES]) + more


def _bold(text: str) -> Content:
    return Content.styled(shown(text), "bold")


def _sign(text: str, style: str) -> Content:
    return Content.styled(text, f"bold {style}".strip())
