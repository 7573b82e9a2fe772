"""`Page`, the base of every screen: closed once, styled for its width from the start."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Static

from companion.ui.base.page import Page
from companion.ui.keymap import _screens


class OnePage(Page[None]):
    """A page that stores its classes when its widgets are mounted."""

    def __init__(self) -> None:
        super().__init__()
        self.classes_on_mount: frozenset[str] = frozenset()

    def compose(self) -> ComposeResult:
        """Yield one line."""
        yield Static("text")

    def on_mount(self) -> None:
        """Store the classes."""
        self.classes_on_mount = self.classes


class TwoWidthsApp(App[None]):
    """An app with two widths."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-medium")]
    context = None


def test_screens_derive_from_page_only() -> None:
    """Shared behaviour is in `Page`, in functions and in helper objects, not in classes between `Page` and a screen."""
    screens = _screens()
    assert len(screens) > 20
    for kind in screens:
        assert [base for base in kind.__mro__[1:] if base.__module__.startswith("companion.")] == [Page]
        assert not kind.__subclasses__(), kind


async def test_a_page_has_the_class_of_its_width_before_its_widgets_are_styled() -> None:
    """The page has no other width class, and a resize changes the class."""
    async with TwoWidthsApp().run_test(size=(80, 24)) as pilot:
        page = OnePage()
        await pilot.app.push_screen(page)
        assert page.classes_on_mount & {"-narrow", "-medium"} == {"-medium"}
        await pilot.resize_terminal(40, 20)
        await pilot.pause()
        assert page.classes & {"-narrow", "-medium"} == {"-narrow"}


async def test_dismissing_a_page_twice_closes_it_once() -> None:
    """The screen below stays."""
    async with TwoWidthsApp().run_test() as pilot:
        page = OnePage()
        await pilot.app.push_screen(page)
        await page.dismiss(None)
        await page.dismiss(None)
        assert len(pilot.app.screen_stack) == 1
