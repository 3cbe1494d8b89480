"""What people may do at a table: each function grants a request as entries to be made, or raises `Denied`."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from math import isfinite
from typing import Any

from lantern.kernel.contract import Json
from lantern.kernel.errors import BadInput, Never, Refusal
from lantern.kernel.game import SETTLED, Game, Match
from lantern.players import SECONDS, bot, levels
from lantern.players.advice.judge import is_judged
from lantern.server.errors import Denied, Illegal, Stale
from lantern.server.tables import entries as kinds
from lantern.server.tables.entries import Draft
from lantern.server.tables.keys import fits
from lantern.server.tables.solving import Solving
from lantern.server.tables.table import BOT, OPEN, PERSON, PLAYING, SEATING, Done, Seat, Table

MOST_NAME, MOST_CHAT, MOST_LABEL = 40, 500, 80
MOST_DEVICES = 16
"""How many devices may play a seat; who comes with one more loses the one that came first."""
GREETINGS = ("hello", "good_luck", "thanks", "well_played", "sorry", "one_moment", "back", "good_bye")
"""What may be said even where the rules forbid talking."""
USUAL_LEVEL = "club"
EASY_LEVEL = "beginner"


def clean(words: str | None, most: int) -> str | None:
    """Words of a person on one line, without what can't be seen; None if nothing is left."""
    if words is None:
        return None
    kept = "".join(letter if _is_visible(letter) else " " for letter in unicodedata.normalize("NFC", words))
    return " ".join(kept.split())[:most].strip() or None


def _is_visible(letter: str) -> bool:
    """Whether a letter is no control, format or private sign; the joiner inside emoji may stay."""
    return unicodedata.category(letter)[0] != "C" or letter == "\u200d"


def name_or(words: str | None, otherwise: str | None) -> str | None:
    """A name as given, or another if none is."""
    return otherwise if words is None else readable(words)


def readable(words: str) -> str:
    """A name as it can be shown."""
    name = clean(words, MOST_NAME)
    if name is None:
        raise Denied("bad_name")
    return name


def usual_bot(game: Game) -> str:
    """The bot that plays where none is named: a fair opponent that answers at once."""
    return USUAL_LEVEL if USUAL_LEVEL in levels(game) else list(levels(game))[-1]


def easy_bot(game: Game) -> str:
    """The bot for who plays for the first time."""
    return EASY_LEVEL if EASY_LEVEL in levels(game) else usual_bot(game)


def check_bot(game: Game, name: str, most_s: float) -> None:
    """There must be such a bot, and of its settings people may choose the time it thinks, up to the server's limit."""
    kind, *settings = name.split(":")
    if len(settings) > 1 or any(not setting.startswith(f"{SECONDS}=") for setting in settings):
        raise _no_bot(game, name)
    try:
        chosen = bot(game, kind)
    except BadInput:
        raise _no_bot(game, name) from None
    if settings and chosen.seconds is None:
        raise _no_bot(game, name)
    if settings and not 0 < _number(settings[0].removeprefix(f"{SECONDS}=")) <= most_s:
        raise Denied("bad_seconds", seconds=settings[0].removeprefix(f"{SECONDS}=")[:20], most=most_s)


def _no_bot(game: Game, name: str) -> Denied:
    return Denied("no_bot", bot=name, bots=", ".join(levels(game)))


def _number(written: str) -> float:
    """A number as it is written; 0 if it is none."""
    try:
        number = float(written)
    except ValueError:
        return 0.0
    return number if isfinite(number) else 0.0


def the_seat(table: Table, number: int) -> Seat:
    """A seat by its number."""
    if not 1 <= number <= len(table.seats):
        raise Denied("no_seat")
    return table.seats[number - 1]


def own_seat(table: Table, guest: str | None, number: int) -> Seat:
    """A seat that the guest plays."""
    seat = the_seat(table, number)
    if guest is None or guest not in seat.guests:
        raise Denied("not_your_seat")
    return seat


def check_host(table: Table, guest: str) -> None:
    """Only the host may do some things."""
    if guest != table.host:
        raise Denied("not_host")


def check_playing(table: Table) -> None:
    """The match must run."""
    if table.status == SEATING:
        raise Denied("not_playing")
    if table.status != PLAYING:
        raise Denied("match_over")


# Seats


def join(table: Table, guest: str, key: str | None, wanted: int | None, name: str | None, fresh: str) -> list[Draft]:
    """Take an open seat, by the table's link, the seat's own, or with none where all may come; or come again."""
    if wanted is not None:
        the_seat(table, wanted)
    own = next((seat for seat in table.seats if fits(key, seat.key)), None)
    if own is not None and own.kind == PERSON:
        return [] if guest in own.guests else [_device(table, own, guest)]
    mine = table.seats_of(guest)
    if mine and wanted in (None, *mine):
        return []
    if table.status not in (SEATING, PLAYING):
        raise Denied("match_over")
    if own is None and not fits(key, table.invite):
        _check_uninvited(table, key)
    if mine and table.status == PLAYING:
        raise Denied("already_seated")  # who plays has no business in another's cards
    seat = own or _open_seat(table, wanted)
    data = {"guest": guest, "name": name, "key": fresh}
    return [Draft(kinds.SIT, seat.number, data)]


def _device(table: Table, seat: Seat, guest: str) -> Draft:
    """Another device for a seat. Of too many the oldest goes: cookies get lost, and who has the key must get in."""
    if len(seat.guests) < MOST_DEVICES:
        return Draft(kinds.DEVICE, seat.number, {"guest": guest})
    oldest = next(device for device in seat.guests if device != table.host)
    return Draft(kinds.DEVICE, seat.number, {"guest": guest, "instead_of": oldest})


def _check_uninvited(table: Table, key: str | None) -> None:
    if key is not None:
        raise Denied("bad_key")
    if not table.setting.listed:
        raise Denied("not_listed")


def _open_seat(table: Table, wanted: int | None) -> Seat:
    """The open seat asked for, or the first."""
    if wanted is not None and the_seat(table, wanted).kind != OPEN:
        raise Denied("seat_taken")
    found = [seat for seat in table.seats if seat.kind == OPEN and wanted in (None, seat.number)]
    if not found:
        raise Denied("no_open_seat")
    return found[0]


def leave(table: Table, guest: str, number: int) -> list[Draft]:
    """Leave: before the match the seat is open again, in it a bot stands in."""
    seat = own_seat(table, guest, number)
    if table.status == SEATING:
        return [Draft(kinds.LEAVE, number)]
    check_playing(table)
    return [] if seat.bot else _stand_in(table, seat, None, "left")


def _stand_in(table: Table, seat: Seat, bot: str | None, why: str) -> list[Draft]:
    """A bot for a person: the usual one unless one is named. If all who stay want the end, it comes."""
    stay = [other for other in table.seats if other.waits_for_person and other is not seat]
    drafts = [Draft(kinds.STAND_IN, seat.number, {"bot": bot or usual_bot(table.game), "why": why})]
    if stay and all(other.agrees for other in stay):
        drafts.append(Draft(kinds.ABANDON, None, {"why": "agreed"}))
    return drafts


def come_back(table: Table, guest: str, number: int) -> list[Draft]:
    """Play again instead of the bot that stood in."""
    seat = own_seat(table, guest, number)
    check_playing(table)
    return [Draft(kinds.RETURN, number)] if seat.bot else []


def put_bot(table: Table, guest: str, number: int, wanted: str | None, most_s: float) -> list[Draft]:
    """The host gives an open seat to a bot, or lets one stand in for another person."""
    check_host(table, guest)
    bot = wanted or usual_bot(table.game)
    check_bot(table.game, bot, most_s)
    seat = the_seat(table, number)
    if seat.kind == PERSON:
        check_playing(table)
        return _stand_in(table, seat, bot, "host")
    if table.status not in (SEATING, PLAYING):
        raise Denied("match_over")
    return [Draft(kinds.BOT, number, {"bot": bot})]


def open_seat(table: Table, guest: str, number: int, key: str) -> list[Draft]:
    """The host takes a seat from a bot or from who had it, or renews its link; not his own."""
    check_host(table, guest)
    seat = the_seat(table, number)
    if guest in seat.guests:
        raise Denied("own_seat")
    if table.status not in (SEATING, PLAYING):
        raise Denied("match_over")
    return [Draft(kinds.OPEN, number, {"key": key})]


def renew_invite(table: Table, guest: str, key: str) -> list[Draft]:
    """The host replaces the table's link."""
    check_host(table, guest)
    return [Draft(kinds.INVITE, None, {"key": key})]


def renew_key(table: Table, guest: str, number: int, key: str, alone: bool) -> list[Draft]:
    """Have a new key for one's own seat, to play on from another device; or to be the only one who plays there."""
    seat = own_seat(table, guest, number)
    return [Draft(kinds.KEY, number, {"key": key, "guests": [guest] if alone else seat.guests})]


def rename(table: Table, guest: str, number: int, name: str) -> list[Draft]:
    """Be called otherwise; not while a game runs in which a name could tell something."""
    own_seat(table, guest, number)
    if table.status == PLAYING and table.game.sheet.silent:
        raise Denied("settled_name")
    return [Draft(kinds.NAME, number, {"name": readable(name)})]


# The match


def _granted(table: Table, move_id: str, asked: tuple[Any, ...]) -> Done | None:
    """What was answered when the same was asked before."""
    done = table.done.get(move_id)
    if done is not None and done.asked != asked:
        raise Denied("move_id_used")
    return done


def _check_turn(table: Table, seat: Seat, expected_version: int) -> None:
    """The match must run, be as the person saw it, and wait for him."""
    check_playing(table)
    if not table.played <= expected_version <= table.version:
        raise Stale(table.version)
    if table.to_act != seat.number:
        raise Denied("not_your_turn")
    if seat.bot is not None:
        raise Denied("seat_has_bot")


def move(table: Table, guest: str, number: int, action: str, expected_version: int, move_id: str) -> list[Draft] | Done:
    """Play an action; what was granted before is granted in the same words again."""
    seat = own_seat(table, guest, number)
    asked = read(table, action)
    done = _granted(table, move_id, ("move", number, asked.text))
    if done is not None:
        return done
    _check_turn(table, seat, expected_version)
    _check_puzzle(table)
    refusal = why_not(table, asked)
    if refusal is not None:
        raise Illegal(table.setting.game, refusal)
    assert isinstance(asked.meaning, int), "what can never be done is refused"
    drafts = [Draft(kinds.MOVE, number, {"action": asked.text}, move_id, action=asked.meaning)]
    if table.solving is not None and table.solving.waits:
        return _tried(table, table.solving, drafts[0])
    return drafts if table.step is None else [*drafts, *_taught(table, table.step, asked.text)]


def _check_puzzle(table: Table) -> None:
    """No action is asked for while a question is, or before one goes on after a puzzle."""
    if not table.takes_moves:
        raise Denied("puzzle_waits")


def _tried(table: Table, solving: Solving, draft: Draft) -> list[Draft]:
    """An action that is right is played, and perhaps solves the puzzle; any other is noted as a try."""
    action, played = draft.data["action"], table.running_match.history[len(table.setting.actions) :]
    line = solving.line(played)
    if action not in line:
        return [Draft(kinds.TRY, draft.seat, {"answer": action, "right": False}, draft.move_id)]
    return [draft] if line[action] else [draft, Draft(kinds.TRY, draft.seat, {"answer": action, "right": True})]


def _puzzle(table: Table, guest: str) -> tuple[Solving, int]:
    """The puzzle of the table and the seat of who solves it, who alone has a say in it."""
    if table.solving is None:
        raise Denied("no_puzzle")
    mine = table.seats_of(guest)
    if not mine:
        raise Denied("not_your_seat")
    return table.solving, mine[0]


def answer(table: Table, guest: str, words: str | None) -> list[Draft]:
    """Answer the question of a puzzle, or ask for the solution of any; once that is known, nothing changes."""
    solving, number = _puzzle(table, guest)
    if not solving.is_open or table.status != PLAYING:
        return []
    if words is None:
        return [*_solution(table, solving, number), Draft(kinds.SHOW, number)]
    if words not in solving.puzzle.choices:
        raise Denied("bad_field", field="answer")
    if words in solving.wrong:
        return []
    return [Draft(kinds.TRY, number, {"answer": words, "right": solving.puzzle.is_right(words)})]


def _solution(table: Table, solving: Solving, number: int) -> list[Draft]:
    """A solution, played from the moment of the puzzle on; of a question there is nothing to play."""
    if solving.puzzle.is_question:
        return []
    played = table.running_match.ply - len(table.setting.actions)
    undo = [Draft(kinds.UNDO, number, {"count": played, "whole_turn": True})] if played else []
    return [*undo, *(Draft(kinds.MOVE, number, {"action": action}) for action in solving.puzzle.shown())]


def go_on(table: Table, guest: str) -> list[Draft]:
    """Go on with the match when its puzzle is done with."""
    solving, number = _puzzle(table, guest)
    if solving.is_open:
        raise Denied("puzzle_waits")
    return [Draft(kinds.GO_ON, number)] if solving.waits else []


def _taught(table: Table, number: int, action: str) -> list[Draft]:
    """What the others do at a step of a lesson, if an action is what the step asks for."""
    assert table.lesson is not None
    step = table.lesson.steps[number]
    if action not in step.accept:
        raise Denied("off_lesson")
    replay = table.running_match.copy()
    replay.play(action)
    drafts = []
    for reply in step.then:
        drafts.append(Draft(kinds.MOVE, replay.to_act, {"action": reply}))
        replay.play(reply)
    return drafts


@dataclass(frozen=True)
class Asked:
    """An action as somebody asked for it, read once."""

    text: str
    """As the game writes it; what is not understood, or can never be done, as it was asked."""
    meaning: int | Never | Refusal
    """The action, why such a thing can never be done, or that it is not understood."""


def read(table: Table, text: str) -> Asked:
    """What somebody asks for."""
    try:
        meaning = table.words.read_action(text)
    except BadInput as error:
        return Asked(text, Refusal("notation", "not_understood", {"reason": error}))
    return Asked(text if isinstance(meaning, Never) else table.words.write_action(meaning), meaning)


def why_not(table: Table, asked: Asked) -> Refusal | None:
    """Why the rules forbid an action."""
    if isinstance(asked.meaning, int | Never):
        return table.running_match.why_not(asked.meaning)
    return asked.meaning


def undo(
    table: Table, guest: str, number: int, whole_turn: bool, expected_version: int, move_id: str
) -> list[Draft] | Done:
    """Take back the last action, or the whole turn so far."""
    seat = own_seat(table, guest, number)
    done = _granted(table, move_id, ("undo", number, whole_turn))
    if done is not None:
        return done
    _check_turn(table, seat, expected_version)
    count = table.undoable(number)
    if not count:
        raise Illegal(table.setting.game, table.running_match.why_not_undo() or SETTLED)
    taken = count if whole_turn or table.is_free else 1
    return [Draft(kinds.UNDO, number, {"count": taken, "whole_turn": whole_turn}, move_id)]


def move_bot(table: Table, expected_version: int, action: int, bot: str, trouble: str | None) -> list[Draft]:
    """Play what a bot chose, if the table is still as it saw it."""
    if table.bot_to_act is None or table.played > expected_version:
        return []
    data: Json = {"action": table.words.write_action(action), "bot": bot}
    return [Draft(kinds.MOVE, table.to_act, data | ({"trouble": trouble} if trouble else {}))]


def agree(table: Table, guest: str, number: int, wants: bool) -> list[Draft]:
    """Want the match to end, or no longer; when all persons want it, it ends."""
    seat = own_seat(table, guest, number)
    check_playing(table)
    if table.solving is not None and table.solving.is_open:
        raise Denied("puzzle_waits")  # the end would uncover what is to be found
    drafts = [Draft(kinds.AGREE, number, {"agree": wants})] if seat.agrees != wants else []
    others = [other for other in table.seats if other.waits_for_person and other is not seat]
    if wants and all(other.agrees for other in others):
        drafts.append(Draft(kinds.ABANDON, None, {"why": "agreed"}))
    return drafts


def end(table: Table) -> list[Draft]:
    """The host of the server ends a match; a puzzle that is not done with can only be left, for the end uncovers it."""
    check_playing(table)
    if table.solving is not None and table.solving.is_open:
        raise Denied("puzzle_waits")
    return [Draft(kinds.ABANDON, None, {"why": "server"})]


def hand_over(table: Table, number: int) -> list[Draft]:
    """Make the person of a seat the host: on the device that came last, if he has several that are not one to us."""
    seat = the_seat(table, number)
    if not seat.guests:
        raise Denied("no_person")
    return [] if table.host in seat.guests else [Draft(kinds.HOST, number, {"guest": seat.guests[-1]})]


def time_out(table: Table, now: int) -> list[Draft]:
    """What happens when a clock has run out."""
    clocks = table.clocks
    if clocks is None or clocks.deadline is None or clocks.deadline > now:
        return []
    if clocks.at_zero == "abandon":
        return [Draft(kinds.ABANDON, clocks.running, {"why": "time"})]
    assert clocks.running is not None
    return _stand_in(table, table.seats[clocks.running - 1], None, "time")


def pause(table: Table, down_since: int, spell: int) -> list[Draft]:
    """Leave a spell in which no server ran out of a running clock, once."""
    clocks = table.clocks
    if clocks is None or clocks.running is None or down_since + spell <= max(clocks.since, clocks.paused_until):
        return []
    return [Draft(kinds.PAUSE, None, {"since": down_since, "ms": spell})]


def chat(table: Table, guest: str, number: int, words: str | None, greeting: str | None) -> list[Draft]:
    """Say something at the table; where the rules forbid talking, only a greeting."""
    seat = own_seat(table, guest, number)
    if greeting is not None:
        return [Draft(kinds.CHAT, seat.number, {"greeting": greeting})]
    if table.status == PLAYING and table.game.sheet.silent:
        raise Denied("silent")
    text = clean(words, MOST_CHAT)
    if text is None:
        raise Denied("bad_field", field="text")
    return [Draft(kinds.CHAT, seat.number, {"text": text})]


def moment(table: Table, ply: int) -> Match:
    """A match as it stood after some action, to go on from there: a finished one, before its last action."""
    if not table.finished:
        raise Denied("match_running")
    if not 0 <= ply < table.running_match.ply:
        raise Denied("no_ply")
    return table.running_match.earlier(ply)


def name_branch(table: Table, guest: str, words: str | None) -> list[Draft]:
    """Who made a branch calls it as he likes, or nothing."""
    check_host(table, guest)
    if table.setting.branch is None:
        raise Denied("no_branch")
    label = clean(words, MOST_LABEL)
    return [Draft(kinds.LABEL, None, {"label": label})] if label != table.label else []


def is_alone(table: Table, number: int) -> bool:
    """Whether all other seats are bots'; one that stands in for a person is none."""
    return all(seat.kind == BOT for seat in table.seats if seat.number != number)


def check_suggestion(table: Table, guest: str, number: int, expected_version: int) -> None:
    """A suggestion is for a person who plays against bots only, when it is his turn."""
    seat = own_seat(table, guest, number)
    check_playing(table)
    if not is_alone(table, number):
        raise Denied("suggestion_people")
    if not is_judged(table.game) or table.step is not None or table.waits:
        raise Denied("no_judge")
    _check_turn(table, seat, expected_version)


def check_review(table: Table) -> None:
    """A match is reviewed when it is over, if somebody can judge it."""
    if not table.finished:
        raise Denied("match_running")
    if not is_judged(table.game):
        raise Denied("no_judge")


def check_rematch(table: Table, guest: str) -> None:
    """Those who sat at a table may go on when it is over."""
    if not table.seats_of(guest):
        raise Denied("not_your_seat")
    if table.status in (SEATING, PLAYING):
        raise Denied("match_running")
