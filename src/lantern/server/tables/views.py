"""What leaves the server about a table. All of it is made here, for one viewer, from what that viewer may know."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from lantern.kernel.contract import Json, known
from lantern.kernel.errors import Never, Refusal, arguments_in
from lantern.kernel.game import Match
from lantern.kernel.options import shown
from lantern.kernel.record import Records
from lantern.languages import text
from lantern.learning import why
from lantern.learning.puzzles import Puzzle
from lantern.players import bot as bot_of
from lantern.players.advice.judge import Judgement, is_judged
from lantern.players.advice.reasons import Reason, proposed, reasons, told
from lantern.players.advice.review import DIGITS, unit_of
from lantern.server.errors import Denied
from lantern.server.tables.decisions import is_alone, own_seat, read, why_not
from lantern.server.tables.entries import Entry
from lantern.server.tables.keys import commitment
from lantern.server.tables.practice import Attempt, lost_by
from lantern.server.tables.solving import choices_shown, meanings
from lantern.server.tables.table import BOT, PERSON, PLAYING, SEATING, Ply, Table

DELAY = 12
"""How many actions a spectator with a delay is behind."""
PUBLIC, DELAYED, ONE_SEAT, NONE = "public", "delayed", "seat", "none"


@dataclass(frozen=True)
class Viewer:
    """Who looks at a table: a guest, from one of the seats he plays, or from none."""

    guest: str | None
    seat: int | None
    curtain: bool = False
    """Whether he plays several seats and has not said which one he looks from."""

    @property
    def is_spectator(self) -> bool:
        """Whether he only looks on."""
        return self.seat is None and not self.curtain


def viewer(table: Table, guest: str | None, seat: int | None, curtain: bool = False) -> Viewer:
    """A guest's place to look from: the seat asked for, else his seat to act, else his first, else beside the table.

    With a curtain, several people share his device: who has not said which seat is his sees what everybody may.
    """
    if seat is not None:
        own_seat(table, guest, seat)
        return Viewer(guest, seat)
    mine = table.seats_of(guest)
    if curtain and len(mine) > 1 and table.status == PLAYING and table.game.sheet.secrets:
        return Viewer(guest, None, curtain=True)
    if mine:
        return Viewer(guest, table.to_act if table.to_act in mine else mine[0])
    if table.status != SEATING and table.setting.spectators["view"] == NONE and guest != table.host:
        raise Denied("no_spectators")
    return Viewer(guest, None)


def table_view(table: Table, viewer: Viewer, since: int = 0, same_eyes: bool = True) -> Json:
    """The whole table for a viewer; of log and talk what is new since he saw a version, with the same eyes or not."""
    since = since if since <= table.version else 0
    same_eyes = same_eyes and not (_lends_eyes(table, viewer) and since < table.bots_changed)
    kept = min(table.kept_since(since), _seen_by(table, viewer, table.ply_at(since))) if same_eyes else 0
    return {
        **_facts(table),
        **_place(table, viewer),
        **_match(table, viewer),
        "keep": kept,
        "log": _log(table, viewer, kept),
        "talk": [_talk_line(table, entry) for entry in table.talk if entry.version > since],
    }


def _facts(table: Table) -> Json:
    """What is the same for everybody."""
    setting = table.setting
    open_now = table.finished
    return {
        "table": setting.table,
        "version": table.version,
        "status": table.status,
        "game": setting.game,
        "rules": setting.rules,
        "options": shown(setting.options),
        "seats": table.who_sits_where(),
        "clock": table.clocks.shown() if table.clocks else None,
        "silent": table.game.sheet.silent,
        "secrets": table.game.sheet.secrets,
        "spectators": setting.spectators,
        "listed": setting.listed,
        "commitment": commitment(setting.seed, setting.salt),
        "seed_chosen": setting.seed_chosen,
        "seed": str(setting.seed) if open_now else None,
        "salt": setting.salt if open_now else None,
        "can_review": table.finished and len(table.plies) > 0 and is_judged(table.game),
        "next": {"rematch": table.next.get("rematch"), "same_deal": table.next.get("same_deal")},
        "previous": setting.previous,
        "lesson": _lesson(table),
        "branch": _branch(table),
        "puzzle": _puzzle(table),
        "created_at": setting.created_at,
        "updated_at": table.updated_at,
    }


def _lesson(table: Table) -> Json | None:
    """How far a lesson is: how many of its steps are done."""
    if table.lesson is None:
        return None
    of = len(table.lesson.steps)
    return {"done": of if table.step is None else table.step, "of": of}


def _branch(table: Table) -> Json | None:
    """What the table is a branch of, if it is one."""
    return None if table.setting.branch is None else table.setting.branch | {"label": table.label}


def _puzzle(table: Table) -> Json | None:
    """How far the puzzle of the table is. What is right is told when it has been found or asked for."""
    solving = table.solving
    if solving is None or table.match is None:
        return None
    puzzle = solving.puzzle
    asks = puzzle.is_question and solving.waits
    return {
        "name": puzzle.name,
        "theme": puzzle.theme,
        "level": puzzle.level,
        "day": solving.day,
        "state": solving.state,
        "wrong": [*solving.wrong],
        "goes_on": solving.goes_on,
        "question": puzzle.is_question,
        "choices": choices_shown(table.match, solving) if asks else [],
        "about": puzzle.about,
        "worth": [*puzzle.worth] if puzzle.asks_for_worth or solving.wrong or not solving.is_open else [],
        "answer": [] if solving.is_open else puzzle.shown(),
    }


def _place(table: Table, viewer: Viewer) -> Json:
    """What the viewer is at this table."""
    return {
        "host": viewer.guest == table.host,
        "mine": table.seats_of(viewer.guest),
        "seat": viewer.seat,
    }


def _match(table: Table, viewer: Viewer) -> Json:
    """The match as the viewer sees it now, made once a version."""
    eyes = viewer.seat, viewer.curtain
    if eyes not in table.shown:
        table.shown[eyes] = _match_now(table, viewer)
    made: Json = table.shown[eyes]
    return made


def _match_now(table: Table, viewer: Viewer) -> Json:
    if table.match is None:
        return {
            "ply": 0,
            "to_act": None,
            "view": None,
            "actions": [],
            "can_undo": 0,
            "can_suggest": False,
            "everything": None,
        }
    ply = _last_ply(table, viewer)
    seen, everything = _seen(table, viewer, table.match if ply == table.match.ply else table.match.earlier(ply))
    mine = viewer.seat is not None and viewer.seat == table.to_act and table.seats[viewer.seat - 1].bot is None
    return {
        "ply": ply,
        "to_act": table.to_act,
        "view": written(seen),
        "actions": written(actions_of(table.match) if mine and table.takes_moves else []),
        "can_undo": table.undoable(viewer.seat) if mine and viewer.seat else 0,
        "can_suggest": mine
        and viewer.seat is not None
        and is_alone(table, viewer.seat)
        and is_judged(table.game)
        and table.step is None
        and not table.waits,
        "everything": written(everything),
    }


def written(made: Any) -> orjson.Fragment:
    """Something made once and sent to several: as text, which takes less room than what it was made from."""
    return orjson.Fragment(orjson.dumps(made))


def _last_ply(table: Table, viewer: Viewer) -> int:
    """The last action that the viewer has seen."""
    return _seen_by(table, viewer, table.match.ply if table.match is not None else 0)


def _seen_by(table: Table, viewer: Viewer, ply: int) -> int:
    """How many actions the viewer has seen when so many are made."""
    late = viewer.is_spectator and table.setting.spectators["view"] == DELAYED and not table.finished
    return max(0, ply - DELAY) if late else ply


def _seen(table: Table, viewer: Viewer, match: Match) -> tuple[Json, Json | None]:
    """A match at some moment for a viewer, and everything where he may see everything."""
    if table.finished:
        return match.view(viewer.seat), match.reveal() | {"options": shown(match.options)}
    if viewer.is_spectator and table.setting.spectators["view"] == DELAYED:
        return _late(table, match), None
    return match.view(_eyes(table, viewer)), None


def _late(table: Table, match: Match) -> Json:
    """An earlier moment for a spectator, with what has been shown of it to everybody since."""
    since = [event for ply in table.plies[match.ply :] for event in known(ply.events, None)]
    return {**match.words.looking_back(match.view(None), since)}


def _lends_eyes(table: Table, viewer: Viewer) -> bool:
    """Whether a viewer is a spectator of a table at which these look with the eyes of a seat."""
    return viewer.is_spectator and table.setting.spectators["view"] == ONE_SEAT


def _eyes(table: Table, viewer: Viewer) -> int | None:
    """The seat with whose eyes a viewer looks: spectators with those of one only while all others are bots.

    It sees the hands of the others, who could look there in a second window.
    """
    if not _lends_eyes(table, viewer):
        return viewer.seat
    seat: int = table.setting.spectators["seat"]
    return seat if is_alone(table, seat) else None


def actions_of(match: Match) -> list[Json]:
    """The legal actions."""
    return [_action(match, number) for number in match.numbers()]


def _action(match: Match, number: int) -> Json:
    """An action, the things on the table it involves, and what it would bring."""
    action = match.words.write_action(number)
    return {"action": action, "touches": list(match.touch(number)), "gain": match.gain(number)}


def _log(table: Table, viewer: Viewer, kept: int) -> list[Json]:
    """What happened since an action, as the viewer has learnt it."""
    last = _last_ply(table, viewer)
    return [_logged(table, viewer, number, table.plies[number - 1]) for number in range(kept + 1, last + 1)]


def _logged(table: Table, viewer: Viewer, number: int, ply: Ply) -> Json:
    events = ply.events if table.finished else known(ply.events, _eyes(table, viewer))
    return {
        "ply": number,
        "version": ply.version,
        "seat": ply.seat,
        "at": ply.at,
        "events": [{"key": event.key, "arguments": dict(event.arguments)} for event in events],
    }


TOLD = ("name", "bot", "why", "agree", "text", "greeting", "which", "table")
"""What of an entry people may read; never guests or keys."""


def _talk_line(table: Table, entry: Entry) -> Json:
    """A line of the table's talk."""
    told = {key: entry.data[key] for key in TOLD if key in entry.data}
    return {"version": entry.version, "at": entry.at, "kind": entry.kind, "seat": entry.seat, "data": told}


def ply_view(table: Table, viewer: Viewer, ply: int, asked: Collection[str]) -> Json:
    """The table as it was after some action, with what the viewer could see then.

    After the end everything, and of the actions asked about those that could be done then.
    """
    return _ply_view(table, viewer, next(_moments(table, viewer, ply, ply)), asked)


def ply_views(table: Table, viewer: Viewer, first: int, last: int) -> Json:
    """The table as it was after each of several actions in a row."""
    return {"plies": [_ply_view(table, viewer, match, ()) for match in _moments(table, viewer, first, last)]}


def _moments(table: Table, viewer: Viewer, first: int, last: int) -> Iterator[Match]:
    """The match as it was after each of some actions that the viewer has seen."""
    if table.match is None:
        raise Denied("not_playing")
    if not 0 <= first <= last <= _last_ply(table, viewer):
        raise Denied("no_ply")
    match = table.match.earlier(first)
    yield match
    for action in table.match.history[first:last]:
        match.play(action)
        yield match


def _ply_view(table: Table, viewer: Viewer, match: Match, asked: Collection[str]) -> Json:
    ply = match.ply
    seen, everything = _seen(table, viewer, match)
    actions = [action for action in actions_of(match) if action["action"] in asked] if asked and table.finished else []
    log = [_logged(table, viewer, number, table.plies[number - 1]) for number in range(max(1, ply), ply + 1)]
    return {"ply": ply, "view": seen, "everything": everything, "actions": actions, "log": log}


@dataclass(frozen=True)
class Told:
    """A move of which somebody wants to know the reasons, as he sees it, and who sits at the table."""

    ply: int
    mover: int
    """The seat that moved, from 1."""
    before: Records
    after: Records
    table: Table
    names: list[str]

    def shown(self, language: str) -> Json:
        """The reasons, in the reader's language."""
        game, bot = self.table.game, self.table.seats[self.mover - 1].bot
        kind = None if bot is None else bot_of(game, bot).kind
        found = reasons(game, self.before, self.after, self.mover - 1, kind)
        return {
            "ply": self.ply,
            "seat": self.mover,
            "reasons": _reasons_shown(found, self.table.board, self.names, language),
        }


def asked_reasons(table: Table, viewer: Viewer, ply: int, language: str) -> Told:
    """A move that a viewer has seen; after the end everybody sees it as who made it did."""
    if table.match is None:
        raise Denied("not_playing")
    if not 1 <= ply <= _last_ply(table, viewer):
        raise Denied("no_ply")
    mover = table.plies[ply - 1].seat
    eyes = mover if table.finished else _eyes(table, viewer)
    match = table.match.earlier(ply - 1)
    before = match.concealed((eyes or 0) - 1)
    match.play(table.match.history[ply - 1])
    return Told(ply, mover, before, match.concealed((eyes or 0) - 1), table, names(table, language))


def names(table: Table, language: str) -> list[str]:
    """What those at a table are called; bots have names by their seats, as the client has them."""
    return [
        text(language, f"bot_name.{seat.number}")
        if seat.kind == BOT
        else seat.name or text(language, "table.guest" if seat.kind == PERSON else "table.seat", number=seat.number)
        for seat in table.seats
    ]


def _reasons_shown(found: Sequence[Reason], board: Json, names: list[str], language: str) -> list[Json]:
    return [
        {"key": reason.key, "values": reason.values, "text": told(reason, language, board, names)} for reason in found
    ]


MOST_OTHERS = 3
"""How many other actions a suggestion tells of."""
FEW_TRIES = 20
"""An action tried less often is not told of."""


def suggestion(table: Table, seat: int, judgement: Judgement, language: str) -> Json:
    """What a strong player would do for a seat, from what it has seen."""
    match = table.running_match
    return {"version": table.version, **suggested(match, table.board, names(table, language), judgement, language)}


def suggested(match: Match, board: Json, called: list[str], judgement: Judgement, language: str) -> Json:
    """What a strong player would do in a match for the seat that is to act."""
    seat = match.to_act or 1
    found = proposed(match.game, match.concealed(seat - 1), judgement.best)
    return {
        "seat": seat,
        "unit": unit_of(match),
        **_worth(match, judgement, judgement.best),
        "chances": [round(chance, DIGITS) for chance in judgement.chances],
        "others": [_worth(match, judgement, number) for number in _others(judgement)[:MOST_OTHERS]],
        "reasons": _reasons_shown(found, board, called, language),
        "stood_in": judgement.stood_in,
    }


def verdict(table: Table, tried: Attempt, judgement: Judgement, tells: bool, language: str) -> Json:
    """How good a decision is that was tried again; the best one and why, where it is told."""
    match, lost = tried.before, lost_by(tried, judgement)
    found = proposed(table.game, match.concealed(tried.seat - 1), judgement.best) if tells else []
    return {
        "lost": None if lost is None else round(lost, DIGITS),
        "unit": unit_of(match),
        "best": _action(match, judgement.best) if tells else None,
        "reasons": _reasons_shown(found, table.board, names(table, language), language),
    }


@dataclass(frozen=True)
class PuzzleTold:
    """A puzzle of which somebody wants to know why something is right or wrong."""

    before: Match
    """The match at the moment of the puzzle."""
    puzzle: Puzzle
    played: list[str]
    """What was right to do there; none while that is not told, and of a question."""
    is_open: bool
    """Whether there is something to find still."""
    about: list[tuple[str, bool]]
    """The choices that may be spoken of, and whether they are right."""
    names: list[str]

    def shown(self, language: str) -> Json:
        """Why, in the reader's language."""
        match = self.before
        numbers = meanings(match, [choice for choice, _ in self.about])
        return {
            "choices": [
                {
                    "choice": choice,
                    "right": right,
                    "refusal": _refusal_of(match, numbers[place], language) if numbers is not None else None,
                    "reasons": [] if right else self._told(why.of_choice(self.puzzle, match, choice), language),
                }
                for place, (choice, right) in enumerate(self.about)
            ],
            "reasons": self._told(self._reasons(), language),
        }

    def _reasons(self) -> list[Reason]:
        """Why the solution is right."""
        answer = self.puzzle.answer
        if answer is None:
            return why.of_turn(self.before, self.played)
        return [] if self.is_open else why.of_choice(self.puzzle, self.before, answer)

    def _told(self, found: Sequence[Reason], language: str) -> list[Json]:
        return _reasons_shown(found, self.before.board(), self.names, language)


def _refusal_of(match: Match, action: int | Never, language: str) -> Json | None:
    refusal = match.why_not(action)
    return None if refusal is None else refusal_shown(refusal, language)


def asked_puzzle(table: Table, language: str) -> PuzzleTold:
    """Why what was tried at the puzzle of a table is right or wrong; of a question, nothing that was not tried."""
    solving = table.solving
    if solving is None or table.match is None:
        raise Denied("no_puzzle")
    puzzle, begins = solving.puzzle, len(table.setting.actions)
    told = [choice for choice in puzzle.choices if not solving.is_open or choice in solving.wrong]
    played = [] if solving.is_open else puzzle.solved_by(table.match.history[begins:])
    about = [(choice, puzzle.is_right(choice)) for choice in told]
    before = table.match.earlier(begins)
    return PuzzleTold(before, puzzle, played, solving.is_open, about, names(table, language))


def _others(judgement: Judgement) -> list[int]:
    """The next best actions: those tried most, worth no more than the best as far as is known."""
    best, _ = judgement.worths.get(judgement.best, (0.0, 0))
    ranked = sorted((-tries, -worth, number) for number, (worth, tries) in judgement.worths.items())
    return [
        number for tries, worth, number in ranked if number != judgement.best and -tries >= FEW_TRIES and -worth <= best
    ]


def _worth(match: Match, judgement: Judgement, number: int) -> Json:
    """An action and what it is worth."""
    worth = round(judgement.worths[number][0], DIGITS) if number in judgement.worths else None
    return {**_action(match, number), "worth": worth}


def review_shown(state: Json) -> Json:
    """How far a review is; its text is sent as it is stored."""
    return state | {"review": orjson.Fragment(state["review"]) if state["review"] is not None else None}


def preview(table: Table, viewer: Viewer, action: str, language: str) -> Json:
    """What an action would do: why it is refused, what it involves, and the table after it if nothing hidden shows."""
    if table.match is None or viewer.seat is None or table.to_act != viewer.seat:
        raise Denied("not_your_turn")
    if not table.takes_moves:
        raise Denied("puzzle_waits")
    asked = read(table, action)
    refusal = why_not(table, asked)
    if refusal is not None:
        return {"action": action, "touches": [], "refusal": refusal_shown(refusal, language), "view": None}
    assert isinstance(asked.meaning, int), "what can never be done is refused"
    touches = list(table.match.touch(asked.meaning))
    after = _view_after(table.match, viewer, asked.meaning)
    return {"action": action, "touches": touches, "refusal": None, "view": after}


def _view_after(match: Match, viewer: Viewer, action: int) -> Json | None:
    """The view after an action that could be taken back; None where it could not."""
    undoable = match.undoable
    match = match.copy()
    match.play(action)
    return match.view(viewer.seat) if match.undoable == undoable + 1 else None


def refusal_shown(refusal: Refusal, language: str) -> Json:
    """Why the rules forbid something, in the reader's language."""
    return {
        "clause": refusal.clause,
        "key": refusal.key,
        "message": refusal.told(language),
        "arguments": arguments_in(language, refusal.arguments),
    }


def export(table: Table, guest: str | None) -> Json:
    """The whole match, once nothing is secret any more; a variation at any time, to who tries it alone."""
    if not table.finished and not table.is_tried_by(guest):
        raise Denied("match_running")
    names: Sequence[str | None] = [seat.name or seat.bot for seat in table.seats]
    return {"saved": table.running_match.save(), "seats": list(names)}
