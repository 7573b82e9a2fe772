"""Set up: the scenario, the time of day, what holds for the whole session."""

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
from companion.render.text import shown, wrapped
from companion.ui.messages import OpenRule
from companion.ui.screens.dialogs import ChooseScreen, FormScreen, Way
from companion.ui.screens.table import TableScreen, refill
from companion.ui.widgets.fields import Field
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.prose import Lines, Prose
from companion.ui.widgets.told import Told
from companion.ui.widgets.where import Where
from companion.workspace.context import Desk


class SetupScreen(TableScreen):
    """Enter chooses what is marked."""

    HELP = (
        "Enter begins the marked scenario, sets the clock, or answers the marked setting. r opens its rule."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Choose", id="setup.choose", priority=True),
        Binding("r", "rule", "Rule", id="setup.rule", tooltip="Where it stands"),
        Binding("escape", "dismiss(None)", "Back", id="setup.back"),
    ]

    def compose(self) -> ComposeResult:
        """What may be chosen, and what is known of it."""
        yield Where(id="where")
        with Horizontal(id="setup-room"):
            yield OptionList(id="setup")
            with VerticalScroll(id="about-side"):
                yield Prose(id="about")
        yield Told("said")
        yield Keys()

    def on_mount(self) -> None:
        """Shows what is set."""
        self.show()
        self.query_one("#setup").focus()

    def action_choose(self) -> None:
        """What is marked."""
        self.query_one("#setup", OptionList).action_select()

    @on(OptionList.OptionSelected, "#setup")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        kind, _, name = (event.option.id or "").partition("|")
        if kind == "scenario":
            self._begin(name)
        elif kind == "clock":
            self._clock()
        elif kind == "setting":
            self._setting(name)

    @on(OptionList.OptionHighlighted, "#setup")
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one("#about", Prose).show(_about(self.ready, event.option.id or ""))

    def action_rule(self) -> None:
        """Where the marked scenario or setting stands."""
        kind, _, name = self._marked().partition("|")
        module = self.ready.module
        cite = module.sequence.clock.cite if kind == "clock" and module.sequence else ""
        if kind == "scenario":
            cite = module.scenario(name).cite
        elif kind == "setting":
            cite = turn.setting_of(self.ready.session, name).cite
        if cite:
            self.app.post_message(OpenRule(f"{self.ready.game}:{cite}"))

    def _begin(self, name: str) -> None:
        title = self.ready.module.scenario(name).title
        says = f"Begin {title}? The marker goes to its first turn, its orders stand; ctrl+z takes it back."
        ways = [Way("y", name, "Begin")]
        self.app.push_screen(ChooseScreen(says, ways), self._begun)

    def _begun(self, name: str | None) -> None:
        if name is not None:
            session = self.ready.session
            self.attempt(
                lambda: turn.choose_scenario(session, name), f"{session.module.scenario(name).title} begins"
            )

    def _clock(self) -> None:
        desk = self.ready
        sequence = turn.sequence_of(desk.session)
        was = desk.session.game_state.clock
        fields = [
            Field("time", "Turn 1 begins", _time(was.minute) if was else "", "HH:MM"),
            Field("day", "On day", str(was.day) if was else "", "1 unless said", number=True),
            Field("days", "Names of days", ", ".join(was.days) if was else "", "July 1, July 2"),
        ]
        if sequence.clock.lengths:
            hint = "05:30 twilight, 06:00 day"
            fields.append(Field("light", "Light from", _lights(was), hint))
        note = (
            f"Light: {', '.join(turn.LIGHTS)}, each with the time it begins" if sequence.clock.lengths else ""
        )
        form = FormScreen("Time of day", fields, partial(_set_clock, desk), "Set the clock", note, desk.game)
        self.app.push_screen(form)

    def _setting(self, name: str) -> None:
        setting = turn.setting_of(self.ready.session, name)
        ways = [
            Way(str(place) if place < 10 else "", key, label)
            for place, (key, label) in enumerate(_choices(setting), 1)
        ]
        ways.append(Way("0", "", "Not chosen"))
        self.app.push_screen(ChooseScreen(setting.label, ways), partial(self._chosen, name))

    def _chosen(self, name: str, value: str | None) -> None:
        if value is not None:
            self.attempt(lambda: turn.choose_setting(self.ready.session, name, value))

    def show(self) -> None:
        """What is set, as the session has it."""
        desk = self.tell("Set up")
        if desk is None:
            return
        refill(self.query_one("#setup", OptionList), _options(desk))
        self.query_one("#about", Prose).show(_about(desk, self._marked()))

    def _marked(self) -> str:
        option = self.query_one("#setup", OptionList).highlighted_option
        return option.id or "" if option is not None else ""


def _options(desk: Desk) -> list[Option]:
    table, module = desk.session.game_state, desk.module
    lines = []
    for each in module.scenarios.scenarios:
        on = each.id == table.scenario
        line = Content.assemble(("(x) " if on else "( ) ", "bold"), (shown(each.title), "bold" if on else ""))
        lines.append(Option(line, id=f"scenario|{each.id}"))
    sequence = module.sequence
    if sequence is not None and (sequence.clock.times or sequence.clock.lengths):
        first = time_words(table.clock, stamp(sequence.clock, table.clock, 1))
        says = f"turn 1 begins {first}" if first else "not set"
        lines.append(Option(Content.assemble(("Clock: ", "bold"), shown(says)), id="clock|"))
    for setting in module.scenarios.settings:
        chosen = dict(_choices(setting)).get(table.settings.get(setting.name, ""), "not chosen")
        line = Content.assemble((f"{shown(setting.label)}: ", "bold"), shown(chosen))
        lines.append(Option(line, id=f"setting|{setting.name}"))
    return lines or [Option(f"{shown(module.game.name)} has nothing to set up.", disabled=True)]


def _about(desk: Desk, marked: str) -> Lines:
    """What is known of a scenario, of the clock, of a setting."""
    kind, _, name = marked.partition("|")
    told: list[str] = []
    if kind == "scenario":
        told = _scenario(desk, name)
    elif kind == "clock":
        clock = desk.session.game_state.clock
        told = ["Time of day", f"Light: {_lights(clock) or 'not said'}"]
        if clock is not None and clock.last_turn is not None:
            told.append(f"The last turn is {clock.last_turn}.")
    elif kind == "setting":
        setting = turn.setting_of(desk.session, name)
        told = [setting.label, *(f"- {label}" for _, label in _choices(setting))]
    return lambda width: [line for each in told for line in wrapped(each, width, "", "    ")]


def _scenario(desk: Desk, name: str) -> list[str]:
    scenario = desk.module.scenario(name)
    day, last = (
        scenario.days[each - 1] if 0 < each <= len(scenario.days) else f"day {each}"
        for each in (scenario.day, scenario.last_day or scenario.day)
    )
    told = [scenario.title]
    if scenario.time:
        told.append(
            f"Begins {day}, {scenario.time}"
            + (f"; last turn {last}, {scenario.last_time}" * bool(scenario.last_time))
        )
    told += [f"- {each.side}, {each.who}: {_order_words(desk, each)}" for each in scenario.orders]
    if scenario.arrivals == "yes":
        told.append(f"Arrivals: {len(desk.module.scenarios.arrivals)} on the schedule")
    if scenario.commands:
        told.append(f"Commands: {', '.join(scenario.commands)}")
    return told + [f"- {each}" for each in scenario.notes]


def _order_words(desk: Desk, order: StandingOrder) -> str:
    """`March, to Herr Tavern`: the kind of order, then what it says."""
    rules = desk.module.sequence.orders if desk.module.sequence else None
    titles = {each.key: each.label for each in rules.kinds} if rules else {}
    kind = titles.get(order.kind, "")
    return order.says if not kind else f"{kind}, {order.says}"


def _set_clock(desk: Desk, written: dict[str, str]) -> None:
    """Sets the clock as it is written in the form. Raises Refused."""
    lights = []
    for each in filter(None, (part.strip() for part in written.get("light", "").split(","))):
        when, _, light = each.partition(" ")
        if not light:
            raise Refused(f"light: {each[:30]!r} is not a time and day, twilight or night")
        lights.append((when, light.strip()))
    days = [part.strip() for part in written["days"].split(",") if part.strip()]
    turn.set_clock(desk.session, written["time"], int(written["day"] or 1), lights, days)


def _choices(setting: Setting) -> list[tuple[str, str]]:
    return list(zip(setting.choices, setting.labels or setting.choices, strict=False))


def _time(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _lights(clock: ClockSetting | None) -> str:
    return ", ".join(f"{_time(each.minute)} {each.light}" for each in clock.lights) if clock else ""
