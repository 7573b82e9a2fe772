"""What can answer a calculator's open questions, and what its result changes of a unit: offered, never done unasked."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.engine import take_answers
from companion.model import CompanionError, Input, Procedure, Refused, Resolution
from companion.model.event import Chit, TableRuling
from companion.model.wording import value_words
from companion.play.clock import clock_names
from companion.play.keeping import changes, keep_unit, offered
from companion.play.state import Unit
from companion.render.summary import labels
from companion.ui.screens.dialogs import ChooseScreen, Way
from companion.ui.screens.make_ruling import MakeRuling
from companion.ui.widgets.form import Form
from companion.ui.widgets.keyed import KeyScreen
from companion.ui.widgets.rows import MemberRow, Row
from companion.workspace.context import Desk
from companion.workspace.unit_facts import legal

DIGITS = "123456789"


class Offer(NamedTuple):
    """Answers from one place."""

    source: str
    """Where they come from, as the form marks them."""
    where: str
    """Which unit of a list or which group they would answer for; empty for the calculator's own questions."""
    answers: dict[str, Any]
    """By dotted path."""


def open_offers(desk: Desk, procedure: Procedure, form: Form) -> list[Offer]:
    """What could answer questions that are asked now and not answered: units, chits, settings, the clock."""
    module = desk.library.module(procedure.game)
    if desk.session.state.game != procedure.game:
        return []
    table = desk.session.table
    found: list[Offer] = []
    for kept in table.units.values():
        answers = offered(desk.session, kept, procedure.id)
        found += _placed(
            kept.name, {name: value for name, value in answers.items() if value is not None}, form
        )
    for chit in _rated(desk, procedure):
        found += _placed(f"the chit of {chit.name}", {"rating": chit.rating}, form)
    for setting in module.scenarios.settings:
        if setting.name in table.settings:
            fills = setting.fills or (setting.name,)
            found += _placed(setting.label, dict.fromkeys(fills, table.settings[setting.name]), form)
    if module.sequence is not None:
        names = clock_names(module.sequence, table.clock, desk.position)
        fills_by = module.sequence.clock.fills
        found += _placed(
            "the clock", {fill: names[name] for fill, name in fills_by.items() if name in names}, form
        )
    return [each for each in found if _fits(procedure, form, each)]


def _rated(desk: Desk, procedure: Procedure) -> list[Chit]:
    """Chits whose rating is the one that a calculator of the cup asks for."""
    sequence = desk.module.sequence
    uses = sequence.cup.uses if sequence is not None and sequence.cup is not None else ()
    if procedure.id not in {f"{desk.game}:{each.procedure}" for each in uses}:
        return []
    return [each for each in desk.session.table.cup.chits if each.rating is not None]


def _placed(source: str, answers: dict[str, Any], form: Form) -> Iterator[Offer]:
    """Answers apart by whom they would be for: the calculator itself, a group, one unit of a list."""
    by_name = {given.name: given for given in form.procedure.inputs}
    apart: dict[tuple[str, ...], dict[str, Any]] = {}
    for path, value in answers.items():
        name, _, field = path.partition(".")
        given = by_name.get(name)
        if given is None:
            continue
        if given.kind != "rows":
            apart.setdefault((name,) if field else (), {})[path] = value
            continue
        for number in _numbers(given, form):
            apart.setdefault((name, number), {})[f"{name}.{number}.{field}"] = value
    for holder, found in apart.items():
        opened = {path: value for path, value in found.items() if _is_open(form, path)}
        if opened:
            where = " ".join((by_name[holder[0]].label, *holder[1:])) if holder else ""
            yield Offer(source, where, opened)


def _numbers(given: Input, form: Form) -> list[str]:
    """The units of a list that may be meant: the one with the mark, else each."""
    focused = form.screen.focused
    if isinstance(focused, Row) and len(focused.path) > 1 and focused.path[0] == given.name:
        return [focused.path[1]]
    return [str(number) for number in range(1, len(form.said((given.name,)) or []) + 1)]


def _is_open(form: Form, path: str) -> bool:
    row = form.row_at(path)
    return row is not None and not isinstance(row, MemberRow) and form.said(row.path) is None


def _fits(procedure: Procedure, form: Form, offer: Offer) -> bool:
    """Whether the answers are legal here."""
    trial = Form(procedure, _copied(form.answers))
    for path, value in offer.answers.items():
        trial.put(path, value)
    try:
        take_answers(procedure.inputs, trial.answers)
    except Refused:
        return False
    return True


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(each) for key, each in value.items()}
    return [_copied(each) for each in value] if isinstance(value, list) else value


class Change(NamedTuple):
    """What a result changes of a unit."""

    unit: Unit
    facts: dict[str, Any]


def unit_changes(desk: Desk, resolution: Resolution | None, taken: set[str]) -> list[Change]:
    """The units that a finished result would change, but for those it did already."""
    if resolution is None or not resolution.done or desk.session.state.game != _game(resolution):
        return []
    values = {**resolution.inputs, **resolution.outcome}
    found = []
    for kept in desk.session.table.units.values():
        facts = changes(desk.session, kept, resolution.procedure, values)
        facts = {name: value for name, value in facts.items() if legal(desk.module, name, value)}
        if facts and kept.name not in taken:
            found.append(Change(kept, facts))
    return found


def _game(resolution: Resolution) -> str:
    return resolution.procedure.partition(":")[0]


def change_words(desk: Desk, change: Change, procedure: str) -> str:
    """`5th Texas: Strength points 5 to 4 (Losses of the target)`."""
    told = []
    facts = {each.name: each.label or each.name for each in desk.module.units.facts}
    says = {
        each.fact: each.says
        for each in desk.module.units.changes
        if f"{desk.game}:{each.procedure}" == procedure
    }
    for name, value in change.facts.items():
        why = f" ({says[name]})" if says.get(name) else ""
        was = change.unit.facts.get(name)
        told.append(
            f"{facts[name]} {value_words(was) + ' to ' if was is not None else ''}{value_words(value)}{why}"
        )
    return f"{change.unit.name}: {', '.join(told)}"


def ruled_paths(resolution: Resolution | None, rulings: tuple[TableRuling, ...]) -> frozenset[str]:
    """Questions that decide a modifier the table has a ruling on."""
    if resolution is None or not rulings:
        return frozenset()
    abouts = {each.about for each in rulings}
    return frozenset(
        path
        for line in resolution.ledger
        if f"{resolution.procedure}/{line.label}" in abouts
        for path in line.inputs
    )


class OfferingScreen(KeyScreen):
    """What a calculator offers besides its questions: answers, changes of units, table rulings."""

    desk: Desk
    procedure: Procedure
    form: Form
    resolution: Resolution | None
    taken: dict[str, int]
    """Units that this result has changed already, each with its line of the log."""

    @abstractmethod
    def update_all(self) -> None:
        """Works everything out anew and shows it."""

    def changed_units(self) -> list[Change]:
        """What the result changes of units and was not taken over yet."""
        counting = self.desk.session.counting() if self.taken else frozenset()
        done = {name for name, line in self.taken.items() if line in counting}
        return unit_changes(self.desk, self.resolution, done)

    def action_fill(self) -> None:
        """Offers what could answer open questions."""
        found = open_offers(self.desk, self.procedure, self.form)
        if not found:
            self.notify(self._nothing_to_fill(), markup=False)
            return
        ways = [Way(key, str(place), self._offer_words(each)) for place, key, each in _keyed(found)]
        self.app.push_screen(
            ChooseScreen("Fill in the open questions from:", ways), lambda way: self._fill(found, way)
        )

    def action_take(self) -> None:
        """Offers what the result changes of a unit."""
        found = self.changed_units()
        if not found or self.resolution is None:
            self.notify("This result changes no unit that is kept.", markup=False)
            return
        name = self.resolution.procedure
        ways = [
            Way(key, str(place), change_words(self.desk, each, name)) for place, key, each in _keyed(found)
        ]
        self.app.push_screen(
            ChooseScreen("Take the result over to which unit?", ways), lambda way: self._take(found, way)
        )

    def action_ruling(self) -> None:
        """A table ruling on the marked modifier, or on the calculator."""
        self.app.push_screen(MakeRuling(self.desk, self.abouts()), lambda done: self._ruled(bool(done)))

    def _ruled(self, done: bool) -> None:
        if done:
            self.update_all()

    def abouts(self) -> list[tuple[str, str]]:
        """What the marked row decides, as (id, words); the calculator as a whole last."""
        name = self.focused.given.name if isinstance(self.focused, Row) else ""
        first = self.focused.path[0] if isinstance(self.focused, Row) else ""
        found = []
        for line in self.resolution.ledger if self.resolution else ():
            reads = {part for path in line.inputs for part in (path, path.partition(".")[0])}
            if name and (f"{first}.{name}" in line.inputs or (first == name and name in reads)):
                found.append((f"{self.procedure.id}/{line.label}", line.label))
        return [*dict.fromkeys(found), (self.procedure.id, f"{self.procedure.title}, as a whole")]

    def table_rulings(self) -> tuple[TableRuling, ...]:
        """The table rulings that touch this calculator: on it, its modifiers, and the rules they cite."""
        ids = {self.procedure.id}
        cites = {
            self.procedure.cite,
            *(line.cite for line in (self.resolution.ledger if self.resolution else ())),
        }
        rulings = self.desk.rulings()
        if rulings:
            ids |= {
                each.id
                for cite in cites
                if cite
                for each in self.desk.library.find(f"{self.procedure.game}:{cite}")
            }
        return tuple(each for each in rulings if each.about.partition("/")[0] in ids)

    async def _fill(self, found: list[Offer], way: str | None) -> None:
        if way is None:
            return
        offer = found[int(way)]
        for path, value in offer.answers.items():
            self.form.fill(path, value, offer.source)
        await self.hear(Form.Changed(self.form.row_at(next(iter(offer.answers)))))

    def _take(self, found: list[Change], way: str | None) -> None:
        if way is None:
            return
        change = found[int(way)]
        try:
            keep_unit(self.desk.session, change.unit.name, change.facts)
        except CompanionError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self.taken[change.unit.name] = self.desk.session.log[-1].id
        assert self.resolution is not None
        self.notify(
            change_words(self.desk, change, self.resolution.procedure),
            title="Taken over",
            markup=False,
        )
        self.update_all()

    def _offer_words(self, offer: Offer) -> str:
        told = []
        for path, value in offer.answers.items():
            row = self.form.row_at(path)
            label = row.given.label if row is not None else labels(self.procedure, (path,))[0]
            told.append(f"{label} {value_words(value)}")
        where = f" for {offer.where}" if offer.where else ""
        return f"{offer.source}{where}: {', '.join(told)}"

    def _nothing_to_fill(self) -> str:
        kept = self.desk.session.table.units
        return (
            "Nothing that is kept answers an open question here."
            if kept
            else "Nothing is kept that could answer here: units, chits, settings and the clock can."
        )


def _keyed(found: list[Any]) -> list[tuple[int, str, Any]]:
    return [(place, DIGITS[place] if place < len(DIGITS) else "", each) for place, each in enumerate(found)]
