"""Making tables, taking seats, playing: the everyday things."""

from __future__ import annotations

from tests.server.running import Running, heard


def test_a_table_against_a_bot_is_played_to_the_end(house: Running) -> None:
    ada = house.person("Ada")
    made = ada.make("hanabi", "me", "random")
    table = made["table"]
    assert made["seats"] == [1]
    while True:
        seen = ada.wait_for_turn(table)
        if seen["status"] != "playing":
            break
        ada.move(table, seen["actions"][0]["action"], seen)
    assert seen["status"] == "over"
    assert seen["everything"]["hands"]
    assert ada.get(f"/api/tables/{table}/export")["seats"] == ["Ada", "random"]


def test_friends_join_by_link_and_see_each_others_moves_live(house: Running) -> None:
    ada, ben = house.person("Ada"), house.person("Ben")
    made = ada.make("han", "me", "open")
    table = made["table"]
    assert ada.see(table)["status"] == "seating"
    assert ben.join(table, made["invite"])["seat"] == 2
    with ben.live(table) as socket:
        first = heard(socket, "table")
        assert (first["status"], first["seat"], first["mine"]) == ("playing", 2, [2])
        seen = ada.wait_for_turn(table) if first["to_act"] == 1 else ben.wait_for_turn(table)
        mover = ada if first["to_act"] == 1 else ben
        mover.move(table, seen["actions"][0]["action"], seen)
        news = heard(socket, "table")
        assert (news["ply"], news["keep"], len(news["log"])) == (1, 0, 1)
