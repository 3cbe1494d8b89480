"""What puzzles of Ming Dynastie are made of."""

from lantern.games import game
from lantern.games.ming.board import DISTRICTS
from lantern.games.ming.phases import MOVE
from lantern.games.ming.scoring import movers_of
from lantern.games.ming.state import State
from lantern.kernel.game import Match
from lantern.kernel.record import Cells
from lantern.kernel.rule import rule
from lantern.learning.making import Making
from lantern.learning.making.questions import question_makers
from lantern.learning.making.searches import best_maker
from lantern.learning.making.turns import turn_maker
from lantern.players.ming.guide import TABLES

MING = game("ming")


@rule
def in_palaces(state: State, seat: int, points: Cells) -> int:
    """How many members of a seat would move into palaces if it were scored now (MING-7.1)."""
    count = 0
    for district in range(DISTRICTS):
        count += movers_of(state, seat, district)
    return count


def walks(match: Match) -> bool:
    """Whether a prince is about to move."""
    return bool(match.state[0].phase == MOVE)


MAKING = Making(
    tables=TABLES,
    bots=("club", "expert:rounds=200"),
    makers=(
        turn_maker(MING, "palaces", in_palaces, clearly=1, when=walks, often=0.5),
        best_maker(MING),
        *question_makers(),
    ),
)
