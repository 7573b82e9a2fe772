"""Garbage collection while the app runs."""

from __future__ import annotations

import gc

from companion.ui import startup


def test_garbage_is_collected_only_when_resumed() -> None:
    """Nothing is collected while paused; resuming runs one full collection."""
    was, enabled = gc.get_threshold(), gc.isenabled()
    runs: list[str] = []

    def note_run(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] == 2:
            runs.append(phase)

    gc.callbacks.append(note_run)
    try:
        startup.pause_gc()
        startup.collect_garbage()
        assert runs == []
        startup.resume_gc()
        gc.collect(1)
        startup.collect_garbage()
        assert runs == ["start"]
        startup.collect_garbage()
        assert runs == ["start"]
    finally:
        gc.callbacks.remove(note_run)
        gc.set_threshold(*was)
        (gc.enable if enabled else gc.disable)()
