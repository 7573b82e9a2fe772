"""Who a calculation is about: the roles of a calculator, and the sentences of the log that name them."""

from typing import Literal

from companion.model.record import Record


class Role(Record, frozen=True):
    """Someone a calculation is about: a unit, a leader, an order. The name is given by the table, never required."""

    name: str
    """Word for the role in braces, as in {attacker}."""
    label: str
    """Label of the line in which the player types the name: `Charging unit`."""
    place: Literal["", "about", "order"] = ""
    """Source of its name at the place where the calculator was opened: about (leader, HQ or formation) or order.

    A unit that takes the part of the same name in units.yaml names it too."""


class Sentence(Record, frozen=True):
    """A sentence of the log."""

    says: str
    """Sentence with roles and results in braces: `{stack} {success} with {enemy}`; left out unless all have names."""
    when: str = "yes"
    """Formula over the answers and the results."""


WHO = Role("who", "Who", "about")
"""The role of a calculator that names none."""
