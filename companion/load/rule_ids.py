"""Ids of rules, made from what their headings print."""

from __future__ import annotations

import re


def slug(title: str) -> str:
    """Return a title in lower case with hyphens: `Cavalry Withdrawal` as `cavalry-withdrawal`."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def rule_id(family: str, number: str, topic: str = "") -> str:
    """Return the id of a numbered rule in a family, such as `attack-column-8.4c-formation`; the topic is optional."""
    return "-".join([slug(family), rule_reference(number), *([slug(topic)] if topic else [])])


def rule_reference(number: str) -> str:
    """Return a printed number as part of an id: `15.2e 4` as `15.2e-4`, `TEC` as `tec`."""
    return re.sub(r"[^a-z0-9.]+", "-", number.lower()).strip("-.")
