"""Information-set search: one tree of decisions over many worlds, in compiled code.

Every round deals the hidden things anew, as the seat may believe them, and walks down a tree of actions that all worlds
share: what can't be done in a world is passed over there. The most promising actions of a node come first, and more are
let in the oftener the node is visited. Where the walk leaves the tree it is asked what the position is worth to each
seat; that is added up along the way, and each seat chooses for itself.

Both questions are answered by a policy net where the game has learned one for the table; elsewhere the guide's prior
says what is promising, and a small learned value what a position is worth, at once or after a light policy has played
on.

All that a search needs lies in one record, so that nothing is allocated, and its settings lie there too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import exp, sqrt
from types import ModuleType
from typing import Any

from lantern import games
from lantern import players as lantern_players
from lantern.kernel.contract import Json, Rules, Sheet
from lantern.kernel.engine import shared_rules
from lantern.kernel.record import Cells, Records, State, byte, long, real, record, short, word
from lantern.kernel.rng import Stream, draw, seed_stream
from lantern.kernel.rule import rule, shared
from lantern.players import Bot, Memory, Thinking
from lantern.players.search.policy_net import WIDTH, PolicyNets, build_policy_net, check_fits, urge
from lantern.players.search.value import FEATURES, HIDDEN, Weights, build_value, weights_of

MOST_DEPTH = 96
NODES = 1 << 18
WORLD = 1
"""The row of the scratch records in which a world is walked through."""
NONE = -1
END_OF_TURN = -1
"""The horizon of a policy that plays on until it is another seat's turn."""
MANY = 1 << 30
LOOK = 16
"""After so many rounds it is looked whether more of them could change the choice."""
UNLIKELY = -30.0
"""A prior so far below the best counts as this."""

USUAL = {
    lantern_players.ROUNDS: 200.0,
    "exploration": 1.0,
    "horizon": 0.0,
    "width": 4.0,
    "widening": 0.5,
    "sharpness": 1.0,
    "trust": 0.0,
    "worlds": 0.0,
    "paranoia": 0.0,
    "policy_net": 1.0,
}
"""How a search goes about it. `horizon`: how many decisions the policy plays on before the value is asked, or to the
end of the turn. `width` and `widening`: so many actions are let in, width * visits ** widening. `sharpness`: what the
prior is multiplied by. `trust`: what the policy's own action has more of it. `worlds`: how many different ones are
dealt, 0 for a new one every round. `paranoia`: 1 if all others are thought to play against the seat. `policy_net`: 0 if
it is not to be asked; where it is, there is no horizon."""


@dataclass(frozen=True)
class Guide:
    """What a game knows of good play, each a rule on a state in which nothing is hidden."""

    policy: Callable[..., int]
    """(state, rng): a light player's action."""
    prior: Callable[..., float]
    """(state, action): how promising a legal action looks; differences count, one is a factor of e."""
    features: Callable[..., int]
    """(state, seat, out): what a seat sees of a position that tells who will win; how many numbers."""
    policy_net: PolicyNets | None = None
    """What was learned for some tables."""


def guides() -> dict[str, ModuleType]:
    """[game] the modules with `GUIDE`, and the tables it is trained and measured at, of all games that have one."""
    found = {name: lantern_players.part_of(games.game(name), "guide") for name in games.names()}
    return {name: guide for name, guide in found.items() if guide is not None}


def tables_for(players: Iterable[int], **options: Any) -> tuple[Json, ...]:
    """A table for each number of players, with the same options."""
    return tuple({"players": number, **options} for number in players)


def tree_of(sheet: Sheet, policy_net: PolicyNets | None = None) -> Any:
    """The record of a search in a game, with room for one of its policy nets."""
    lantern_players.check_seats(sheet)
    if policy_net:
        check_fits(policy_net, sheet)
        most_seen, seats, actions, inner = policy_net.most_seen, policy_net.most_seats, sheet.actions, WIDTH
    else:
        most_seen = seats = actions = inner = 1

    @record
    class Tree:
        """A search: its settings, its nodes, and what it needs on its way."""

        listed: Cells = long(sheet.most_legal)
        standing: Cells = long(lantern_players.MOST_SEATS)
        deals: int = long()  # where the worlds are dealt from, if there are only some
        action: Cells = word(NODES)
        first: Cells = word(NODES)  # a node's newest child, 0 if it has none
        sibling: Cells = word(NODES)  # the child let in before this one, 0 if this was the first
        visits: Cells = word(NODES)
        offered: Cells = word(NODES)  # how often it could have been chosen
        again: Cells = word(NODES)  # how often a node must be visited before more actions are looked for
        path: Cells = word(MOST_DEPTH + 1)
        used: int = word()
        rounds: int = word()
        done: int = word()  # rounds
        net: int = word()  # which net of policy_net.py lies here, from 1; 0 if none serves the table
        seen_by: int = word()  # how many numbers it is shown
        horizon: int = word()
        worlds: int = word()
        prior: Cells = real(NODES)
        worth: Cells = real(NODES)  # what it brought the seat that chose it, added up
        top: Cells = real(NODES)  # the best prior among a node's first children
        score: Cells = real(sheet.most_legal)
        value: Cells = real(lantern_players.MOST_SEATS)
        chance: Cells = real(lantern_players.MOST_SEATS)  # values of all rounds, added up
        input: Cells = real(FEATURES, HIDDEN)  # the net, as in value.py
        input_bias: Cells = real(HIDDEN)
        output: Cells = real(HIDDEN)
        output_bias: Cells = real(1)
        first_weights: Cells = real(most_seen, inner)
        first_bias: Cells = real(inner)
        second_weights: Cells = real(inner, inner)
        second_bias: Cells = real(inner)
        policy_weights: Cells = real(actions, inner)
        policy_bias: Cells = real(actions)
        value_weights: Cells = real(seats, inner)
        value_bias: Cells = real(seats)
        first_layer: Cells = real(inner)
        second_layer: Cells = real(inner)
        seen: Cells = real(FEATURES)
        hidden: Cells = real(HIDDEN)
        exploration: float = real()
        width: float = real()
        widening: float = real()
        sharpness: float = real()
        trust: float = real()
        usual: float = real()  # what the children of the node at hand brought on average
        weight: float = real()  # the priors of those that are legal here, added up
        mover: Cells = short(MOST_DEPTH + 1)
        legal: Cells = byte(NODES)  # 1 for a child that can be chosen in the world at hand
        observed: Cells = byte(most_seen)
        paranoia: int = byte()
        policy_net: int = byte()
        sensing: int = byte()  # 1 if there is a policy net for the table, and it is to be asked
        seat: int = byte()  # whose search it is

    return Tree


# The tree.


@rule
def clear(tree: Any) -> None:
    """Forget everything."""
    tree.used = 0
    tree.done = 0
    new_node(tree, 0)
    for seat in range(lantern_players.MOST_SEATS):
        tree.chance[seat] = 0.0


@rule
def new_node(tree: Any, action: int) -> int:
    """A node that was never visited."""
    node = tree.used
    tree.used += 1
    tree.action[node] = action
    tree.first[node] = tree.sibling[node] = tree.visits[node] = tree.offered[node] = tree.again[node] = 0
    tree.worth[node] = 0.0
    return int(node)


@rule
def add_child(tree: Any, node: int, action: int, score: float) -> None:
    """Let an action in."""
    child = new_node(tree, action)
    if tree.first[node] == 0:
        tree.top[node] = score
    tree.prior[child] = exp(max(score - tree.top[node], UNLIKELY))
    tree.sibling[child] = tree.first[node]
    tree.first[node] = child


@rule
def child_for(tree: Any, node: int, action: int) -> int:
    """The child that an action leads to, 0 if it was not let in."""
    child = tree.first[node]
    while child != 0 and tree.action[child] != action:
        child = tree.sibling[child]
    return int(child)


@rule
def select_child(tree: Any, node: int) -> int:
    """The child to go to: what it brought so far, and more for what is promising and was tried little."""
    best = NONE
    most = 0.0
    child = tree.first[node]
    while child != 0:
        if tree.legal[child]:
            tree.offered[child] += 1
            visits = tree.visits[child]
            worth = tree.worth[child] / visits if visits > 0 else tree.usual
            share = tree.prior[child] / tree.weight
            eager = worth + tree.exploration * share * sqrt(tree.offered[child]) / (1 + visits)
            if best == NONE or eager > most:
                best, most = child, eager
        child = tree.sibling[child]
    return best


@rule
def back_up(tree: Any, depth: int, seats: int) -> None:
    """Add what the round brought to all that led to it."""
    tree.done += 1
    tree.visits[0] += 1
    for seat in range(seats):
        tree.chance[seat] += tree.value[seat]
    for step in range(depth):
        node = tree.path[step + 1]
        mover = tree.mover[step]
        tree.visits[node] += 1
        if tree.paranoia and mover != tree.seat:
            tree.worth[node] += 1.0 - tree.value[tree.seat]
        else:
            tree.worth[node] += tree.value[mover]


@rule
def best(tree: Any) -> int:
    """The action that was chosen most, the one that brought more if it is even."""
    chosen = tree.first[0]
    child = tree.sibling[chosen]
    while child != 0:
        more = tree.visits[child] - tree.visits[chosen]
        if more > 0 or (more == 0 and tree.worth[child] > tree.worth[chosen]):
            chosen = child
        child = tree.sibling[child]
    return int(tree.action[chosen])


@rule
def is_settled(tree: Any, left: int) -> bool:
    """Whether the action that was chosen most will still be that after so many rounds more."""
    most = second = 0
    child = tree.first[0]
    while child != 0:
        second = max(second, min(most, tree.visits[child]))
        most = max(most, tree.visits[child])
        child = tree.sibling[child]
    return bool(most - second > left)


@rule
def merge(tree: Any, other: Any) -> None:
    """Add what another search found of the same position."""
    tree.done += other.done
    for seat in range(lantern_players.MOST_SEATS):
        tree.chance[seat] += other.chance[seat]
    child = other.first[0]
    while child != 0:
        mine = child_for(tree, 0, other.action[child])
        if mine == 0 and tree.used < NODES:
            add_child(tree, 0, other.action[child], 0.0)
            mine = tree.first[0]
        if mine != 0:
            tree.visits[mine] += other.visits[child]
            tree.worth[mine] += other.worth[child]
        child = other.sibling[child]


@rule
def look(tree: Any, actions: Cells, worths: Cells, visits: Cells, chances: Cells) -> int:
    """Write what was found: actions with what they are worth and how often they were tried, and everybody's chances."""
    count = 0
    child = tree.first[0]
    while child != 0:
        actions[count] = tree.action[child]
        visits[count] = tree.visits[child]
        worths[count] = tree.worth[child] / max(1, tree.visits[child])
        count += 1
        child = tree.sibling[child]
    for seat in range(lantern_players.MOST_SEATS):
        chances[seat] = tree.chance[seat] / max(1, tree.done)
    return count


# Whom a finished game went to.


def build_end_value(rules: Rules) -> Callable[..., None]:
    """A rule (world, tree): a win is one, shared by those who share it."""
    standing = rules.standing

    @rule
    def end_value(world: State, tree: Any) -> None:
        standing(world, tree.standing)
        most = tree.standing[0]
        for seat in range(1, world.seats):
            most = max(most, tree.standing[seat])
        winners = 0
        for seat in range(world.seats):
            winners += tree.standing[seat] == most
        for seat in range(world.seats):
            tree.value[seat] = 1.0 / winners if tree.standing[seat] == most else 0.0

    return end_value


# What is promising, and what it is worth.


def build_promise(rules: Rules, guide: Guide) -> tuple[Callable[..., None], Callable[..., float]]:
    """Rules (world, tree) and (world, tree, action): look at a world; how promising a legal action looks then."""
    prior = guide.prior
    if guide.policy_net is None:

        @rule
        def look_away(world: State, tree: Any) -> None:
            """The prior looks for itself."""

        @rule
        def by_prior(world: State, tree: Any, action: int) -> float:
            return prior(world, action)

        return look_away, by_prior
    sense, _ = build_policy_net(rules)

    @rule
    def consider(world: State, tree: Any) -> None:
        if tree.sensing:
            sense(world, tree)

    @rule
    def promise(world: State, tree: Any, action: int) -> float:
        return urge(tree, action) if tree.sensing else prior(world, action)

    return consider, promise


def build_judge(rules: Rules, guide: Guide) -> Callable[..., None]:
    """A rule (world, tree, rng): write what a world is worth to each seat, by a policy net or after playing on."""
    play_on = build_play_on(rules, guide)
    if guide.policy_net is None:
        return play_on
    _, expect = build_policy_net(rules)
    ending = rules.ending

    @rule
    def judge(world: State, tree: Any, rng: Stream) -> None:
        if tree.sensing and ending(world) == 0:
            expect(world, tree)
        else:
            play_on(world, tree, rng)

    return judge


def build_play_on(rules: Rules, guide: Guide) -> Callable[..., None]:
    """A rule (world, tree, rng): let the policy play on as far as the horizon, and say what each seat gets."""
    ending, seat_to_act, apply, policy = rules.ending, rules.seat_to_act, rules.apply, guide.policy
    value_of, end_value = build_value(guide.features), build_end_value(rules)

    @rule
    def play_on(world: State, tree: Any, rng: Stream) -> None:
        left = tree.horizon if tree.horizon != END_OF_TURN else MANY
        mover = seat_to_act(world)
        while left > 0 and ending(world) == 0 and (tree.horizon != END_OF_TURN or seat_to_act(world) == mover):
            apply(world, policy(world, rng), rng)
            left -= 1
        if ending(world) == 0:
            value_of(world, tree)
        else:
            end_value(world, tree)

    return play_on


# Walking.


def build_expand(rules: Rules, guide: Guide) -> Callable[..., None]:
    """A rule (world, tree, node, wanted, rng): let in more of what can be done in a world, the best first."""
    legal_actions, policy = rules.legal_actions, guide.policy
    consider, promise = build_promise(rules, guide)

    @rule
    def expand(world: State, tree: Any, node: int, wanted: int, rng: Stream) -> None:
        count = list_new(world, tree, node)
        if tree.trust > 0.0:
            favour(tree, count, policy(world, rng))
        for rank in range(min(count, wanted)):
            if tree.used == NODES:
                break
            bring_forward(tree, rank, count)
            add_child(tree, node, tree.listed[rank], tree.score[rank])
        if count <= wanted or tree.used == NODES:
            tree.again[node] = 2 * tree.visits[node] + 1

    @rule
    def list_new(world: State, tree: Any, node: int) -> int:
        """List the actions that are not in the tree yet, with their scores."""
        count = legal_actions(world, tree.listed)
        consider(world, tree)
        new = 0
        for place in range(count):
            action = tree.listed[place]
            if child_for(tree, node, action) == 0:
                tree.listed[new] = action
                tree.score[new] = tree.sharpness * promise(world, tree, action)
                new += 1
        return new

    return expand


@rule
def favour(tree: Any, count: int, action: int) -> None:
    """Trust the policy's own action."""
    for place in range(count):
        if tree.listed[place] == action:
            tree.score[place] += tree.trust


@rule
def bring_forward(tree: Any, rank: int, count: int) -> None:
    """Put the best of the listed actions from a rank on to that rank."""
    best_place = rank
    for place in range(rank + 1, count):
        if tree.score[place] > tree.score[best_place]:
            best_place = place
    action, score = tree.listed[rank], tree.score[rank]
    tree.listed[rank], tree.score[rank] = tree.listed[best_place], tree.score[best_place]
    tree.listed[best_place], tree.score[best_place] = action, score


def build_walk(rules: Rules, guide: Guide) -> Callable[..., int]:
    """A rule (world, tree, rng): down the tree to a node that is new or leads nowhere here; how many steps."""
    ending, seat_to_act, refusal, apply = rules.ending, rules.seat_to_act, rules.refusal, rules.apply
    expand = build_expand(rules, guide)

    @rule
    def walk(world: State, tree: Any, rng: Stream) -> int:
        node = 0
        depth = 0
        tree.path[0] = 0
        while depth < MOST_DEPTH and ending(world) == 0 and (depth == 0 or tree.visits[node] > 0):
            child = choose_child(world, tree, node, rng)
            if child == NONE:
                break
            tree.mover[depth] = seat_to_act(world)
            apply(world, tree.action[child], rng)
            depth += 1
            tree.path[depth] = child
            node = child
        return depth

    @rule
    def choose_child(world: State, tree: Any, node: int, rng: Stream) -> int:
        """A child that is legal here, after letting in more if it is time."""
        let_in = 1 + int(max(0.0, min(tree.width * tree.visits[node] ** tree.widening, NODES)))
        here = weigh(world, tree, node)
        if here < let_in and (here == 0 or tree.visits[node] >= tree.again[node]):
            expand(world, tree, node, let_in - here, rng)
            weigh(world, tree, node)
        return select_child(tree, node)

    @rule
    def weigh(world: State, tree: Any, node: int) -> int:
        """Find the children that are legal here, how promising they are together, and what is usual; how many."""
        here = 0
        weight = worth = 0.0
        visits = 0
        child = tree.first[node]
        while child != 0:
            tree.legal[child] = refusal(world, tree.action[child]) == 0
            if tree.legal[child]:
                here += 1
                weight += tree.prior[child]
            visits += tree.visits[child]
            worth += tree.worth[child]
            child = tree.sibling[child]
        tree.weight = weight
        tree.usual = worth / visits if visits > 0 else 0.5
        return here

    return walk


def build_search(sheet: Sheet, guide: Guide) -> Thinking:
    """A search made of a game's rules and its guide."""
    rules, guide = shared_rules(sheet), replace(guide, policy=shared(guide.policy), prior=shared(guide.prior))
    seat_to_act, determinize, legal_actions = rules.seat_to_act, rules.determinize, rules.legal_actions
    walk, judge = build_walk(rules, guide), build_judge(rules, guide)

    @rule
    def start(state: State, mind: Records, rng: Stream, scratch: Records) -> int:
        tree = mind[0]
        clear(tree)
        tree.seat = seat_to_act(state)
        tree.deals = draw(rng, MANY)
        tree.sensing = tree.policy_net and tree.net != 0
        return int(tree.listed[0]) if legal_actions(state, tree.listed) == 1 else lantern_players.UNDECIDED

    @rule
    def think(state: State, mind: Records, rng: Stream, scratch: Records, rounds: int, after: int) -> int:
        tree = mind[0]
        for done in range(rounds):
            if done % LOOK == LOOK - 1 and is_settled(tree, rounds - done + after):
                return done
            scratch[WORLD] = state
            deal(scratch[WORLD], tree, rng)
            depth = walk(scratch[WORLD], tree, rng)
            judge(scratch[WORLD], tree, rng)
            back_up(tree, depth, state.seats)
        return rounds

    @rule
    def deal(world: State, tree: Any, rng: Stream) -> None:
        """Deal what is hidden, one of a few worlds or a new one."""
        if tree.worlds == 0:
            determinize(world, tree.seat, rng)
        else:
            kept = rng.word[0]
            seed_stream(rng, tree.deals, tree.done % tree.worlds)
            determinize(world, tree.seat, rng)
            rng.word[0] = kept

    return Thinking(start, think, merge, best, look)


def search_memory(sheet: Sheet, weights: Weights, policy_net: PolicyNets | None = None) -> Memory:
    """The record of a search, with the weights of its nets."""

    def fill(mind: Records, state: State) -> None:
        for name, values in weights.items():
            mind[name] = values
        if policy_net:
            policy_net.fill(mind, state)

    return Memory(tree_of(sheet, policy_net), fill=fill)


def expert(sheet: Sheet, guide: Guide, **settings: float) -> Bot:
    """A bot that searches, with what its game has learned; settings that are not named are the usual ones."""
    return lantern_players.thinker(
        lantern_players.EXPERT,
        "thinks ahead through thousands of games that may come",
        search_memory(sheet, weights_of(sheet.name), guide.policy_net),
        build_search(sheet, guide),
        USUAL | settings,
    )
