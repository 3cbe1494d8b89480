"""What puzzles of HAN are made of."""

from lantern.games import game
from lantern.learning.making import Making
from lantern.learning.making.questions import question_makers
from lantern.learning.making.searches import best_maker
from lantern.learning.making.turns import own_points, turn_maker, victory
from lantern.players.han.guide import TABLES

HAN = game("han")
MAKING = Making(
    tables=TABLES,
    bots=("club", "expert:rounds=200"),
    makers=(
        turn_maker(HAN, "points", own_points(HAN), clearly=2, often=0.3),
        turn_maker(HAN, "win", victory(HAN), clearly=1, count=None),
        best_maker(HAN),
        *question_makers(),
    ),
)
