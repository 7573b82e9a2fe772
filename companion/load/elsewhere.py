"""Words of a calculator that another game uses for another thing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from companion.load.links import near
from companion.load.shelf import Placed
from companion.model import Elsewhere, GameModule, Input, Procedure, Term
from companion.model.procedure import Tally


def check_differs(slug: str, terms: Iterable[Placed[Term]], known: Mapping[str, Collection[Term]]) -> None:
    """A term of the game may differ only from a game that there is, and that has a term of that name.

    `known` are the terms of every game.
    """
    for placed in terms:
        for index, other in enumerate(placed.record.differs):
            at = (*placed.at[:-1], "differs", index)
            if other not in known:
                placed.faults.add(at, f"there is no game {other}", near(other, known))
            elif other == slug or _same(placed.record, known[other]) is None:
                placed.faults.add(at, f"{other} has no other {placed.record.term}", f"leave {other} out")


def with_elsewhere(module: GameModule, modules: Iterable[GameModule]) -> GameModule:
    """The module with what its calculators' words mean in other games; either side may have said that they differ."""
    found = [
        Elsewhere(mine.term, mine.means, other.game.name, theirs.means, used)
        for other in modules
        if other.game.slug != module.game.slug
        for mine, theirs in _pairs(module, other)
        if (used := tuple(_using(mine, module.procedures)))
    ]
    return msgspec.structs.replace(module, elsewhere=tuple(found)) if found else module


def _pairs(module: GameModule, other: GameModule) -> list[tuple[Term, Term]]:
    """Terms of the module and of the other game that are one word and two things."""
    pairs: list[tuple[Term | None, Term | None]]
    pairs = [(term, _same(term, other.terms)) for term in module.terms if other.game.slug in term.differs]
    pairs += [(_same(term, module.terms), term) for term in other.terms if module.game.slug in term.differs]
    whole = [(mine, theirs) for mine, theirs in pairs if mine is not None and theirs is not None]
    return list(dict.fromkeys(whole))


def _same(term: Term, terms: Collection[Term]) -> Term | None:
    """That of the terms that has this term's name, first by its own name."""
    name = term.term.lower()
    for each in terms:
        if each.term.lower() == name:
            return each
    for each in terms:
        if name in (said.lower() for said in (*each.short, *each.also)):
            return each
    return None


def _using(term: Term, procedures: Iterable[Procedure]) -> Iterator[str]:
    """Ids of the calculators that say the word in their title, a question, a choice or a modifier."""
    word = re.compile(rf"\b{re.escape(term.term)}s?\b", re.IGNORECASE)
    for procedure in procedures:
        if any(word.search(text) for text in _texts(procedure)):
            yield procedure.id


def _texts(procedure: Procedure) -> Iterator[str]:
    yield procedure.title
    for given in procedure.inputs:
        yield from _input_texts(given)
    for step in procedure.every_step():
        if isinstance(step, Tally):
            yield from (modifier.label for modifier in step.modifiers)


def _input_texts(given: Input) -> Iterator[str]:
    yield given.label
    yield from (choice.label or choice.key for choice in given.choices)
    for field in given.fields:
        yield from _input_texts(field)
