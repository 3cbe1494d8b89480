"""What puzzles of Khan are made of."""

from lantern.games import game
from lantern.learning.making import Making
from lantern.learning.making.questions import question_makers
from lantern.learning.making.searches import best_maker
from lantern.learning.making.turns import own_points, turn_maker
from lantern.players.khan.guide import TABLES

KHAN = game("khan")
MAKING = Making(
    tables=TABLES,
    bots=("club", "expert:rounds=200"),
    makers=(
        turn_maker(KHAN, "points", own_points(KHAN), clearly=2, often=0.3),
        best_maker(KHAN),
        *question_makers(),
    ),
)
