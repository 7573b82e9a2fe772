"""The text that a reader sees for a link."""

from __future__ import annotations

import pytest

from companion.model import Library
from companion.render.entry import link_names


@pytest.mark.parametrize(
    ("link", "text"),
    [
        ("lob:3.5a", "3.5a"),
        ("lob:closing-roll", '"Closing roll"'),
        ("lob:closing-roll-table", "Closing Roll Table"),
        ("bar:command-7.3b", "Command 7.3b"),
        ("bar:command-7.0-army-leaders", "Command 7.0 on Army Leaders"),
        ("bar:command-7.0-wing-leaders", "Command 7.0 on Wing Leaders"),
    ],
)
def test_text_of_a_link(library: Library, link: str, text: str) -> None:
    """Links put calculators in quotation marks, and add the subject to rules that share a number."""
    assert link_names(library.module(link.split(":")[0]))[link] == text


@pytest.mark.parametrize("game", ["aor", "bar", "bp", "lob", "pub"])
def test_no_two_numbered_rules_have_the_same_text(library: Library, game: str) -> None:
    """The text of a link to a rule with a number names no other rule of the game."""
    module = library.module(game)
    names = link_names(module)
    texts = [names[entry.id] for entry in module.entries if entry.number]
    assert sorted(texts) == sorted(set(texts))
