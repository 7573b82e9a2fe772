"""Units in a calculation: which part each takes, and offers of answers that the session knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.engine import take_answers
from companion.engine.answers import is_asked
from companion.model import Refused, UnitPart
from companion.model.answer_path import OPEN, answer_at
from companion.model.wording import value_words
from companion.play.state import Unit
from companion.play.unit_parts import barred, fits, part_answers, parts_of
from companion.render.summary import labels
from companion.render.turn import where
from companion.workspace.known import assign_unit, command_names

if TYPE_CHECKING:
    from companion.workspace.calculation import Calculation


class Offer(NamedTuple):
    """Answers from one source, which the player may accept."""

    source: str
    """Origin of the answers as the form shows it: `5th Texas`."""
    where: str
    """Title of the part that a unit takes, with the row of a list; empty for none."""
    answers: dict[str, Any]
    """Answers by dotted path; empty if the unit takes part but answers nothing."""
    part: str = ""
    """The part that the unit takes, in a list with its row; unused unless `is_unit`."""
    is_unit: bool = False
    against: str = ""
    """Why the unit does not fit, such as an answer that its facts contradict; empty if it fits."""


def offers(calculation: Calculation, marked: tuple[str, ...] = ()) -> list[Offer]:
    """Return the offers for the open questions; none for a game that is not in play.

    `marked`: path of the question the player is at. Its part comes first; in a list, only its row gets offers.
    """
    context = calculation.context
    if context.session.state.game != calculation.procedure.game:
        return []
    return [*_unit_offers(calculation, marked), *_known_offers(calculation)]


def offers_of_other_parts(calculation: Calculation) -> list[Offer]:
    """Return the units offered for parts that no unit takes yet; none once dice were rolled."""
    return _unit_offers(calculation, ()) if has_open_part(calculation) else []


def has_open_part(calculation: Calculation) -> bool:
    """Whether a unit may still take part: a part is open, a unit has no part, and no dice were rolled."""
    if calculation.rolls or calculation.context.game != calculation.procedure.game:
        return False
    taken = calculation.sheet.units
    is_open = any(key not in taken for key, _, _ in _places(calculation, ()))
    return is_open and bool(calculation.context.session.game_state.units.keys() - set(taken.values()))


def _unit_offers(calculation: Calculation, marked: tuple[str, ...]) -> list[Offer]:
    """Return the units offered for each part that no unit takes yet, and for the part of the marked question."""
    sheet, table = calculation.sheet, calculation.context.session.game_state
    declared = {(part.procedure, part.id) for part in calculation.module.units.parts}
    ranked: list[tuple[tuple[bool, bool, int, bool], Offer]] = []
    for place, (key, part, row) in enumerate(_places(calculation, marked)):
        sides = _likely_sides(calculation, place)
        is_marked = _is_marked(part, row, marked)
        if key in sheet.units and not is_marked:
            continue
        for unit in table.units.values():
            if unit.name in sheet.units.values():
                continue
            answers = part_answers(part, unit, row, calculation.place.before.get(unit.name))
            still_open = {path: value for path, value in answers.items() if _is_open(calculation, path)}
            where = " ".join(filter(None, (part.title, row)))
            against = _against(calculation, part, unit, answers)
            offer = Offer(unit.name, where, still_open, key, is_unit=True, against=against)
            if (still_open or (part.procedure, part.id) in declared) and _is_legal(calculation, offer):
                ranked.append(((bool(against), not is_marked, place, unit.side not in sides), offer))
    return [offer for _, offer in sorted(ranked, key=lambda pair: pair[0])]


def _likely_sides(calculation: Calculation, place: int) -> set[str]:
    """Return the sides whose units are offered first: the acting side for the first part, its enemies for others."""
    context = calculation.context
    sequence, table = context.session.module.sequence, context.session.game_state
    if sequence is None:
        return set()
    at, chit = where(context.session.module, table), calculation.place.chit
    assert at is not None
    acting = table.cup.side_of(chit or at.side) or at.side
    named = [side for side in sequence.sides if sequence.side_key(side) in calculation.sheet.values.values()]
    first = set(named or [acting]) - {""}
    if place == 0 or not first & set(sequence.sides):
        return first
    return set(sequence.sides) - first


def _against(calculation: Calculation, part: UnitPart, unit: Unit, answers: dict[str, Any]) -> str:
    """Return why a unit may not take a part, or the player's answers that its facts contradict; empty for neither."""
    if not fits(part, unit):
        return f"not suitable as {part.title or 'this'}"
    bar = barred(part, unit)
    if bar is not None:
        return bar.because
    sheet = calculation.sheet
    given = {path: answer_at(sheet.values, path) for path in answers if path not in sheet.origins}
    paths = tuple(
        path
        for path, value in given.items()
        if value is not None and OPEN not in (value, answers[path]) and str(value) != str(answers[path])
    )
    named = zip(labels(calculation.procedure, paths), paths, strict=True)
    answered = ", ".join(f"{label} {value_words(given[path])}" for label, path in named)
    return f"contradicts {answered}" if answered else ""


def _places(calculation: Calculation, marked: tuple[str, ...]) -> Iterator[tuple[str, UnitPart, str]]:
    """Yield the parts of the calculator with their keys and rows; of a list all rows, or only the marked one."""
    for part in parts_of(calculation.module, calculation.procedure).values():
        if not part.rows:
            yield part.id, part, ""
        elif len(marked) > 1 and marked[0] == part.rows:
            yield f"{part.id}.{marked[1]}", part, marked[1]
        else:
            for number in range(1, calculation.sheet.units_in((part.rows,)) + 1):
                yield f"{part.id}.{number}", part, str(number)


def _is_marked(part: UnitPart, row: str, marked: tuple[str, ...]) -> bool:
    if part.rows:
        return marked[:2] == (part.rows, row)
    return ".".join(marked) in {path.partition("=")[0] for path in part.answers}


def _known_offers(calculation: Calculation) -> Iterator[Offer]:
    """Yield offers of known answers that the player removed, then those of other commands' chits."""
    by_source: dict[str, dict[str, Any]] = {}
    for path, known in calculation.known().items():
        if _is_open(calculation, path):
            by_source.setdefault(known.source, {})[path] = known.value
    for source, answers in by_source.items():
        yield Offer(source, "", answers)
    context = calculation.context
    fills = context.module.cup.fills if context.module.cup is not None else {}
    for chit in context.session.game_state.cup.chits:
        names = command_names(context.session, chit.name)
        answers = {path: names[name] for path, name in fills.items() if names.get(name) not in (None, "")}
        offer = Offer(
            f"the chit of {chit.name}",
            "",
            {path: value for path, value in answers.items() if _is_open(calculation, path)},
        )
        if offer.answers and chit.name != calculation.place.chit and _is_legal(calculation, offer):
            yield offer


def _is_open(calculation: Calculation, dotted: str) -> bool:
    taken = calculation.taken
    asked = taken is not None and is_asked(calculation.procedure.inputs, taken, dotted)
    return asked and answer_at(calculation.sheet.values, dotted) is None


def _is_legal(calculation: Calculation, offer: Offer) -> bool:
    trial = calculation.sheet.copy()
    try:
        for path, value in offer.answers.items():
            trial.put(path, value)
        take_answers(calculation.procedure.inputs, trial.values)
    except Refused:
        return False
    return True


def offer_words(calculation: Calculation, offer: Offer) -> str:
    """Return an offer in words: `5th Texas as Firing unit 1: Strength points 5`."""
    paths = tuple(offer.answers)
    named = zip(labels(calculation.procedure, paths), offer.answers.values(), strict=True)
    where = f" as {offer.where}" if offer.where else ""
    answers = ", ".join(
        f"{label.removeprefix(f'{offer.where}: ')} {value_words(value)}"
        for label, value in named
        if value != OPEN
    )
    against = f" ({offer.against})" if offer.against else ""
    return f"{offer.source}{where}{against}: {answers}" if answers else f"{offer.source}{where}{against}"


def barred_words(calculation: Calculation) -> list[str]:
    """Return why the rules bar units from parts that they take, a sentence with the rule for each."""
    units = calculation.context.session.state.of_game(calculation.procedure.game).units
    parts = parts_of(calculation.module, calculation.procedure)
    reasons = []
    for key, name in calculation.sheet.units.items():
        part, unit = parts.get(key.partition(".")[0]), units.get(name)
        bar = barred(part, unit) if part is not None and unit is not None else None
        if bar is not None:
            reasons.append(f"{name}: {bar.because}{f' ({bar.cite})' if bar.cite else ''}.")
    return reasons


def accept(calculation: Calculation, offer: Offer) -> None:
    """Fill in the offered answers, or let the unit take its part; the caller updates the calculation."""
    sheet = calculation.sheet
    sheet.declined -= set(offer.answers)
    if offer.is_unit:
        assign_unit(calculation, offer.part, offer.source)
    else:
        for path, value in offer.answers.items():
            sheet.fill(path, value, offer.source)


def units_at_start(calculation: Calculation) -> dict[str, str]:
    """Return the units that take parts from the start: those of the previous calculator, or the unit of the place.

    A part goes to the unit of an earlier part that it follows, or else to the unit whose name was handed over for it.
    """
    place = calculation.place
    table = calculation.context.session.state.of_game(calculation.procedure.game)
    parts = [part for part in parts_of(calculation.module, calculation.procedure).values() if not part.rows]
    units: dict[str, str] = {}
    for part in parts:
        name = next(
            (place.units[earlier] for earlier in reversed(place.units) if earlier in part.follows), ""
        )
        named = _unit_named(table.units, place.names.get(part.id, ""))
        if name in table.units:
            units[part.id] = name
        elif named is not None and named.name not in units.values():
            units[part.id] = named.name
    unit = _unit_named(table.units, place.about)
    if not units and len(parts) == 1 and unit is not None:
        units[parts[0].id] = unit.name
    return units


def _unit_named(units: dict[str, Unit], name: str) -> Unit | None:
    return next((unit for unit in units.values() if unit.name.casefold() == name.casefold()), None)
