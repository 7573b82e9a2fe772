"""A list to choose from and a line to type in whose Enter stands among the keys.

Enter is theirs, not the screen's: keys typed ahead are worked off in their order.
"""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from companion.ui.widgets.option_list import OptionList


class SelectList(OptionList):
    """Enter opens the marked line."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Open", show=True)]


class FilterInput(Input):
    """Enter opens the line that is marked in the list under it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Open", show=True)]
