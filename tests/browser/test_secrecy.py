"""Nothing that is hidden from somebody is in his page, its storage or its traffic."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Response, WebSocket

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor, words
from tests.effort import enough
from tests.server.running import Json
from tests.under_way import after, secret_choice

PLIES = 6
"""Of a match that is brought to the table."""
PLAYED = enough(2, thorough=6, plain=2)
"""How many more are played there."""
SEED = 20_261_118_001


class Traffic:
    """All that comes to a visitor from the server, pictures and programs apart."""

    def __init__(self, visitor: Visitor) -> None:
        self._responses: list[Response] = []
        self._frames: list[str] = []
        visitor.page.on("response", self._came)
        visitor.page.on("websocket", self._opened)

    def _came(self, response: Response) -> None:
        if "/api/" in response.url:
            self._responses.append(response)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self._frames.append(data if isinstance(data, str) else data.decode()))

    def forget(self) -> None:
        """Only what comes from now on counts."""
        self._responses.clear()
        self._frames.clear()

    def texts(self) -> list[str]:
        return self._frames + [response.text() for response in self._responses]

    def views(self) -> list[Json]:
        """Every position that was told."""
        told = [one for text in self.texts() for one in within(json.loads(text))]
        return [one for one in told if "phase" in one and "seat" in one]


def within(told: Any) -> Iterator[Json]:
    """All objects in something told, at any depth."""
    if isinstance(told, dict):
        yield told
        for part in told.values():
            yield from within(part)
    elif isinstance(told, list):
        for part in told:
            yield from within(part)


def kept(visitor: Visitor) -> str:
    """The page as it is, all that it keeps on the device, and what its script can read of the cookies."""
    stored: str = visitor.page.evaluate(
        "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href, history.state])"
    )
    return stored + visitor.page.content()


class Pair:
    """Ada, who opened a table, Ben, who came by her link, and Eve, who looks on."""

    def __init__(self, visit: Visit, game: str, bot: str) -> None:
        self.people = visit(), visit()
        self.eve = visit()
        *self.traffic, self.told_eve = [Traffic(visitor) for visitor in (*self.people, self.eve)]
        ada, ben = self.people
        link = ada.expect_friends(game, saved=after(game, 2, SEED, PLIES, bot).save())
        self.key = link.split("#key=")[1]
        ben.open(link)
        self.eve.open(link.split("#")[0])
        for visitor in (*self.people, self.eve):
            visitor.page.wait_for_selector(".replay")

        self.bot = bot

    def play(self) -> None:
        """Whoever is to act plays what a bot advises, and all see it."""
        match = self.people[0].match
        while match.ply < PLIES + PLAYED:
            ply, seat = match.ply, match.to_act
            assert seat is not None
            person = self.people[seat - 1]
            person.wait_for_ply(ply)
            person.play_wisely(self.bot, until=ply + 1)
        for person in (*self.people, self.eve):
            person.wait_for_ply(match.ply)

    def check(self) -> None:
        """Neither seed, cookies nor key are told to anybody whom they do not concern, nor a hand to Eve."""
        ada, ben = self.people
        seed = str(ada.match.seed)
        assert len(seed) > 9
        cookies = [str(cookie.get("value")) for visitor in self.people for cookie in visitor.context.cookies()]
        assert len(cookies) == 2
        everybody = zip((*self.people, self.eve), (*self.traffic, self.told_eve), strict=True)
        for visitor, traffic in everybody:
            everything = "".join(traffic.texts()) + kept(visitor)
            assert len(everything) > 5000
            assert seed not in everything
            assert not any(cookie in everything for cookie in cookies)
        assert self.key not in "".join(self.traffic[1].texts()) + kept(ben)
        assert self.key not in "".join(self.told_eve.texts()) + kept(self.eve)
        assert len(self.told_eve.views()) >= 2
        for view in self.told_eve.views():
            assert view["seat"] is None
            for hand in view["hands"]:
                assert not any([held["card"] for held in hand] if isinstance(hand, list) else [hand["cards"]])
        assert self.eve.look().can == []


def test_nobody_is_told_his_own_cards_in_hanabi(visit: Visit) -> None:
    pair = Pair(visit, "hanabi", "beginner")
    match = pair.people[0].match
    pair.play()
    for number, visitor, traffic in zip((1, 2), pair.people, pair.traffic, strict=True):
        told = traffic.views()
        assert len(told) >= 3
        for view in told:
            assert view["seat"] in (number, None)
            assert not any(held["card"] for held in view["hands"][number - 1])
            assert all(bool(held["card"]) == (view["seat"] == number) for held in view["hands"][2 - number])
        hand = [held["card"] for held in match.reveal()["hands"][number - 1]]
        for place, (card, held) in enumerate(zip(hand, match.view(number)["hands"][number - 1], strict=True), 1):
            suit, value = card.split()
            name = f"{words('en', 'hanabi')[f'hanabi.colour.{suit}']} {value}"
            drawn = visitor.page.locator(f'[data-thing="card:{number}.{place}"]').first
            if len(held["possible"]) > 1:
                assert name not in drawn.evaluate("card => card.outerHTML")
    pair.check()

    # The secret of a link leaves the address, and does not come back.
    _, ben = pair.people
    assert ben.page.url == f"{ben.house.url}/table/{ben.table}"
    ben.page.reload()
    ben.page.wait_for_selector(".replay")
    ben.page.go_back()
    assert "key=" not in ben.page.url


@pytest.mark.parametrize("game", ["han", pytest.param("khan", marks=pytest.mark.thorough)])
def test_nobody_is_told_the_others_cards(visit: Visit, game: str) -> None:
    pair = Pair(visit, game, "random")
    match = pair.people[0].match
    pair.play()
    for number, traffic in zip((1, 2), pair.traffic, strict=True):
        assert match.view(3 - number)["hands"][2 - number]["cards"]
        told = traffic.views()
        assert len(told) >= 3
        for view in told:
            assert view["seat"] in (number, None)
            assert not view["hands"][2 - number].get("cards")
            assert not isinstance(view["deck"], list)
    pair.check()


# The page numbers gradients and the like as it goes.
NAMES_OF_PAINTS = re.compile(r"\bc\d+-")


def chosen_by_ada(ada: Visitor, ben: Visitor, saved: str, choice: int) -> tuple[Json, str, list[str]]:
    """What Ben is told, sees of the board and reads in the log when Ada has chosen return cards."""
    ben.open(ada.expect_friends("ming", saved=saved))
    ada.wait_for_turn()
    action = ada.match.actions()[choice]
    ada.carry_out(action, ada.match.touch(action))
    ben.wait_for_ply(ada.match.ply)
    ben.wait_for_turn()
    assert ada.match.history[-1] == action
    view: Json = ben.page.request.get(f"/api/tables/{ben.table}").json()["view"]
    return view, NAMES_OF_PAINTS.sub("", ben.board.inner_html()), ben.log()


def test_return_cards_are_secret_until_all_have_chosen_in_ming(visit: Visit) -> None:
    match = secret_choice(5)
    ada, ben = visit(), visit()
    assert chosen_by_ada(ada, ben, match.save(), 0) == chosen_by_ada(ada, ben, match.save(), -1)
