"""Several people at one device: whoever's turn it is not sees nothing that the others may not, at no moment."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_secrecy import Traffic, within
from tests.browser.visitor import CURTAIN, Visitor, words
from tests.server.running import Json
from tests.under_way import begun

SEED = 20_261_119_001
PLIES = 6
BOARD = ".game > :not(h2, .curtain)"

# All that was ever drawn of some things: after every change, and as every frame is about to be drawn.
RECORD = """selectors => {
  window.drawn = Object.fromEntries(selectors.map((selector) => [selector, new Set()]));
  const note = () => {
    for (const [selector, drawn] of Object.entries(window.drawn)) {
      for (const one of document.querySelectorAll(selector)) drawn.add(one.outerHTML);
    }
  };
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(note).observe(document, all);
  const frame = () => (note(), requestAnimationFrame(frame));
  frame();
}"""


class Device:
    """A device that two people and a bot play at, and all that was seen, sent and kept on it."""

    def __init__(self, visit: Visit, game: str, speed: str = "at_once", **options: bool) -> None:
        self.visitor: Visitor = visit(speed=speed)
        self.traffic = Traffic(self.visitor)
        self.visitor.order(game, "me", "me", "random", saved=begun(game, 3, SEED, PLIES, "random", **options).save())
        self.visitor.page.wait_for_selector(CURTAIN)

    def record(self, *things: str) -> None:
        """Keep what is drawn of some things, and what is told, from now on."""
        self.visitor.page.evaluate(RECORD, list(things))
        self.traffic.forget()

    def drawn(self, selector: str) -> list[str]:
        """What was drawn for some things since, at any moment."""
        found: list[str] = self.visitor.page.evaluate("selector => [...window.drawn[selector]]", selector)
        return found

    def views(self) -> list[Json]:
        """All positions that the page was told since, or has kept."""
        stored = within(json.loads("[" + ",".join(self.visitor.page.evaluate(STORED)) + "]"))
        return self.traffic.views() + [one for one in stored if "phase" in one]

    def end_turn(self) -> None:
        """Whoever has come forward plays until it is not his turn any more."""
        visitor = self.visitor
        seat = visitor.match.to_act
        while visitor.match.to_act == seat:
            look = visitor.wait_for_turn()
            visitor.carry_out(*visitor.advice("random"))
            visitor.wait_for_ply(look.ply + 1)
        visitor.page.wait_for_selector(CURTAIN)
        visitor.page.wait_for_selector(BOARD, state="attached")


# Whatever is stored as JSON.
STORED = """() => [localStorage, sessionStorage].flatMap((store) => Object.values(store)).filter((one) => {
  try { JSON.parse(one); return true; } catch { return false; }
})"""


def cards_of(view: Json, seat: int) -> list[Any]:
    """The cards of a hand that a position shows."""
    hand = view["hands"][seat - 1]
    if isinstance(hand, int):
        return []
    if view.get("princes") is not None:
        return [card for card, number in hand.items() if number]
    shown = [held["card"] for held in hand] if isinstance(hand, list) else hand["cards"]
    return [card for card in shown or [] if card]


def check_concealed(device: Device, seats: tuple[int, ...]) -> None:
    """No hand of some seats was told."""
    told = device.views()
    assert told
    for view in told:
        assert not any(cards_of(view, seat) for seat in seats), view


HAND_1, HAND_2 = (f'[data-thing="seat:{seat}"] [data-card]' for seat in (1, 2))
OWN_HAND = '[data-thing="card:1.1"], [data-thing="card:1.2"]'
PUBLIC_HAND = ".table:has(.curtain) .hand"
PUBLIC_CARD = f"{PUBLIC_HAND} [data-card]"


@pytest.mark.parametrize("speed", ["at_once", "fast"])
def test_in_hanabi_nobody_sees_his_own_hand_when_the_device_goes_round(visit: Visit, speed: str) -> None:
    device = Device(visit, "hanabi", speed)
    visitor = device.visitor
    device.record(HAND_1, HAND_2, OWN_HAND, PUBLIC_HAND, PUBLIC_CARD)
    visitor.come_forward()
    visitor.wait_for_turn()
    hand = [held["card"].split() for held in visitor.match.reveal()["hands"][0]]
    names = [f"{words('en', 'hanabi')[f'hanabi.colour.{colour}']} {value}" for colour, value in hand]
    device.end_turn()

    # Seat 1 has sat here all the time, and the curtain has fallen.
    expect(visitor.page.locator(".curtain")).to_contain_text("Pass the device to Guest 2.")
    check_concealed(device, (1,))
    assert {view["seat"] for view in device.views()} == {1, None}
    assert device.drawn(HAND_2)
    assert device.drawn(HAND_1) == []
    own = device.drawn(OWN_HAND)
    assert own
    assert not any(name in drawn for drawn in own for name in names)

    # Behind it lies what is public: nobody's hand, not even that of the bot, which both have seen.
    assert device.drawn(PUBLIC_HAND)
    assert device.drawn(PUBLIC_CARD) == []

    # He who comes is shown seat 1's hand, and not his own.
    device.traffic.forget()
    visitor.come_forward()
    visitor.wait_for_turn()
    assert any(cards_of(view, 1) for view in device.views())
    assert not any(cards_of(view, 2) for view in device.views())


HANDS = {"han": '[data-thing^="hand:"]', "khan": '[data-thing^="card:"]', "ming": '[data-thing^="hand:"]'}
"""[game] one's own cards, as they are drawn."""
HIDING = {"ming": {"secret_hands": True}}
"""[game] the options with which hands are hidden."""


@pytest.mark.parametrize("game", ["han", "ming", pytest.param("khan", marks=pytest.mark.thorough)])
def test_the_next_hand_is_nowhere_before_he_says_that_he_is_there(visit: Visit, game: str) -> None:
    hand, deaf = HANDS[game], ".curtain button[disabled]"
    left = f".table:has(.curtain) {hand}"
    device = Device(visit, game, "fast", **HIDING.get(game, {}))
    visitor = device.visitor
    visitor.come_forward()
    visitor.wait_for_turn()
    device.record(hand, left, deaf)
    device.end_turn()
    check_concealed(device, (2, 3))
    assert {view["seat"] for view in device.views()} <= {1, None}

    # Its button is deaf at first, for the second half of a double click.
    assert device.drawn(deaf)

    # The curtain has fallen: the first hand is gone, and so it was at every moment of the curtain.
    assert device.drawn(hand)
    assert device.drawn(left) == []
    device.traffic.forget()
    visitor.page.reload()
    visitor.page.wait_for_selector(f"{BOARD} ~ .curtain")
    visitor.page.evaluate(RECORD, [hand, left])
    visitor.page.get_by_role("button", name=visitor.words["ui.earlier"]).click()
    visitor.page.wait_for_selector(CURTAIN, state="detached")
    check_concealed(device, (1, 2, 3))
    assert device.drawn(hand) == []
    visitor.button("ui.back_to_now")

    # He who comes sees his hand; a bot plays after him, and the curtain falls for seat 1 again.
    visitor.come_forward()
    visitor.wait_for_turn()
    told = device.views()
    assert any(cards_of(view, 2) for view in told)
    assert not any(cards_of(view, 1) or cards_of(view, 3) for view in told)
    assert {view["seat"] for view in told} == {2, None}
    assert device.drawn(hand)
    device.end_turn()
    expect(visitor.page.locator(".curtain")).to_contain_text("Pass the device to Guest 1.")
    check_concealed(device, (1, 3))
    assert device.drawn(left) == []
