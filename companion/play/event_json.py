"""Events as JSON, the form in which session files store them."""

from __future__ import annotations

import msgspec

from companion.model.event import Event

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode_event(event: Event) -> str:
    """Return an event as JSON, including its kind."""
    return _ENCODER.encode(event).decode()


def decode_event(text: str | bytes) -> Event:
    """Return the event that a JSON text describes. Raises msgspec.DecodeError if this version does not know it."""
    return _DECODER.decode(text)
