"""renderer: a game as a picture."""
from __future__ import annotations

from typing import Optional


class Renderer:
    """Draws a game as SVG."""

    def __init__(self, game, svg_path: Optional[str] = None):
        self.game = game

    def render(self, incl_orders: bool = True, incl_abbrev: bool = False,
               output_format: str = "svg", output_path: Optional[str] = None) -> str:
        """The picture as text; see Game.render."""
        return self.game.render(incl_orders, incl_abbrev, output_format, output_path)
