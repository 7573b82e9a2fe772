"""Time the app in a terminal: the first frame, and a key press until its results are shown.

    python tests/benchmarks/first_frame.py [RUNS]

Also times a bare Textual app with Header, Input, ListView, Markdown and Footer. Prints medians in milliseconds.
"""

from __future__ import annotations

import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time

BARE = """
from textual.app import App
from textual.widgets import Footer, Header, Input, ListView, Markdown
class Bare(App):
    def compose(self):
        yield Header()
        yield Input(placeholder="Words or a rule: bare")
        yield ListView()
        yield Markdown("# Bare")
        yield Footer()
Bare().run()
"""


class Terminal:
    """A process in a pseudo-terminal of 80x24."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self.main, side = pty.openpty()
        os.set_inheritable(side, True)
        subprocess.run(["stty", "cols", "80", "rows", "24"], stdin=side, check=True)
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=side, stdout=side, stderr=side, env=environment, start_new_session=True
        )
        os.close(side)
        self.seen = b""

    def until(self, text: bytes, patience: float = 20.0) -> float:
        """Wait for `text` in the output; return the seconds waited."""
        begun = time.perf_counter()
        while text not in self.seen:
            if time.perf_counter() - begun > patience:
                raise TimeoutError(text)
            if select.select([self.main], [], [], 0.5)[0]:
                self.seen += os.read(self.main, 65536)
        return time.perf_counter() - begun

    def press(self, keys: bytes) -> None:
        """Type keys, after discarding all earlier output."""
        self.drain(0)
        self.seen = b""
        os.write(self.main, keys)

    def drain(self, patience: float = 0.1) -> None:
        """Read output until there is none for `patience` seconds."""
        while select.select([self.main], [], [], patience)[0]:
            try:
                self.seen += os.read(self.main, 65536)
            except OSError:  # the process closed the terminal
                return

    def end(self) -> None:
        """Stop the process."""
        self.process.kill()
        self.process.wait()
        os.close(self.main)


def first_frame(command: list[str], environment: dict[str, str]) -> float:
    """Milliseconds from the start to the search line."""
    terminal = Terminal(command, environment)
    try:
        terminal.until(b"ords or a rule")
        return (time.perf_counter() - terminal.started) * 1000
    finally:
        terminal.end()


def key_press(command: list[str], environment: dict[str, str]) -> float:
    """Milliseconds from the last letter of `4.2f` until its entry is first in the list."""
    terminal = Terminal(command, environment)
    try:
        terminal.until(b"Turn 1")
        terminal.press(b"4.2")
        terminal.until(b"Special situations")
        time.sleep(0.5)
        terminal.press(b"f")
        return terminal.until(b"Danger") * 1000
    finally:
        terminal.end()


def main() -> None:
    """Print the medians."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "COMPANION_CACHE": f"{folder}/cache",
            "COMPANION_DATA": f"{folder}/data",
            "COMPANION_CONFIG": f"{folder}/config",
        }
        ours = [sys.executable, "-m", "companion", "--game", "lob"]
        bare = [sys.executable, "-c", BARE]
        cold = first_frame(ours, environment)
        subprocess.run([*ours[:3], "find", "x"], env=environment, check=False, capture_output=True)
        pairs = [(first_frame(ours, environment), first_frame(bare, environment)) for _ in range(runs)]
        print(f"first frame, no cache yet: {cold:.0f}")
        print(f"first frame: {statistics.median(one for one, _ in pairs):.0f}")
        print(f"first frame of the bare app: {statistics.median(other for _, other in pairs):.0f}")
        presses = [key_press(ours, environment) for _ in range(runs)]
        print(f"key press to its result on the screen: {statistics.median(presses):.0f}")


if __name__ == "__main__":
    main()
