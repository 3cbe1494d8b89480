"""What the server counts, for whoever watches it, is what has happened."""

from __future__ import annotations

from tests.server.running import Running, heard


def test_requests_moves_and_who_is_there_are_counted(house: Running) -> None:
    ada = house.person("Ada")
    table = ada.make("hanabi", "me", "me")["table"]
    for _ in range(3):
        seen = ada.see(table)
        ada.move(table, seen["actions"][0]["action"], seen)
    ada.get("/api/tables/nowhere", 404)
    ada.client.request("PROPFIND", "/api/nowhere")
    with ada.live(table) as socket:
        heard(socket, "table")
        counts = ada.client.get("/metrics").text.splitlines()
    assert {
        'lantern_requests_total{method="POST",route="/api/tables",status="201"} 1.0',
        'lantern_requests_total{method="GET",route="/api/tables/{table_id}",status="200"} 3.0',
        'lantern_requests_total{method="GET",route="/api/tables/{table_id}",status="404"} 1.0',
        'lantern_requests_total{method="other",route="unknown",status="404"} 1.0',
        'lantern_request_seconds_count{method="GET",route="/api/tables/{table_id}"} 4.0',
        'lantern_moves_total{game="hanabi"} 3.0',
        "lantern_sockets 1.0",
    } - set(counts) == set()
