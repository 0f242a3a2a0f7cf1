"""pictures: SVG that notebooks display."""
from __future__ import annotations

import os
from typing import Union


class Picture(str):
    """A picture: the text of an SVG document."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes it to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)
