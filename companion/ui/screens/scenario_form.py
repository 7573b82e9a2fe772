"""The player's own scenarios: adding, editing, removing and beginning them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.model import Refused, Scenario
from companion.play import turn
from companion.play.session_files import checked_name, session_names, sessions_folder
from companion.ui.base.dialogs import Choice, ask
from companion.ui.base.form_dialog import FormScreen
from companion.ui.base.page import Page
from companion.ui.widgets.fields import Field, ListOf
from companion.workspace.arrival_lines import (
    ARRIVALS,
    ArrivalLine,
    checked_arrival,
    pasted_arrivals,
    read_line,
)
from companion.workspace.context import AppContext
from companion.workspace.own_scenarios import OwnScenario, remove_scenario
from companion.workspace.pasted_lines import Lines
from companion.workspace.scenario_turns import turn_words
from companion.workspace.scenario_values import ScenarioValues
from companion.workspace.victory_lines import (
    CONDITIONS,
    VictoryLine,
    checked_condition,
    pasted_conditions,
    read_condition,
)

_EITHER = "either"
"""Choice for a victory condition that belongs to no side."""
_FIRST = "09:00, or July 2 09:00"
_WHEN = "12, 19:00, or July 2 19:00"


def open_scenario_form(
    page: Page[Any], name: str = "", mark: Callable[[str], object] = lambda name: None
) -> None:
    """Open the form for a new scenario, or for the player's own one with the id `name`; then offer to begin it.

    `mark` is called with the id of the scenario that is saved.
    """
    with page.reporting():
        scenario = OwnScenario(page.context, name)
        saved: list[Scenario] = []

        def save(values: dict[str, str]) -> None:
            saved.append(scenario.save(values))

        def closed(done: bool | None) -> None:
            if done and saved:
                page.redraw()
                mark(saved[-1].id)
                page.app.changed()
                _offer(page, saved[-1])

        page.app.push_screen(scenario_form(scenario, save), closed)


def _time_fields(given: ScenarioValues, was: Mapping[str, str]) -> list[Field]:
    """Return the fields for name, days, turns and light of a scenario."""
    fields = [
        Field("title", "Name", was["title"], "of the scenario"),
        Field("days", "Date", was["days"], "July 1, July 2"),
    ]
    if given.asks_turns:
        fields += [
            Field("first", "First turn", was["first"], _FIRST),
            Field("last", "Last turn", was["last"], _WHEN),
        ]
    if given.module.clock.lengths:
        fields.append(Field("light", "Light from", was["light"], "05:30 twilight, 06:00 day"))
    return fields


def scenario_form(scenario: OwnScenario, save: Callable[[dict[str, str]], object]) -> FormScreen:
    """Return the form of a scenario; `save` gets its values."""
    given, was = scenario.form, scenario.form.values()
    opened: list[FormScreen] = []

    def values() -> dict[str, str]:
        return opened[0].values()

    fields = _time_fields(given, was)
    for place, own in enumerate(given.module.sides):
        fields.append(Field(f"side{place}", own, was.get(f"side{place}", ""), f"default {own}"))
    if given.asks_schedule:
        schedule = (("yes", "yes"), ("no", "no"))
        fields.append(Field("schedule", "Game's arrivals", was["schedule"], choices=schedule))
    if given.asks_turns and given.module.sides:
        fields.append(Field("arrivals", "Arrivals", was["arrivals"], items=_arrivals(scenario, values)))
    fields += [
        Field("rules", "Special rules", was["rules"], items=_RULES),
        Field("victory", "Victory", was["victory"], items=_conditions(scenario, values)),
    ]
    form = FormScreen(
        "Edit scenario" if scenario.name else "New scenario",
        fields,
        save,
        "Save",
        turn_words(given.module.clock),
        scenario.game,
        edits=bool(scenario.name),
        question=scenario.question,
    )
    opened.append(form)
    return form


def ask_removal(page: Page[Any], name: str) -> None:
    """Ask whether to remove the player's own scenario with this id."""
    title = page.context.module.scenario(name).title

    def answered(answer: str) -> None:
        if answer == "yes" and page.attempt(lambda: remove_scenario(page.context, name)):
            page.notify(f"Removed {title}.")
            page.app.changed()

    heading = f"Remove {title} and everything in it?\nThis cannot be undone."
    ask(page, heading, [Choice("n", "no", "No, keep it"), Choice("y", "yes", "Yes, remove it")], answered)


def _rule_fields(text: str) -> list[Field]:
    return [Field("text", "Rule", text, "in your words", append=True)]


def _rule(values: dict[str, str]) -> str:
    if not values["text"]:
        raise Refused("type the rule, or leave the form with Escape")
    return values["text"]


def _pasted_texts(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise Refused("the pasted text is empty")
    return lines


_RULES = ListOf("special rule", "special rules", _rule_fields, _rule, _pasted_texts)


def _arrivals(scenario: OwnScenario, values: Callable[[], dict[str, str]]) -> ListOf:
    """Return the list of arrivals; `values` returns what the form of the scenario has so far."""
    given = scenario.form

    def fields(text: str) -> list[Field]:
        was = read_line(text) if text else ArrivalLine("", "", "")
        return [
            Field("turn", "Turn", was.turn, _WHEN),
            Field("side", "Side", was.side, choices=tuple(given.sides(values()))),
            Field("units", "Units", was.units, "who arrives"),
            Field("where", "Where", was.where, "place on the map, optional"),
        ]

    def item(entered: dict[str, str]) -> str:
        arrival = ArrivalLine(entered["turn"], entered["side"], entered["units"], entered["where"])
        checked = checked_arrival(arrival, given.sides(values()))
        given.arrival_check(values())(checked)
        return checked.text()

    def pasted(text: str) -> list[str]:
        check = given.arrival_check(values())
        return [arrival.text() for arrival in pasted_arrivals(text, given.sides(values()), check)]

    def listed(line: str) -> str:
        arrival = read_line(line)
        named = dict(given.sides(values())).get(arrival.side, arrival.side)
        when = f"Turn {arrival.turn}" if arrival.turn.isdecimal() else arrival.turn
        return f"{when}  {named}: {arrival.units}{f', {arrival.where}' if arrival.where else ''}"

    return _list_of(ARRIVALS, fields, item, pasted, listed)


def _conditions(scenario: OwnScenario, values: Callable[[], dict[str, str]]) -> ListOf:
    """Return the list of victory conditions; `values` returns what the form of the scenario has so far."""
    given = scenario.form

    def fields(text: str) -> list[Field]:
        was = read_condition(text) if text else VictoryLine("")
        winners = (*given.sides(values()), (_EITHER, "Either side"))
        return [
            Field("title", "Name", was.title, "Decisive victory"),
            *(
                [Field("side", "Who wins", was.side or _EITHER, choices=winners)]
                if given.module.sides
                else []
            ),
            Field("says", "Condition", was.says, "if not in the name"),
        ]

    def item(entered: dict[str, str]) -> str:
        side = entered.get("side", _EITHER)
        condition = VictoryLine(entered["title"], "" if side == _EITHER else side, entered["says"])
        return checked_condition(condition, given.sides(values())).text()

    def pasted(text: str) -> list[str]:
        return [each.text() for each in pasted_conditions(text, given.sides(values()))]

    def listed(line: str) -> str:
        condition = read_condition(line)
        side = dict(given.sides(values())).get(condition.side, condition.side)
        named = f"{condition.title} ({side})" if side else condition.title
        return f"{named}: {condition.says}" if condition.says else named

    return _list_of(CONDITIONS, fields, item, pasted, listed)


def _list_of(
    lines: Lines,
    fields: Callable[[str], list[Field]],
    item: Callable[[dict[str, str]], str],
    pasted: Callable[[str], list[str]],
    listed: Callable[[str], str],
) -> ListOf:
    return ListOf(
        lines.one, lines.many, fields, item, pasted, listed, f"Paste lines such as: {lines.example}"
    )


def _offer(page: Page[Any], scenario: Scenario) -> None:
    """Offer to begin a scenario that is saved."""
    context = page.context
    choices = [Choice("n", "new", "In a new session"), Choice("0", "no", "Not now")]
    if not context.session.store.read_only:
        choices.insert(1, Choice("h", "here", f"In this session, {context.session.name}"))

    def answered(how: str) -> None:
        if how == "new":
            page.app.push_screen(_session_form(page, scenario))
        elif how == "here":
            begun = partial(turn.choose_scenario, context.session, scenario.id)
            if page.attempt(begun, f"{scenario.title} begins"):
                page.app.changed()

    ask(page, f"{scenario.title} is saved.\nBegin it now?", choices, answered)


def _session_form(page: Page[Any], scenario: Scenario) -> FormScreen:
    """Return the form for the name of a new session that begins with a scenario."""

    def begin(values: dict[str, str]) -> None:
        name = checked_name(values["name"])
        known = session_names(sessions_folder(page.context.places.data))
        if name.casefold() in (each.casefold() for each in known):
            raise Refused(f"session {name} exists already; choose another name")
        page.app.change_session(name, scenario.id)

    fields = [Field("name", "Session", _session_name(page.context, scenario.title), "name")]
    return FormScreen("New session", fields, begin, "Begin", of_game=page.context.game, last_submits=True)


def _session_name(context: AppContext, title: str) -> str:
    """Return the title of a scenario as a session name; empty if it is not valid or is already taken."""
    try:
        name = checked_name("".join(sign if sign.isalnum() or sign in " .'-" else " " for sign in title))
    except Refused:
        return ""
    return "" if name in session_names(sessions_folder(context.places.data)) else name
