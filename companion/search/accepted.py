"""Questions with their answers: is an entry that answers among the first found?"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.model import Library
from companion.search.finder import Finder, Found
from companion.search.index import build_index

WITHIN = 3
"""Places within which the answer must stand."""


def finder_of(library: Library) -> Finder:
    """A finder over this library alone, kept nowhere."""
    return Finder(build_index(library, Path(os.devnull) / "index"))


def question_verdict(finder: Finder, question: Mapping[str, Any]) -> str:
    """Empty where one of `accept` is among the first three found, else what was found."""
    results = finder.find(str(question.get("q", "")), str(question.get("game") or ""), WITHIN).results
    if any(_answers(result, question.get("accept")) for result in results):
        return ""
    return f"found {', '.join(f'{each.id} {each.title}' for each in results) or 'nothing'}"


def _answers(found: Found, accepted: Any) -> bool:
    """Whether the section is one that is accepted, or the title holds an accepted heading."""
    for each in accepted if isinstance(accepted, list) else []:
        if isinstance(each, Mapping) and found.game == each.get("game"):
            heading = str(each.get("heading", "")).lower()
            if found.section == each.get("section") or (heading and heading in found.title.lower()):
                return True
    return False
