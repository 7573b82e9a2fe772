"""Finds the questions of calculators whose answers nothing uses: they look as if they changed the result."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

import msgspec

from companion.load.calculator_files import file_of, usable_games
from companion.load.places import Places
from companion.load.text_yaml import Path, walk
from companion.model import Fault, GameModule, Library, Procedure
from companion.model.step import Repeat

_FORMULAS = frozenset(
    {
        *(
            "about",
            "add",
            "added_to",
            "answers",
            "begin",
            "by",
            "carry",
            "column",
            "count",
            "counts",
            "during",
        ),
        *("given", "holding", "needed", "row", "rows", "start", "that", "then", "times", "to", "total"),
        *("value", "values", "when"),
    }
)
"""Keys whose texts are formulas or names, or that lead to several of them."""
_SENTENCES = frozenset({"because", "heading", "says"})
"""Keys of texts with formulas in braces."""
_OTHER_NAMES = frozenset({"earlier", "names", "take", "words"})
"""Keys that lead to words or names of something else."""
_BRACES = re.compile(r"\{([^{}]*)\}")
_READ = re.compile(r"'[^']*'|\"[^\"]*\"|[a-z_]\w*(?:\.[a-z_]\w*)*")
"""A text in a formula, or the path of a value."""


def question_faults(places: Places, library: Library) -> Iterator[Fault]:
    """Yield a fault for each question that nothing uses, in the games whose tables have no other fault."""
    for module in usable_games(library):
        elsewhere = _read_elsewhere(module)
        for procedure in module.procedures:
            if unused := list(unused_questions(procedure, elsewhere[procedure.id.partition(":")[2]])):
                faults = file_of(procedure, places)
                for index, label in unused:
                    says = f"nothing uses the answer to {label!r}, so it cannot change the result"
                    faults.add(("inputs", index), says, "use it in a formula, or leave the question out")
                yield from faults.noted


def unused_questions(procedure: Procedure, elsewhere: Iterable[str] = ()) -> Iterator[tuple[int, str]]:
    """Yield index and label of each question whose answer no formula of the calculator reads.

    `elsewhere` are the paths of answers that other records read.
    """
    used = {path.partition(".")[0] for path in (*elsewhere, *_paths(procedure))}
    for index, given in enumerate(procedure.inputs):
        if given.name not in used:
            yield index, given.label


def _read_elsewhere(module: GameModule) -> defaultdict[str, set[str]]:
    """Return the paths of the answers that units and later calculators read, by calculator."""
    elsewhere: defaultdict[str, set[str]] = defaultdict(set)
    for change in module.units.changes:
        elsewhere[change.procedure] |= {*_read(change.to), *_read(change.when)}
    for procedure in module.procedures:
        for follow_up in procedure.next:
            for source in follow_up.earlier.values():
                calculator, _, path = source.partition(".")
                elsewhere[calculator].add(path)
    return elsewhere


def _paths(procedure: Procedure) -> Iterator[str]:
    """Yield the paths of the values that a calculator reads, also in the sentences that it shows."""
    for at, text in walk(msgspec.to_builtins(procedure)):
        if isinstance(text, str) and at:
            yield from _paths_at(at, text)
    yield from (result.source for result in procedure.outcome)
    yield from (step.rows for step in procedure.every_step() if isinstance(step, Repeat))


def _paths_at(at: Path, text: str) -> Iterator[str]:
    """Yield the paths that a text at this key path reads."""
    above = at[-2] if len(at) > 1 else ""
    if above in _OTHER_NAMES:
        return
    if above in _FORMULAS or at[-1] in _FORMULAS:
        yield from _read(text)
    elif at[-1] in _SENTENCES:
        for formula in _BRACES.findall(text):
            yield from _read(formula)


def _read(formula: str) -> Iterator[str]:
    """Yield the words of a formula outside of quotation marks."""
    return (word for word in _READ.findall(formula) if word[0] not in "'\"")
