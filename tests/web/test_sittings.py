"""What lists and counts are made of: each game in the list of each device, and what came of it."""

from __future__ import annotations

from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import select, text

from entrepot.web.tables.store import Sitting, Table

from .device import Device, on_both
from .finish import finish


def kept(app: Any) -> dict[tuple[str, str], tuple[Any, ...]]:
    """All of them."""
    with app.state.store.session() as session:
        return {
            (one.table_id, one.identity): (
                one.game, one.players, one.against, one.ended is not None, one.counted, one.points, one.place
            )
            for one in session.scalars(select(Sitting))
        }  # fmt: skip


def of(app: Any, path: str, seat: int = 0) -> tuple[Any, ...]:
    """That of who sits there."""
    with app.state.store.session() as session:
        who = session.get_one(Table, path[3:]).seats[seat].identity
    return kept(app)[path[3:], who]


def friends(ida: Device, bo: Device, **fields: str) -> str:
    """A table of two people on two devices."""
    path = ida.create("me=Ida", "link", **fields)
    invitation = ida.view(path)["seats"][1]["invite_url"]
    assert bo.post(invitation, name="Bo")[0] == 201
    return path


@on_both
def test_a_game_stands_in_the_list_of_everybody_from_when_they_sit_down(app: Any, ida: Device) -> None:
    company = {
        ("me", "bot:random"): "random",
        ("me", "bot:greedy", "bot:greedy"): "greedy",
        ("me", "bot:greedy", "bot:random"): "mixed",
        ("me", "local"): "people",
        ("me", "link", "bot:random"): "mixed",
        ("me", "local", "bot:random"): "mixed",
        ("me", "link", "local"): "people",
    }
    for chairs, against in company.items():
        path = ida.create(*chairs)
        assert of(app, path) == ("spice-road", len(chairs), against, False, False, None, None)
    bo = Device(app)
    path = friends(ida, bo, game="new-world")
    assert of(app, path) == of(app, path, 1) == ("new-world", 2, "people", False, False, None, None)


@on_both
def test_what_came_of_a_game(app: Any, ida: Device) -> None:
    bo = Device(app)
    path = friends(ida, bo)
    match = finish(app, path, ida, bo)
    for seat in (0, 1):
        place = match.standing.ranking.index(seat) + 1
        assert of(app, path, seat) == ("spice-road", 2, "people", True, True, match.standing.points[seat], place)
    assert ida.post(f"{path}/again")[0] == 201
    assert len(kept(app)) == 4, "the next game stands in both lists"
    alone = ida.create("me=Ida", "bot:random")
    match = finish(app, alone, ida)
    assert of(app, alone)[3:] == (True, True, match.standing.points[0], match.standing.ranking.index(0) + 1)
    for path in (ida.create("me=Ida", "local=Bo"), ida.create("me=Ida", "bot:random")):
        if "local" not in of(app, path)[2]:
            ida.post(f"{path}/end")
        assert of(app, path)[3:] == (True, False, None, None), "nothing that was ended early counts"
    path = ida.create("me=Ida", "local=Bo")
    finish(app, path, ida)
    assert of(app, path)[3:] == (True, False, None, None), "nor what one device played for several"


@on_both
def test_games_of_before_are_listed_with_what_came_of_them(app: Any, ida: Device) -> None:
    """A database without the lists is brought to the same as one that has had them from the beginning."""
    bo = Device(app)
    ended = friends(ida, bo)
    finish(app, ended, ida, bo)
    ida.post(f"{ended}/again")
    finish(app, ida.create("me=Ida", "bot:random"), ida)
    finish(app, ida.create("me=Ida", "local=Bo", game="new-world"), ida)
    early = ida.create("me=Ida", "bot:random")
    ida.post(f"{early}/end")
    ida.post(f"{early}/again")
    ida.post("/learn", game="new-world")
    friends(ida, bo)
    before = kept(app)
    assert len(before) == 11
    config = Config()
    config.set_main_option("script_location", "entrepot.web.tables:migrations")
    with app.state.store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0005")
        command.upgrade(config, "head")
    assert kept(app) == before
    with app.state.store.session() as session:
        when = "select count(*) from sittings s join tables t on t.id = s.table_id where s.ended > t.changed"
        assert session.scalar(text(when)) == 0


@on_both
def test_a_list_finds_out_what_a_table_of_before_came_to(app: Any, ida: Device) -> None:
    """One that was over before lists said so."""
    path = ida.create("me=Ida", "bot:random")
    match = finish(app, path, ida)
    with app.state.store.session() as session:
        session.execute(text("update tables set summary = null, over = null"))
        session.execute(text("update sittings set ended = null, points = null, place = null"))
    assert ida.client.get("/", headers={"accept": "text/html"}).status_code == 200
    assert of(app, path)[3:6] == (True, True, match.standing.points[0])
