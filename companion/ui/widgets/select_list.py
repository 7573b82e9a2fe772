"""A list and a filter line whose Enter is shown among the keys.

The binding belongs to the widget, not to the screen, so that keys typed ahead are handled in their order.
"""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from companion.ui.widgets.option_list import OptionList


class SelectList(OptionList):
    """A list; Enter opens the marked line."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Open", show=True)]


class FilterInput(Input):
    """A filter; Enter opens the line that is marked in the list below."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Open", show=True)]
