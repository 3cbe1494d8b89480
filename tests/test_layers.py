"""The picture of the layers is that of the code."""

from __future__ import annotations

from tests import layers


def test_the_picture_shows_the_layers_as_they_are() -> None:
    assert layers.PICTURE.read_text(encoding="utf-8") == layers.draw(), "make picture draws it anew"
