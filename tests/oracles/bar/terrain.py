"""Rows of the Terrain Effects Chart that several calculators read."""

HEXES = {
    "clear": "Clear",
    "marsh": "Marsh*",
    "sunken_road": "Sunken Road*",
    "town": "Town",
    "village": "Village*",
    "vineyard": "Vineyard*",
    "walled_farm_or_church": "Walled Farm Walled Church",
    "woods": "Woods*",
}
"""The kinds of hexes that have an effect on movement, fire and morale."""
