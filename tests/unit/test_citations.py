"""Every rule number on screen opens a rule."""

from __future__ import annotations

from collections.abc import Iterator

from companion.model import GameModule, Input, Library
from companion.model.step import Tally


def cites(module: GameModule) -> Iterator[tuple[str, str]]:
    """Yield every citation of a game, with its location."""
    for chart in module.charts:
        yield chart.cite, chart.id
    for term in module.terms:
        yield term.cite, term.term
    for phase in module.sequence.phases if module.sequence else ():
        yield phase.cite, phase.id
        yield from ((step.cite, step.title) for step in phase.steps)
    for procedure in module.procedures:
        yield procedure.cite, procedure.id
        yield from ((cite, procedure.id) for given in procedure.inputs for cite in asked(given))
        yield from ((follow.cite, procedure.id) for follow in procedure.next)
        for step in procedure.steps:
            yield getattr(step, "cite", ""), procedure.id
            if isinstance(step, Tally):
                yield from ((line.cite, procedure.id) for line in step.modifiers)
                yield from ((line.cite, procedure.id) for line in step.factors)
                yield from ((line.cite, procedure.id) for line in step.ignore)
                yield from ((bar.cite, procedure.id) for line in step.modifiers for bar in line.bars)


def asked(given: Input) -> Iterator[str]:
    """Yield the citations of an input and of its fields."""
    yield given.cite
    for field in given.fields:
        yield from asked(field)


def test_every_citation_opens_a_rule(library: Library) -> None:
    """F4 and Enter on a step always open a rule."""
    for module in library.modules:
        numbers = {cite for entry in module.entries for cite in entry.cites}
        assert {(cite, where) for cite, where in cites(module) if cite and cite not in numbers} == set()


def test_every_modifier_and_input_cites_its_rule(library: Library) -> None:
    """Each number names its source."""
    for module in library.modules:
        for procedure in module.procedures:
            assert procedure.cite
            assert all(cite for given in procedure.inputs for cite in asked(given)), procedure.id
            for step in procedure.steps:
                if isinstance(step, Tally):
                    assert all(line.cite for line in step.modifiers), procedure.id
                    assert all(line.cite for line in step.factors), procedure.id
