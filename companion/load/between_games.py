"""Resolves links, references and terms across all games, and checks printed numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from companion.load.game import MOST_SUGGESTIONS, ReadTables
from companion.load.suggestions import nearest
from companion.model import CrossGameTerm, Fault, GameModule, Input, Procedure, Term
from companion.model.step import Tally

Targets = Mapping[str, Sequence[str]]
"""Name used in a link, to the ids that have it."""


def link_targets(modules: Iterable[GameModule], left_out: Collection[str]) -> dict[str, list[str]]:
    """Return every id, additional id and `game:number` with the ids it refers to.

    `left_out` are the ids of records with faults: they are already reported, so links to them are not.
    """
    targets: dict[str, list[str]] = {name: [name] for name in left_out}
    for module in modules:
        for record in module.records:
            targets.setdefault(record.id, []).append(record.id)
        for entry in module.entries:
            numbers = (f"{module.game.slug}:{number}" for number in entry.numbers)
            for name in dict.fromkeys([*entry.also, *numbers]):
                if name != entry.id:
                    targets.setdefault(name, []).append(entry.id)
    return targets


def check_links(module: GameModule, targets: Targets) -> Iterator[Fault]:
    """Yield a fault for each duplicate number and each broken or ambiguous link."""
    yield from _duplicate_numbers(module)
    broken: Counter[str] = Counter()
    for entry in module.entries:
        for link, line in zip(entry.links, entry.link_lines, strict=True):
            if link not in targets:
                broken[entry.file] += 1
                full_name = f"{module.game.slug}:{link}"
                if full_name in targets:
                    mend = f"write [[{full_name}]]"
                else:
                    mend = nearest(link, targets) if broken[entry.file] <= MOST_SUGGESTIONS else ""
                yield Fault(entry.file, line, "", f"broken link [[{link}]]", mend)
            elif len(targets[link]) > 1:
                listed = ", ".join(dict.fromkeys(targets[link]))
                mend = f"use an id: {listed}"
                yield Fault(entry.file, line, "", f"link [[{link}]] is ambiguous", mend)


def _duplicate_numbers(module: GameModule) -> Iterator[Fault]:
    seen: dict[str, tuple[str, int]] = {}
    for entry in module.entries:
        place = entry.file, entry.line
        for number in entry.numbers if not entry.family else ():
            if seen.get(number, place) != place:
                mend = "keep one heading; add an erratum under it, as a point that ends with {.erratum}"
                yield Fault(entry.file, entry.line, "", f"number {number} appears twice", mend)
            seen[number] = place


def with_resolved_links(module: GameModule, targets: Targets) -> GameModule:
    """Return the module with each link replaced by the id it leads to."""
    entries = tuple(
        msgspec.structs.replace(entry, links=tuple(targets.get(link, [link])[0] for link in entry.links))
        for entry in module.entries
    )
    return msgspec.structs.replace(module, entries=entries)


def broken_references(game: ReadTables, modules: Sequence[GameModule], targets: Targets) -> Iterator[Fault]:
    """Yield a fault for each reference to a record or term that does not exist; `targets` has the ids of all games."""
    slug = game.module.game.slug if game.module else ""
    terms = {module.game.slug: module.terms for module in modules}
    for reference in game.references:
        target, term = reference.target, reference.term
        if not term:
            if target not in targets:
                yield reference.fault(f"unknown id {target}", nearest(target, targets))
        elif target not in terms:
            yield reference.fault(f"unknown game {target}", nearest(target, terms))
        elif target == slug or _find_term(term, terms[target]) is None:
            yield reference.fault(f"{target} has no other meaning for {term}", f"remove {target}")


def with_cross_game_terms(module: GameModule, modules: Iterable[GameModule]) -> GameModule:
    """Return the module with the terms in its calculators that mean something else in another game.

    The glossary of either game may declare the difference.
    """
    texts = {procedure.id: "\n".join(_texts(procedure)).lower() for procedure in module.procedures}
    terms = [
        CrossGameTerm(ours.term, ours.means, other.game.name, theirs.means, procedures)
        for other in modules
        if other.game.slug != module.game.slug
        for ours, theirs in _differing_terms(module, other)
        if (procedures := tuple(_procedures_with(ours, texts)))
    ]
    return msgspec.structs.replace(module, cross_game_terms=tuple(terms)) if terms else module


def _differing_terms(module: GameModule, other: GameModule) -> list[tuple[Term, Term]]:
    """Return the pairs of terms that have the same name but another meaning in the other game."""
    pairs = [
        (ours, _find_term(ours.term, other.terms)) for ours in module.terms if other.game.slug in ours.differs
    ]
    pairs += [
        (ours, theirs)
        for theirs in other.terms
        if module.game.slug in theirs.differs and (ours := _find_term(theirs.term, module.terms))
    ]
    return list(dict.fromkeys((ours, theirs) for ours, theirs in pairs if theirs is not None))


def _find_term(name: str, terms: Collection[Term]) -> Term | None:
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
