"""Names of questions and results in formulas."""

from __future__ import annotations

import re
from collections.abc import Collection

from companion.formula.parse import FUNCTIONS
from companion.load.formula_checks import NAME, is_plain_name

_SHIFT = ("columns", "net_columns", "near_first", "near_last", "own_column", "shifted_column", "cell")
_SIDES = ("dice_1", "dice_2", "modifier_1", "modifier_2", "total_1", "total_2", "side_1", "side_2")
RESERVED: dict[str, tuple[str, ...]] = {
    "chart": _SHIFT,
    "shift": _SHIFT,
    "target": ("difference", "limited", "needed", "success"),
    "pool": (
        "counted_twice",
        "face",
        "hit_number",
        "needed",
        "number_of_dice",
        "save_dice",
        "save_number",
        "saved",
    ),
    "opposed": (*_SIDES, "winner", "margin"),
    "difference": (*_SIDES, "difference", "wins", "cell"),
    "look-up": (*_SHIFT, "sure", "rest"),
}
"""Names used by the steps of each method, in addition to RESERVED_ALWAYS."""
RESERVED_ALWAYS = ("dice", "modifier", "total")
LONGEST_NAME = 32
"""Maximum length of a name made from a label."""


def unused_name(label: str, method: str, used: Collection[str]) -> str:
    """Return a name made from the first words of a label, none of those `used` or reserved for a method."""
    words = re.findall(r"[a-z0-9]+", label.lower())
    while len("_".join(words)) > LONGEST_NAME and len(words) > 1:
        words.pop()
    base = "_".join(words)[:LONGEST_NAME]
    is_free = NAME.fullmatch(base) and is_plain_name(base) and base not in FUNCTIONS
    base = base if is_free else f"the_{base}".rstrip("_")
    taken = {*RESERVED_ALWAYS, *RESERVED.get(method, ()), *FUNCTIONS, *used}
    numbers = range(2, len(taken) + 3)
    return next(name for name in (base, *(f"{base}_{number}" for number in numbers)) if name not in taken)
