"""Why a move in Ming Dynastie, in words: palaces and tiles, monasteries, cities, and the ways of the princes."""

from __future__ import annotations

from typing import Any

import pytest

from lantern import Match
from tests.explained import assert_reasons_hide_what_is_hidden, explained
from tests.matches import play_all
from tests.ming.box import DISTRICTS, GAME, in_whole_games
from tests.ming.table import last_to_pass, position
from tests.tables import Table, all_tables

# Deploying.


def deploying(open: str = "", spaces: str = "white AAA", **more: Any) -> Match:
    """Ann's prince is in Yan'an (W1), with members on Shaanxi to deploy."""
    return position(phase="deploy", spaces=spaces, open=open, **more)


PLACES = [
    ("W1 ABB", 2, "Most members in Yan'an (W1), 3 to 2: 2 members go to the palaces, for 2 tiles of Shaanxi."),
    ("", 2, "Alone in Yan'an (W1): 2 members go to the palaces, for 2 tiles of Shaanxi."),
    ("W1 BB", 2, "Level with the first in Yan'an (W1), 2 each: 1 member goes to the palaces, for 1 tile of Shaanxi."),
    ("W1 BB", 1, "Second in Yan'an (W1), 1 to 2: 1 member goes to the palaces, for 1 tile of Shaanxi."),
    ("W1 AAAB", 1, "Defends the first place in Yan'an (W1): 4 to 1."),
    ("W1 BBBBCCC", 1, "1 more member in Yan'an (W1)."),
]


@pytest.mark.parametrize(("open", "members", "sentence"), PLACES)
def test_the_place_that_members_reach_comes_first(open: str, members: int, sentence: str) -> None:
    assert explained(deploying(open), f"deploy {members}")[0] == sentence


def test_a_set_of_six_colours_is_worth_most() -> None:
    first, *_ = explained(deploying(tiles={"A": "orange green pink yellow blue"}), "deploy 1")
    assert first == "A tile of Shaanxi completes a set of six colours: 28 points."


def test_a_colour_more() -> None:
    found = explained(deploying(tiles={"A": "orange green pink"}), "deploy 1")
    assert "With a tile of Shaanxi it makes 4 of the six colours." in found


def test_the_first_colours_are_not_worth_a_word() -> None:
    assert not any("six colours" in sentence for sentence in explained(deploying(tiles={"A": "orange"}), "deploy 1"))


def test_the_majority_in_a_city() -> None:
    assert "Most members in the city of Shaanxi, as it stands: 4 points." in explained(deploying(), "deploy 1")


def test_a_majority_that_is_shared() -> None:
    found = explained(deploying("W2 B", tiles={"A": "white"}), "deploy 1")
    assert "Shares the majority in the city of Shaanxi, as it stands: 2 points." in found


def test_rivals_have_fewer_places_in_the_palaces() -> None:
    assert "Leaves fewer places in the palaces of Yan'an (W1) to Bob." in explained(deploying("W1 ABB"), "deploy 2")


def test_points_that_the_next_scoring_would_bring() -> None:
    assert explained(deploying("W1 BB"), "deploy 1") == [
        "Second in Yan'an (W1), 1 to 2: 1 member goes to the palaces, for 1 tile of Shaanxi.",
        "4 points more if the next scoring came now.",
        "1 more member in Yan'an (W1).",
    ]


@pytest.mark.parametrize(("round", "scorings"), [(1, 3), (2, 3), (3, 2), (6, 1)])
def test_a_monastery_pays_at_every_scoring_to_come(round: int, scorings: int) -> None:
    first, *_ = explained(deploying(round=round), "deploy 1 monastery")
    assert first == f"Holds the monastery of Yan'an (W1): 4 points at each scoring, {scorings} to come."


def test_a_monastery_is_taken_from_a_rival() -> None:
    first, *_ = explained(deploying(monasteries="W1 B"), "deploy 1 monastery")
    assert first == "Takes the monastery of Yan'an (W1) from Bob: 4 points at each scoring, 3 to come."


def test_members_are_kept_for_another_district() -> None:
    assert explained(deploying(), "deploy 0") == ["Keeps 3 members on Shaanxi for another district."]


# The prince.


def moving(spaces: str, hand: str = "ox ox ox junk", **more: Any) -> Match:
    """Ann's prince is in Yan'an (W1), next to Hanzhong (W3) by ox cart and to Zhangde (O1) by junk."""
    return position(phase="move", spaces=spaces, hands={"A": hand}, **more)


def test_a_step_to_where_members_bring_tiles() -> None:
    assert explained(moving("white AA"), "step W3 with ox") == [
        "In Hanzhong (W3) 2 members would bring 2 tiles at the next scoring.",
        "The monastery of Hanzhong (W3) is free: 4 points at every scoring.",
        "2 members can be deployed to Hanzhong (W3).",
    ]


def test_a_step_on_the_way() -> None:
    assert explained(moving("green A"), "step O1 with junk") == [
        "From Zhangde (O1) the way goes on to Zhending (G3), where waiting members can be deployed.",
        "Brings the prince to Zhangde (O1), from where 6 ways lead on.",
    ]


def test_a_walk_can_not_end_where_another_prince_stands() -> None:
    found = explained(moving("white AA", princes="W1 W3 P1"), "step W3 with ox")
    assert found[0] == "From Hanzhong (W3) the way goes on to Gongchang (W2), where waiting members can be deployed."


def test_a_walk_ends_where_members_can_be_deployed() -> None:
    match = play_all(moving("white AA", monasteries="W3 C"), "step W3 with ox")
    assert "The monastery of Hanzhong (W3) can be taken from Cleo: 4 points at every scoring." in explained(
        match, "stop"
    )


def test_a_walk_ends_where_nothing_can_be_done() -> None:
    match = play_all(moving("blue AA"), "step W3 with ox")
    assert explained(match, "stop") == ["Ends the walk in Hanzhong (W3)."]


def test_the_prince_stays_for_a_card() -> None:
    assert explained(moving("white AA"), "stay with ox")[0] == (
        "In Yan'an (W1) 2 members would bring 2 tiles at the next scoring."
    )
    assert explained(moving("blue AA"), "stay with ox") == ["Stays in Yan'an (W1); the ox cart is the price."]


def test_members_are_not_deployed_where_the_own_one_is_on_the_monastery() -> None:
    found = explained(moving("white AA", monasteries="W1 A"), "stay with ox")
    assert found == ["Stays in Yan'an (W1); the ox cart is the price."]


PASSES = [
    ("white AA", 2, ["Keeps 4 cards for the next round.", "Keeps 2 members on the province spaces for later."]),
    ("", 2, ["No member is left on the province spaces to deploy.", "Keeps 4 cards for the next round."]),
    ("white AA", 6, ["Leaves the districts as they are for the last scoring."]),
]


@pytest.mark.parametrize(("spaces", "round", "sentences"), PASSES)
def test_passing(spaces: str, round: int, sentences: list[str]) -> None:
    assert explained(moving(spaces, round=round), "pass") == sentences


# Members and cards.


def placing(tiles: str = "", **more: Any) -> Match:
    """Ann's prince is in Yan'an (W1), and she places her members."""
    return position(phase="members", tiles={"A": tiles}, to_place=[5, 5, 5], **more)


def test_a_member_where_the_prince_is() -> None:
    assert explained(placing("white"), "member white") == [
        "The prince is in Shaanxi already.",
        "The card of Shaanxi can be taken then: junk.",
        "1 member waits on Shaanxi for the prince.",
    ]


def test_a_member_near_the_prince() -> None:
    assert explained(placing("orange"), "member orange")[0] == "The prince is only 1 step away from Henan."


def test_a_member_for_the_last_colour_of_a_set() -> None:
    first, *_ = explained(placing("white orange green pink yellow"), "member blue")
    assert first == "No tile of Zhejiang is there or in sight, and a set of six needs one."


def test_a_second_member_gives_no_other_card() -> None:
    found = explained(placing("white", spaces="white A"), "member white")
    assert found == ["The prince is in Shaanxi already.", "2 members wait on Shaanxi for the prince."]


def taking(spaces: str, **more: Any) -> Match:
    """Ann takes a card; the junk lies on Shaanxi, and the prince can go by junk from Yan'an (W1) to Zhangde (O1)."""
    return position(phase="cards", spaces=spaces, **more)


def test_a_card_that_leads_to_where_members_wait() -> None:
    assert explained(taking("white AB | orange AA"), "take white") == [
        "The junk leads the prince to Zhangde (O1), where waiting members can be deployed.",
        "One more card for the prince's way: 2 cards in hand now.",
    ]


def test_a_card_that_a_rival_could_use() -> None:
    match = taking("white AB", princes="G1 W2 P1")
    assert "Bob could use the junk as well." in explained(match, "take white")


def test_a_dragon_when_no_card_helps() -> None:
    match = taking("white B | blue AA")
    assert explained(match, "dragon blue") == [
        "No card in reach takes the prince straight to where waiting members can be deployed.",
        "The prince is 3 steps away from Zhejiang: the member there can be spared.",
        "A dragon pays for any border; it costs a member on Zhejiang.",
    ]


# Setting up.


def test_the_prince_begins() -> None:
    match = position(phase="princes", round=1)
    assert explained(match, "prince W1") == ["Begins with a tile of Shaanxi.", "From Yan'an (W1) 3 ways lead on."]
    assert explained(match, "prince B1")[2] == "No other prince is nearer to Ningbo (B1) than 4 steps."


def neutrals(open: str = "", **more: Any) -> Match:
    """Ann places neutral members, one of which stands everywhere already."""
    everywhere = " | ".join(f"{district} n" for district in DISTRICTS if f"{district} " not in open)
    return position(players=2, phase="neutrals", open=f"{open} | {everywhere}", to_place=[3, 3], **more)


def test_a_neutral_member() -> None:
    assert explained(neutrals(round=1), "neutral W1") == [
        "2 neutral members in Yan'an (W1) now: whoever wants its palaces has to match that."
    ]


def test_a_neutral_member_against_a_rival() -> None:
    found = explained(neutrals("O1 BBn", round=3, princes="W1 O1"), "neutral O1")
    assert found[:2] == [
        "Leaves fewer places in the palaces of Zhangde (O1) to Bob.",
        "Stands in the way of Bob, whose prince is in Zhangde (O1).",
    ]


# Scoring.


def returning(open: str, **more: Any) -> Match:
    """The first city of a scoring has members of Ann and Bob."""
    return play_all(last_to_pass(open, players=3, **more), "pass")


def test_members_stay_for_the_majority_and_for_points() -> None:
    assert explained(returning("W1 AA | W2 B"), "return 0") == [
        "Who stays in the city of Shaanxi scores: 8 points for 2.",
        "2 members stay in the city of Shaanxi, more than anybody else has there: 4 points for the majority.",
    ]


def test_members_stay_in_hope_of_the_majority() -> None:
    assert explained(returning("W1 A | W2 BB", round=6), "return 0") == [
        "1 member stays in the city of Shaanxi: 4 points for the majority, if enough of the others return."
    ]


def test_members_go_back_for_the_next_scoring() -> None:
    assert explained(returning("W1 AA | W2 B"), "return 3") == [
        "2 members go back to the districts of Shaanxi, to be there at the next scoring."
    ]


def test_in_the_last_scoring_members_go_back_for_ties() -> None:
    assert explained(returning("W1 AA | W2 B", round=6), "return 1")[0] == (
        "1 member goes back to the districts of Shaanxi, which count if the city is tied."
    )


@pytest.mark.parametrize("chosen", [0, 3])
def test_return_cards_are_secret(chosen: int) -> None:
    found = explained(returning("W1 AA | W2 B"), f"return {chosen}", viewer="B")
    assert found == ["The return cards for Shaanxi stay secret until all have chosen."]


GOING_BACK = [
    ("W1 AAA | W2 AA", "W2", "A foothold in Gongchang (W2)."),
    ("W1 AAA | W2 AA", "W1", "Joins the others in Yan'an (W1): 2 members there now."),
    ("W1 AABC | W2 AA", "W1", "Level with the first in Yan'an (W1) for the next scoring: 1 each."),
    ("W1 AAABBC | W2 AA", "W1", "Most members in Yan'an (W1) for the next scoring: 2 to 1."),
]


@pytest.mark.parametrize(("open", "district", "sentence"), GOING_BACK)
def test_a_member_goes_back_to_a_district(open: str, district: str, sentence: str) -> None:
    match = returning(open)
    play_all(match, "return 1")
    while match.reveal()["phase"] == "return":
        match.play("return 0")
    assert explained(match, f"back {district}")[0] == sentence


def neutrals_back(open: str) -> Match:
    """Ann chooses which neutral members go back from the city of Shaanxi."""
    match = play_all(last_to_pass(open, players=2, princes="G1 P1"), "pass")
    while match.reveal()["phase"] == "return":
        match.play("return 0")
    return match


NEUTRALS_BACK = [
    ("W1 nn | W2 nnn | W3 A", "No player has members in Yan'an (W1): it is in nobody's way there."),
    ("W1 AAnnn | W2 nnn | W3 A", "A neutral member goes back to Yan'an (W1)."),
    ("W1 BBnnn | W2 nnn | W3 A", "In Yan'an (W1) it stands against Bob, who has more members there."),
]


@pytest.mark.parametrize(("open", "sentence"), NEUTRALS_BACK)
def test_a_neutral_member_goes_back(open: str, sentence: str) -> None:
    assert explained(neutrals_back(open), "back W1")[0] == sentence


STARTS = [
    (1, "Begins the next round, with the first choice of cards and ways."),
    (2, "With Bob beginning, all the others have to show their plans first."),
    (3, "With Cleo beginning, this seat comes in place 3."),
]


@pytest.mark.parametrize(("start", "sentence"), STARTS)
def test_somebody_is_chosen_to_begin(start: int, sentence: str) -> None:
    match = position(players=4, phase="start", round=4)
    assert explained(match, f"start {start}") == [sentence]


# Languages.


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Most members in the city of Shaanxi, as it stands: 4 points."),
        ("it", "Per ora più membri di tutti nella città di Shaanxi: 4 punti."),
        ("ru", "Пока больше всех в городе провинции Шэньси: 4 очка."),
    ],
)
def test_reasons_are_told_in_the_language_asked_for(language: str, sentence: str) -> None:
    assert sentence in explained(deploying(), "deploy 1", language=language)


# What is hidden.


@in_whole_games
@pytest.mark.parametrize("table", all_tables(GAME)[::4], ids=str)
def test_reasons_do_not_change_with_what_is_hidden(table: Table) -> None:
    assert_reasons_hide_what_is_hidden(table)


def test_hands_play_no_part() -> None:
    """A table may keep them out of sight."""
    dragons, carts = (moving("white AA", hand) for hand in ("ox dragon dragon", "ox ox ox ox ox"))
    assert explained(dragons, "step W3 with ox") == explained(carts, "step W3 with ox")
