"""Draws docs/table.svg, the picture in the README: a table of Hanabi as the terminal shows it.

python docs/picture.py
"""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

import lantern
from lantern.players.player import seat
from lantern.terminal import drawing

MOVES = 33


def main() -> None:
    """Let bots play for a while and draw what seat 1 sees."""
    game = lantern.game("hanabi")
    match = game.match(players=4, seed=8, multicolour=True, start=1)
    bots = [seat(game, "beginner", place) for place in range(4)]
    while match.to_act is not None and match.ply < MOVES:
        match.play(bots[match.to_act - 1].choose(match))
    screen = Console(record=True, width=82, file=StringIO(), force_terminal=True, color_system="truecolor")
    screen.print(drawing("hanabi").draw(match.view(match.to_act)))
    svg = screen.export_svg(title="lantern play hanabi --players 4 --multicolour", theme=MONOKAI)
    svg = re.sub(r"@font-face\s*{[^}]*}", "", svg).replace("Fira Code", "DejaVu Sans Mono")
    Path(__file__).with_name("table.svg").write_text(svg)


if __name__ == "__main__":
    main()
