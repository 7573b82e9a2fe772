"""Set up: the scenario, the time of day, and the settings of the session."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from companion.model.event import ClockSetting
from companion.model.scenario import Scenario, StandingOrder
from companion.play import turn
from companion.play.clock import day_name, stamp, time_of, time_words
from companion.play.outcome import conditions_of
from companion.play.player_clock import clock_runs, set_clock_running
from companion.play.prompts import arrivals_of
from companion.render.outcome import condition_words
from companion.render.player_clock import clock_words
from companion.render.text import shown
from companion.ui.base.dialogs import Choice, ask, numbered_choices
from companion.ui.base.form_dialog import FormScreen
from companion.ui.base.page import Page
from companion.ui.screens.scenario_form import ask_removal, open_scenario_form
from companion.ui.sides import ask_sides, own_sides
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.fields import Field
from companion.ui.widgets.lines import Lines, blank, bullets, pair, row, section, stack, text_lines
from companion.ui.widgets.list_and_details import Details, ListAndDetails
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import empty_state, heading
from companion.ui.widgets.status_line import StatusLine
from companion.workspace.context import AppContext
from companion.workspace.own_scenarios import is_included, may_write, own_ids
from companion.workspace.scenario_turns import lights_words, typed_days, typed_lights

_ENTER = {"scenario": "Begin", "clock": "Set", "sides": "Name"}
"""The label of Enter, by the kind of the marked line."""


class SetupScreen(Page[None]):
    """Lists scenarios, clock, sides, settings and player clock; Enter acts on the marked line."""

    HELP = (
        "Enter on a scenario begins it, or continues it if it is being played; to begin it again, use a new session. "
        "Enter on another line sets the clock, names the sides, changes the setting, or starts or stops the player "
        "clock. F4 opens the rule. n adds a scenario of your own; e edits your marked scenario, d removes it."
    )
    heading = "Setup"
    main_view = "turn"
    short_labels = {"setup.new": "Add"}
    hints = {"#setup": ("setup.choose",)}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Choose", id="setup.choose", priority=True),
        Binding("f4", "rule", "Rule", id="setup.rule", tooltip="The rule for the marked line"),
        Binding("n", "add_scenario", "Add a scenario", id="setup.new", tooltip="A battle of your own"),
        Binding("e", "edit_scenario", "Edit", id="setup.edit", tooltip="The marked scenario, if it is yours"),
        Binding(
            "d", "drop_scenario", "Remove", id="setup.drop", tooltip="The marked scenario, if it is yours"
        ),
        Binding("escape", "dismiss(None)", "Back", id="setup.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.own: set[str] = set()
        """Ids of the player's own scenarios."""

    def compose(self) -> ComposeResult:
        """Header, list, details of the marked line, keys."""
        yield Header()
        yield ListAndDetails("setup", partial(_details, self.context))
        yield Keys()
        yield StatusLine("said")

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Begin or continue a scenario, set the clock, name the sides, or choose a setting."""
        kind, _, name = self.option_list.marked_id.partition("|")
        if self._is_played(kind, name):
            self.dismiss(None)
        elif kind == "scenario":
            self._begin(name)
        elif kind == "clock":
            self._clock()
        elif kind == "sides":
            ask_sides(self)
        elif kind == "setting":
            self._setting(name)
        elif kind == "player-clock":
            session = self.context.session
            self.attempt(lambda: set_clock_running(session, not clock_runs(session)))

    def _is_played(self, kind: str, name: str) -> bool:
        """Return whether a line is the scenario that is being played."""
        return kind == "scenario" and name == self.context.session.game_state.scenario

    def action_rule(self) -> None:
        """Open the rule of the marked line."""
        kind, _, name = self.option_list.marked_id.partition("|")
        cite = self.context.module.clock.cite if kind == "clock" else ""
        if kind == "scenario":
            cite = self.context.module.scenario(name).cite
        elif kind == "setting":
            cite = turn.setting_of(self.context.session, name).cite
        self.open_rule(cite)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to edit and remove only the player's own scenarios; a guest cannot add any."""
        if action == "add_scenario":
            return may_write(self.context)
        return bool(self._marked_own) or action not in ("edit_scenario", "drop_scenario")

    @property
    def _marked_own(self) -> str:
        """Id of the marked scenario if it is the player's own; else empty."""
        lists = self.query(OptionList)
        kind, _, name = (lists.first().marked_id if lists else "").partition("|")
        return name if kind == "scenario" and name in self.own else ""

    @on(OptionList.OptionHighlighted)
    def _marked(self) -> None:
        kind, _, name = self.option_list.marked_id.partition("|")
        label = "Continue" if self._is_played(kind, name) else _ENTER.get(kind, "")
        self.state_labels = {"setup.choose": label} if label else {}
        self.refresh_bindings()

    def action_add_scenario(self) -> None:
        """Add a scenario."""
        open_scenario_form(self, mark=self._mark)

    def action_edit_scenario(self) -> None:
        """Edit the marked scenario."""
        open_scenario_form(self, self._marked_own, self._mark)

    def _mark(self, name: str) -> None:
        """Mark a scenario."""
        ids = [option.id for option in self.option_list.options]
        self.option_list.highlighted = ids.index(f"scenario|{name}")

    def action_drop_scenario(self) -> None:
        """Remove the marked scenario."""
        ask_removal(self, self._marked_own)

    def _begin(self, name: str) -> None:
        title = self.context.module.scenario(name).title
        question = (
            f"Begin {title}?\nThe marker goes to its first turn, its orders come into force. ^Z undoes this."
        )
        session = self.context.session

        def begin(name: str) -> None:
            self.attempt(lambda: turn.choose_scenario(session, name), f"{title} begins")

        ask(self, question, [Choice("y", name, "Begin")], begin)

    def _clock(self) -> None:
        context = self.context
        lengths = turn.sequence_of(context.session).clock.lengths
        clock = context.session.game_state.clock
        fields = [
            Field("time", "Turn 1 begins", time_of(clock.minute) if clock else "", "HH:MM"),
            Field("day", "On day", str(clock.day) if clock else "", "default 1", number=True),
            Field("days", "Names of days", ", ".join(clock.days) if clock else "", "July 1, July 2"),
        ]
        note = ""
        if lengths:
            fields.append(Field("light", "Light from", _lights_of(clock), "05:30 twilight, 06:00 day"))
            note = f"Light: {', '.join(turn.LIGHTS)}, each with the time it begins"
        form = FormScreen(
            "Time of day", fields, partial(_set_clock, context), "Set the clock", note, context.game
        )
        self.app.push_screen(form)

    def _setting(self, name: str) -> None:
        setting = turn.setting_of(self.context.session, name)
        choices = [*numbered_choices(setting.named_choices.items()), Choice("0", "", "Not chosen")]

        def choose(value: str) -> None:
            self.attempt(lambda: turn.choose_setting(self.context.session, name, value))

        ask(self, setting.label, choices, choose)

    def draw(self) -> None:
        """Show scenarios, clock and settings."""
        self.own = own_ids(self.context)
        empty = empty_state(f"{self.context.module.game.name} has nothing to set up.")
        own = self.own if is_included(self.context) else ()
        self.query_one(ListAndDetails).fill(_options(self.context, own), empty)
        self.call_after_refresh(self._marked)


def _options(context: AppContext, own: Collection[str]) -> list[Option]:
    """Return the lines of the list; scenarios in `own` are shown as the player's own."""
    table, module = context.session.game_state, context.module
    scenarios = module.scenarios.scenarios
    lines = [Option(section("Scenarios"), disabled=True)] if scenarios else []
    for scenario in scenarios:
        is_played = scenario.id == table.scenario
        box = Content.styled("(x) " if is_played else "( ) ", "bold")
        words = (
            "being played" if is_played else "",
            _begins(scenario),
            "yours" if scenario.id in own else "",
        )
        right = ", ".join(filter(None, words))
        begins = Content.styled(shown(right), "$quiet")
        title = Content.styled(shown(scenario.title), "bold" if is_played else "")
        lines.append(Option(row(box, title, begins), id=f"scenario|{scenario.id}"))
    lines += [Option(section("Settings"), disabled=True)] if scenarios else []
    if module.clock.times or module.clock.lengths:
        first = time_words(table.clock, stamp(module.clock, table.clock, 1))
        lines.append(_option("Turn 1 begins", first or "not set", "clock|"))
    if module.sides:
        lines.append(_option("Sides", ", ".join(module.sides), "sides|"))
    for setting in module.scenarios.settings:
        chosen = setting.named_choices.get(table.settings.get(setting.name, ""), "not chosen")
        lines.append(_option(setting.label, chosen, f"setting|{setting.name}"))
    runs = clock_runs(context.session)
    lines.append(_option("Player clock", "on" if runs else "off", "player-clock|"))
    return lines


def _option(label: str, says: str, name: str) -> Option:
    return Option(row(Content(""), Content.styled(shown(label), "bold"), Content(shown(says))), id=name)


def _details(context: AppContext, marked: str) -> Details:
    """Return the details of a scenario, the clock, the sides, a setting or the player clock."""
    kind, _, name = marked.partition("|")
    state = context.session.game_state
    if kind == "scenario":
        scenario = context.module.scenario(name)
        return heading(scenario.title, number=scenario.cite), _scenario(context, scenario)
    if kind == "setting":
        setting = turn.setting_of(context.session, name)
        chosen = state.settings.get(name, "")
        parts = [
            row(Content("(x) " if value == chosen else "( ) "), Content(shown(label)))
            for value, label in setting.named_choices.items()
        ]
        return heading(setting.label, number=setting.cite), stack(parts)
    if kind == "sides":
        parts = [pair(side, state.sides.get(side, "not named")) for side in own_sides(context)]
        return heading("Sides", "in game order"), stack(parts)
    if kind == "player-clock":
        times = clock_words(context.session) or "no time measured yet"
        says = "How long each side takes in each turn, for the turn screen and the report."
        return heading("Player clock"), stack([text_lines(says, 2), blank(), text_lines(times, 2)])
    parts = [pair("Light", _lights_of(state.clock) or "not set")]
    if state.clock is not None and state.clock.last_turn is not None:
        parts.append(pair("Last turn", str(state.clock.last_turn)))
    return heading("Time of day", number=context.module.clock.cite), stack(parts)


def _begins(scenario: Scenario) -> str:
    return f"{day_name(scenario.days, scenario.day)}, {scenario.time}" if scenario.time else ""


def _scenario(context: AppContext, scenario: Scenario) -> Lines:
    """When a scenario begins and ends, who takes part, its orders, notes and victory conditions."""
    parts = []
    if scenario.time:
        last = f"{day_name(scenario.days, scenario.last_day or scenario.day)}, {scenario.last_time}"
        ends = f"; last turn {last}" if scenario.last_time else ""
        parts.append(text_lines(f"Begins {_begins(scenario)}{ends}", 2))
    elif scenario.days:
        parts.append(text_lines(f"Date: {', '.join(scenario.days)}", 2))
    if scenario.arrivals != "no":
        schedule = list(arrivals_of(context.module, scenario))
        parts.append(text_lines(f"Arrivals: {len(schedule)} on the schedule", 2))
    if scenario.commands:
        parts.append(text_lines(f"Commands: {', '.join(scenario.commands)}", 2))
    orders = [f"{each.side}, {each.who}: {_order_words(context, each)}" for each in scenario.orders]
    wins = [condition_words(each) for each in conditions_of(context.module, scenario.id)]
    for name, points in (("Orders", orders), ("Notes", scenario.notes), ("Victory", wins)):
        parts += [blank(), section(name), bullets(points)] if points else []
    return stack(parts) if parts else text_lines(Content.styled("No details", "$quiet"))


def _order_words(context: AppContext, order: StandingOrder) -> str:
    """`March, to Herr Tavern`: the kind of order, then its text."""
    kind = context.module.order_kind(order.kind)
    return order.says if not kind else f"{kind}, {order.says}"


def _set_clock(context: AppContext, values: dict[str, str]) -> None:
    """Set the clock to the values of the form. Raises Refused."""
    lights = [(time_of(light.minute), light.light) for light in typed_lights(values.get("light", ""))]
    turn.set_clock(
        context.session, values["time"], int(values["day"] or 1), lights, typed_days(values["days"])
    )


def _lights_of(clock: ClockSetting | None) -> str:
    return lights_words(clock.lights) if clock else ""
