"""What a move costs does not grow with the game: the size of a view, its events, and what the database is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any

import pytest
from sqlalchemy import event

from choices import sensible
from entrepot import Match
from entrepot.games import TITLES
from entrepot.web.tables.store import Row, Table, now
from entrepot.web.tables.tables import Tables

from .device import Device, on_both

_FILLS = ("claim", "acquire", "explore", "bonus", "keep", "outpost", "build")


def play_on(app: Any, path: str, moves: int) -> Match:
    """Lay the next moves of a game into the database, none of which brings its end nearer or fills the table."""
    table_id = path.removeprefix("/t/")
    with app.state.store.session() as session:
        table = session.get_one(Table, table_id)
        match = Match.new(table.game, len(table.seats), int(table.seed), table.options)
        rows = session.query(Row).where(Row.table_id == table_id).order_by(Row.number).all()
        for row in rows:
            match.play(row.text)
        rng = Random(len(rows))
        for number in range(len(rows) + 1, len(rows) + 1 + moves):
            legal = [str(action) for action in match.legal_actions()]
            calm = [action for action in legal if not action.startswith(_FILLS)] or legal
            action = sensible({"legal": calm, "observation": match.observe(match.seat).position}, rng)
            match.play(action)
            session.add(Row(table_id=table_id, number=number, kind="action", text=action, seat=0, nonce=None, at=now()))
    return match


@pytest.mark.parametrize("game", TITLES)
def test_the_view_of_a_long_game_is_as_small_as_that_of_a_short_one(
    app: Any, ida: Device, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One game, and not whichever comes, which may be over before it is long: this one is long in all five.
    monkeypatch.setattr("entrepot.web.tables.tables.randbits", lambda _: 2)
    more = {"open_claims": "true"} if game == "spice-road" else {}
    path = ida.create("me=Ida", "local=Bo", game=game, **more)
    watcher = Device(app)

    def measured() -> tuple[float, float]:
        """The size of the page and that of its data, while ten moves are made."""
        pages, data = [], []
        for _ in range(10):
            play_on(app, path, 1)
            for device in (ida, watcher):
                pages.append(len(device.client.get(f"{path}/view", headers={"accept": "text/html"}).text))
                data.append(len(device.client.get(f"{path}/view").text))
        return median(pages), median(data)

    play_on(app, path, 40)
    early = measured()
    play_on(app, path, 260)
    late = measured()
    for before, after in zip(early, late, strict=True):
        assert after < before * 1.5, "what grows with the game would be five times as large"


def test_a_view_has_the_events_of_the_last_rounds_or_those_that_were_asked_for(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", "local=Cleo", open_claims="true")
    every = [event.to_dict() for event in play_on(app, path, 60).events()]
    view = ida.view(path)
    first = view["events_from"]
    assert view["events"] == every[first:]
    assert view["events"][0]["kind"] == "turn"
    assert {event["round"] for event in view["events"] if event["kind"] == "turn"} == {
        view["observation"]["round"] - n for n in range(3)
    }
    for since in (0, 17, len(every), len(every) + 5):
        asked = ida.client.get(f"{path}/view", params={"events": since}).json()
        assert asked["events"] == every[since:]
        assert asked["events_from"] == min(since, len(every))
        assert asked["events"][asked["fresh_from"] :] == every[max(since, first + view["fresh_from"]) :]
        assert {**asked, **dict.fromkeys(("events", "events_from", "fresh_from"), 0)} == {
            **view, **dict.fromkeys(("events", "events_from", "fresh_from"), 0)
        }  # fmt: skip
    assert ida.client.get(f"{path}/view", params={"events": -1}).status_code == 400


def test_events_survive_undo_and_restart(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    play_on(app, path, 30)
    rng = Random(1)
    taken_back = 0
    for _ in range(60):
        view = ida.view(path)
        assert view == Tables(app.state.store, lambda *_: None).view(who(app), view["id"], "en").to_dict()
        if view["can_undo"]:
            ida.post(f"{path}/undo", version=view["version"], nonce=f"u{view['version']}")
            view = ida.view(path)
            taken_back += 1
        ida.act(path, sensible(view, rng))
    assert taken_back > 3


def who(app: Any) -> str:
    """The identity of the only owner."""
    with app.state.store.session() as session:
        return str(session.query(Table).one().owner)


def test_news_of_somebody_who_watches_are_the_last_turn_of_each_seat(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", "local=Cleo", open_claims="true")
    play_on(app, path, 60)
    view = Device(app).view(path)
    news = view["events"][view["fresh_from"] :]
    assert news[0]["kind"] == "turn"
    assert sorted(event["seat"] for event in news if event["kind"] == "turn") == [0, 1, 2]


def test_turns_are_told_apart_by_the_number_of_their_first_event(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    drawn: dict[int, str] = {}
    for _ in range(40):
        every = [event.to_dict() for event in play_on(app, path, 1).events()]
        page = ida.client.get(f"{path}/view", headers={"accept": "text/html"}).text
        starts = [int(start) for start in re.findall(r'data-turn="(\d+)"', page)]
        assert starts == sorted(starts, reverse=True)
        for start in starts:
            assert every[start]["kind"] == "turn"
            drawn.setdefault(start, every[start]["seat"])
    assert len(drawn) > 8


@contextmanager
def statements(app: Any) -> Iterator[list[str]]:
    """What the database is asked meanwhile."""
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        asked.append(statement)

    event.listen(app.state.store.engine, "before_cursor_execute", note)
    yield asked
    event.remove(app.state.store.engine, "before_cursor_execute", note)


@on_both
def test_a_request_asks_the_database_as_much_at_any_time(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", game="east-west-3")
    watcher = Device(app)

    def asked(call: Callable[[], object]) -> int:
        with statements(app) as found:
            call()
        return len(found)

    for _ in range(3):
        play_on(app, path, 60)
        view = ida.view(path)
        version, action = view["version"], sensible(view, Random(1))
        assert asked(lambda: watcher.view(path)) <= 2
        assert asked(partial(ida.client.get, f"{path}/view", params={"since": version})) <= 1
        assert asked(partial(ida.act, path, action, version=version)) <= 6


def test_no_request_reads_all_rows_of_a_table(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    play_on(app, path, 5)
    view = ida.view(path)
    plans: list[str] = []
    engine = app.state.store.engine

    def explain(connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if statement.lstrip().startswith("SELECT") and "rows" in statement:
            raw = connection.connection.driver_connection
            plans.extend(line[3] for line in raw.execute(f"EXPLAIN QUERY PLAN {statement}", parameters))

    event.listen(engine, "before_cursor_execute", explain)
    ida.view(path)
    ida.act(path, sensible(view, Random(1)), version=view["version"])
    app.state.store.versions([view["id"]])
    event.remove(engine, "before_cursor_execute", explain)
    assert plans
    assert all("INDEX" in line for line in plans if "rows" in line)


def test_an_action_id_of_long_ago_is_known_after_a_restart(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    assert ida.act(path, "acquire 1", nonce="first")[0] == 200
    play_on(app, path, 40)
    app.state.tables._live.clear()
    before = ida.view(path)
    assert ida.act(path, "acquire 1", version=0, nonce="first")[1] == before


# -- the whole log -----------------------------------------------------------------------------------------------------


def rounds(page: str) -> list[int]:
    return [int(n) for n in re.findall(r"<h2>Round (\d+)</h2>", page)]


def test_the_whole_log_is_a_page_of_its_own_in_parts(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida <b>", "local=Bo", open_claims="true")
    match = play_on(app, path, 700)
    assert match.round > 100
    watcher = Device(app)

    def page(where: str) -> str:
        answer = watcher.client.get(where, headers={"accept": "text/html"})
        assert answer.status_code == 200
        return str(answer.text)

    assert f'href="{path}/log"' in page(path)
    seen, where, pages = [], f"{path}/log", 0
    while where:
        drawn = page(where)
        assert "Ida &lt;b&gt;" in drawn
        seen += rounds(drawn)
        older = re.search(r'rel="next" href="([^"]*)"', drawn)
        where = older[1] if older else ""
        pages += 1
    played = [event.data["round"] for event, then in pairwise(match.events()) if event.kind == "turn" != then.kind]
    assert seen == sorted(set(played), reverse=True)
    assert pages == -(-match.round // 50)
    back = page(f"{path}/log?last=20")
    assert rounds(back) == list(range(20, 0, -1))
    assert f'rel="prev" href="{path}/log?last=70"' in back
    for odd in ("0", "-5", "9999"):
        assert rounds(page(f"{path}/log?last={odd}"))
    assert watcher.client.get(f"{path}/log?last=x").status_code == 400
    assert watcher.client.get("/t/none/log").status_code == 404


def test_a_log_with_nothing_in_it(ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo")
    page = ida.client.get(f"{path}/log", headers={"accept": "text/html"}).text
    assert "Nothing has happened yet." in page
    assert "/log?last" not in page
