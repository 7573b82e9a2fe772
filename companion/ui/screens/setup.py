"""Set up: the scenario, the time of day, and the settings of the session."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import Refused, Setting
from companion.model.event import ClockSetting
from companion.model.scenario import StandingOrder
from companion.play import turn
from companion.play.clock import stamp, time_words
from companion.render.text import shown
from companion.ui.base.dialogs import Choice, ask, numbered_choices
from companion.ui.base.form_dialog import FormScreen
from companion.ui.base.page import Page
from companion.ui.widgets.bars import Keys, StatusLine, TopBar
from companion.ui.widgets.fields import Field
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.text import LinesAtWidth, WrappedText, paragraphs
from companion.workspace.context import AppContext


class SetupScreen(Page[None]):
    """Enter chooses what is marked."""

    HELP = (
        "Enter begins the marked scenario, sets the clock, or answers the marked setting. r opens its rule."
    )
    heading = "Set up"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Choose", id="setup.choose", priority=True),
        Binding("r", "rule", "Rule", id="setup.rule", tooltip="Where the book has it"),
        Binding("escape", "dismiss(None)", "Back", id="setup.back"),
    ]

    def compose(self) -> ComposeResult:
        """Top bar, list, what is known of the marked line, keys."""
        yield TopBar(id="where")
        with Horizontal(id="setup-room"):
            yield OptionList(id="setup")
            with VerticalScroll(id="about-side"):
                yield WrappedText(id="about")
        yield StatusLine("said")
        yield Keys()

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Begin a scenario, set the clock, or choose a setting."""
        kind, _, name = self.option_list.marked_id.partition("|")
        if kind == "scenario":
            self._begin(name)
        elif kind == "clock":
            self._clock()
        elif kind == "setting":
            self._setting(name)

    @on(OptionList.OptionHighlighted, "#setup")
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one("#about", WrappedText).show(_about(self.context, event.option.id or ""))

    def action_rule(self) -> None:
        """Open the rule of the marked line."""
        kind, _, name = self.option_list.marked_id.partition("|")
        module = self.context.module
        cite = module.sequence.clock.cite if kind == "clock" and module.sequence else ""
        if kind == "scenario":
            cite = module.scenario(name).cite
        elif kind == "setting":
            cite = turn.setting_of(self.context.session, name).cite
        self.open_rule(cite)

    def _begin(self, name: str) -> None:
        title = self.context.module.scenario(name).title
        heading = f"Begin {title}? The marker goes to its first turn, its orders stand; ctrl+z takes it back."
        session = self.context.session

        def begin(name: str) -> None:
            self.attempt(lambda: turn.choose_scenario(session, name), f"{title} begins")

        ask(self, heading, [Choice("y", name, "Begin")], begin)

    def _clock(self) -> None:
        context = self.context
        lengths = turn.sequence_of(context.session).clock.lengths
        clock = context.session.game_state.clock
        fields = [
            Field("time", "Turn 1 begins", _time(clock.minute) if clock else "", "HH:MM"),
            Field("day", "On day", str(clock.day) if clock else "", "default 1", number=True),
            Field("days", "Names of days", ", ".join(clock.days) if clock else "", "July 1, July 2"),
        ]
        note = ""
        if lengths:
            fields.append(Field("light", "Light from", _lights(clock), "05:30 twilight, 06:00 day"))
            note = f"Light: {', '.join(turn.LIGHTS)}, each with the time it begins"
        form = FormScreen(
            "Time of day", fields, partial(_set_clock, context), "Set the clock", note, context.game
        )
        self.app.push_screen(form)

    def _setting(self, name: str) -> None:
        setting = turn.setting_of(self.context.session, name)
        choices = [*numbered_choices(_choices(setting)), Choice("0", "", "Not chosen")]

        def choose(value: str) -> None:
            self.attempt(lambda: turn.choose_setting(self.context.session, name, value))

        ask(self, setting.label, choices, choose)

    def draw(self) -> None:
        """Show scenarios, clock and settings."""
        empty = f"{self.context.module.game.name} has nothing to set up."
        self.option_list.refill(_options(self.context), empty)
        self.query_one("#about", WrappedText).show(_about(self.context, self.option_list.marked_id))


def _options(context: AppContext) -> list[Option]:
    table, module = context.session.game_state, context.module
    lines = []
    for scenario in module.scenarios.scenarios:
        on = scenario.id == table.scenario
        title = (shown(scenario.title), "bold" if on else "")
        lines.append(
            Option(Content.assemble(("(x) " if on else "( ) ", "bold"), title), id=f"scenario|{scenario.id}")
        )
    sequence = module.sequence
    if sequence is not None and (sequence.clock.times or sequence.clock.lengths):
        first = time_words(table.clock, stamp(sequence.clock, table.clock, 1))
        says = f"turn 1 begins {first}" if first else "not set"
        lines.append(Option(Content.assemble(("Clock: ", "bold"), shown(says)), id="clock|"))
    for setting in module.scenarios.settings:
        chosen = dict(_choices(setting)).get(table.settings.get(setting.name, ""), "not chosen")
        line = Content.assemble((f"{shown(setting.label)}: ", "bold"), shown(chosen))
        lines.append(Option(line, id=f"setting|{setting.name}"))
    return lines


def _about(context: AppContext, marked: str) -> LinesAtWidth:
    """Details of the marked scenario, clock or setting."""
    kind, _, name = marked.partition("|")
    lines: list[str] = []
    if kind == "scenario":
        lines = _scenario(context, name)
    elif kind == "clock":
        clock = context.session.game_state.clock
        lines = ["Time of day", f"Light: {_lights(clock) or 'not set'}"]
        if clock is not None and clock.last_turn is not None:
            lines.append(f"The last turn is {clock.last_turn}.")
    elif kind == "setting":
        setting = turn.setting_of(context.session, name)
        lines = [setting.label, *(f"- {label}" for _, label in _choices(setting))]
    return paragraphs(lines, "    ")


def _scenario(context: AppContext, name: str) -> list[str]:
    scenario = context.module.scenario(name)
    first_day, last_day = (
        scenario.days[day - 1] if 0 < day <= len(scenario.days) else f"day {day}"
        for day in (scenario.day, scenario.last_day or scenario.day)
    )
    lines = [scenario.title]
    if scenario.time:
        last = f"; last turn {last_day}, {scenario.last_time}" if scenario.last_time else ""
        lines.append(f"Begins {first_day}, {scenario.time}{last}")
    lines += [f"- {order.side}, {order.who}: {_order_words(context, order)}" for order in scenario.orders]
    if scenario.arrivals == "yes":
        lines.append(f"Arrivals: {len(context.module.scenarios.arrivals)} on the schedule")
    if scenario.commands:
        lines.append(f"Commands: {', '.join(scenario.commands)}")
    return lines + [f"- {note}" for note in scenario.notes]


def _order_words(context: AppContext, order: StandingOrder) -> str:
    """`March, to Herr Tavern`: the kind of order, then its text."""
    rules = context.module.sequence.orders if context.module.sequence else None
    titles = {kind.key: kind.label for kind in rules.kinds} if rules else {}
    kind = titles.get(order.kind, "")
    return order.says if not kind else f"{kind}, {order.says}"


def _set_clock(context: AppContext, values: dict[str, str]) -> None:
    """Set the clock to the values of the form. Raises Refused."""
    lights = []
    for part in filter(None, map(str.strip, values.get("light", "").split(","))):
        when, _, light = part.partition(" ")
        if not light:
            raise Refused(f"light: {part[:30]!r} is not a time and day, twilight or night")
        lights.append((when, light.strip()))
    days = list(filter(None, map(str.strip, values["days"].split(","))))
    turn.set_clock(context.session, values["time"], int(values["day"] or 1), lights, days)


def _choices(setting: Setting) -> list[tuple[str, str]]:
    return list(zip(setting.choices, setting.labels or setting.choices, strict=False))


def _time(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _lights(clock: ClockSetting | None) -> str:
    return ", ".join(f"{_time(light.minute)} {light.light}" for light in clock.lights) if clock else ""
