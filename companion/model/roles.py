"""The roles of a calculator, and the sentences of the log that name them."""

from typing import Literal

from companion.model.record import Record


class Role(Record, frozen=True):
    """A unit, a leader or an order in a calculation. Players may name it; the name is optional."""

    name: str
    """Word for the role, used in braces: {attacker}."""
    label: str
    """Label of the field for the name: `Charging unit`."""
    place: Literal["", "about", "order"] = ""
    """Source of its name where the calculator was opened: about (leader, HQ or formation) or order.

    A unit that takes the part of the same name in units.yaml also names it."""


class Sentence(Record, frozen=True):
    """A sentence for the log."""

    says: str
    """Sentence with roles and results in braces: `{stack} {success} with {enemy}`; left out unless all have names."""
    when: str = "yes"
    """Formula over the answers and the results."""


WHO = Role("who", "Who", "about")
"""The role of a calculator without roles."""
