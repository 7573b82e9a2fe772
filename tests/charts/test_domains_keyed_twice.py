"""The domains of numbers match their second transcription."""

from __future__ import annotations

import pytest

from companion.model import Library
from tests.charts.domains import KEYED, bounded_questions, keyed_domains, keyed_key

GAMES = sorted(folder.name for folder in KEYED.iterdir() if folder.is_dir())


@pytest.mark.parametrize("game", GAMES)
def test_every_domain_is_the_same_twice(game: str, library: Library) -> None:
    """Bounds agree, no question is missing, and no row is left over from a removed question."""
    keyed = keyed_domains(game)
    questions = list(bounded_questions(library.module(game)))
    assert [each for each in questions if keyed.get(keyed_key(each, keyed)) != each.domain] == []
    assert {keyed_key(each, keyed) for each in questions} == set(keyed)
