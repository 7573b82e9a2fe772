"""Words of a calculator that another game uses for another thing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from companion.model import CrossGameTerm, GameModule, Input, Procedure, Term
from companion.model.procedure import Tally


def with_cross_game_terms(module: GameModule, modules: Iterable[GameModule]) -> GameModule:
    """The module with what its calculators' words mean in other games; either side may have said that they differ."""
    texts = {each.id: "\n".join(_texts(each)).lower() for each in module.procedures}
    found = [
        CrossGameTerm(mine.term, mine.means, other.game.name, theirs.means, used)
        for other in modules
        if other.game.slug != module.game.slug
        for mine, theirs in _pairs(module, other)
        if (used := tuple(_using(mine, texts)))
    ]
    return msgspec.structs.replace(module, cross_game_terms=tuple(found)) if found else module


def _pairs(module: GameModule, other: GameModule) -> list[tuple[Term, Term]]:
    """Terms of the module and of the other game that are one word and two things."""
    pairs: list[tuple[Term | None, Term | None]]
    pairs = [
        (term, same_term(term.term, other.terms)) for term in module.terms if other.game.slug in term.differs
    ]
    pairs += [
        (same_term(term.term, module.terms), term) for term in other.terms if module.game.slug in term.differs
    ]
    whole = [(mine, theirs) for mine, theirs in pairs if mine is not None and theirs is not None]
    return list(dict.fromkeys(whole))


def same_term(name: str, terms: Collection[Term]) -> Term | None:
    """The term of this name, looked for among the names of all terms before their abbreviations and synonyms."""
    name = name.lower()
    for each in terms:
        if each.term.lower() == name:
            return each
    for each in terms:
        if name in (said.lower() for said in (*each.short, *each.also)):
            return each
    return None


def _using(term: Term, texts: Mapping[str, str]) -> Iterator[str]:
    """Ids of the calculators whose text has the word. `texts` are in small letters, by id."""
    name = term.term.lower()
    word = re.compile(rf"\b{re.escape(name)}s?\b")
    return (procedure for procedure, text in texts.items() if name in text and word.search(text))


def _texts(procedure: Procedure) -> Iterator[str]:
    """The title, the questions with their choices, and the modifiers of a calculator."""
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
