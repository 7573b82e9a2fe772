"""Finds terms in a game's calculators that mean something else in another game."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from companion.model import Elsewhere, GameModule, Input, Procedure, Term
from companion.model.procedure import Tally


def with_cross_game_terms(module: GameModule, modules: Iterable[GameModule]) -> GameModule:
    """Return the module with the terms of its calculators that another game uses for something else.

    The glossary of either game may declare the difference.
    """
    texts = {procedure.id: "\n".join(_texts(procedure)).lower() for procedure in module.procedures}
    terms = [
        Elsewhere(ours.term, ours.means, other.game.name, theirs.means, procedures)
        for other in modules
        if other.game.slug != module.game.slug
        for ours, theirs in _differing_terms(module, other)
        if (procedures := tuple(_procedures_with(ours, texts)))
    ]
    return msgspec.structs.replace(module, elsewhere=tuple(terms)) if terms else module


def _differing_terms(module: GameModule, other: GameModule) -> list[tuple[Term, Term]]:
    """Return each term of the module with the term of the other game that has this name but another meaning."""
    pairs = [
        (ours, find_term(ours.term, other.terms)) for ours in module.terms if other.game.slug in ours.differs
    ]
    pairs += [
        (ours, theirs)
        for theirs in other.terms
        if module.game.slug in theirs.differs and (ours := find_term(theirs.term, module.terms))
    ]
    return list(dict.fromkeys((ours, theirs) for ours, theirs in pairs if theirs is not None))


def find_term(name: str, terms: Collection[Term]) -> Term | None:
    """Return the term with this name, or else the first one with this abbreviation or synonym."""
    name = name.lower()
    for term in terms:
        if term.term.lower() == name:
            return term
    for term in terms:
        if name in (other.lower() for other in (*term.short, *term.also)):
            return term
    return None


def _procedures_with(term: Term, texts: Mapping[str, str]) -> Iterator[str]:
    """Yield the ids of the calculators whose text contains the term. `texts` are in lower case, by id."""
    name = term.term.lower()
    word = re.compile(rf"\b{re.escape(name)}s?\b")
    return (procedure for procedure, text in texts.items() if name in text and word.search(text))


def _texts(procedure: Procedure) -> Iterator[str]:
    """Yield the title, the questions with their choices, and the modifiers of a calculator."""
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
