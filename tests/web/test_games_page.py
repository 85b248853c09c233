"""Somebody's own games: the list, the counts, the records in one file, the rating, and that they are forgotten."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import func, select, update

from entrepot import Record, games, replay
from entrepot.components import packaged
from entrepot.web.games import zipped
from entrepot.web.quota import DEVICE
from entrepot.web.tables import history
from entrepot.web.tables.model import PAGE
from entrepot.web.tables.store import Glance, Rater, Rating, Row, Seat, Sitting, Table, now
from entrepot.web.tables.tables import GONE, Tables

from .device import Device, on_both
from .finish import finish
from .test_replay import a_record
from .test_sittings import friends

HTML = {"accept": "text/html"}


def mine(device: Device, **asked: Any) -> dict[str, Any]:
    """The data of one's games."""
    answer = device.client.get("/mine", params=asked)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def listed(device: Device, **asked: Any) -> list[str]:
    """Their tables."""
    return [f"/t/{one['table']['id']}" for one in mine(device, **asked)["games"]]


def lay(app: Any, device: Device, number: int, **fields: Any) -> str:
    """A finished game in the list of a device, of which nothing else lies in the database."""
    path = device.create("me=Ida", "bot:greedy")
    device.post(f"{path}/end")
    values = {
        "ended": now() - timedelta(days=number),
        "counted": True,
        "points": 40 + number % 30,
        "place": 1,
        **fields,
    }
    with app.state.store.session() as session:
        session.execute(update(Sitting).where(Sitting.table_id == path[3:]).values(**values))
    return path


@on_both
def test_games_are_picked_and_paged(app: Any, ida: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "PAGE", 4)
    bo = Device(app)
    running = ida.create("me=Ida", "bot:random", game="new-world")
    people = friends(ida, bo)
    finish(app, people, ida, bo)
    trio = ida.create("me=Ida", "bot:greedy", "bot:random", game="new-world")
    ida.post(f"{trio}/end")
    old = [lay(app, ida, number) for number in range(1, 10)]
    assert listed(ida) == [running, trio, people, old[0]]
    assert listed(ida, page=2) == old[1:5]
    assert listed(ida, page=3) == old[5:]
    whole = mine(ida, page=99)
    assert (whole["total"], whole["page"], whole["pages"]) == (12, 3, 3)
    assert listed(ida, page=-3) == listed(ida, page="x") == listed(ida)
    assert listed(ida, game="new-world") == [running, trio]
    assert listed(ida, game="new-world", state="finished") == [trio]
    assert listed(ida, state="running") == [running]
    assert listed(ida, players=3) == listed(ida, against="mixed") == [trio]
    assert listed(ida, against="people") == [people]
    assert listed(ida, against="greedy", page=3) == old[8:]
    assert listed(ida, against="nobody") == []
    assert listed(ida, game="nothing") == listed(ida), "what is no game leaves it open"
    assert listed(bo) == [people]
    assert listed(Device(app)) == []


@on_both
def test_odd_questions_are_answered(ida: Device) -> None:
    zero = [{key: "\0"} for key in ("against", "game", "of", "state", "players")]
    for asked in (*zero, {"players": "9" * 30}, {"page": "٣"}, {"against": "x" * 500}, {"page": "9" * 9}):
        answer = ida.client.get("/mine", params=asked, headers=HTML)
        assert answer.status_code == 200, asked
        assert answer.text.endswith("<!--end-->")


@on_both
def test_counts(app: Any, ida: Device) -> None:
    """By game, number of players and opponents; what does not count is listed only."""
    bo = Device(app)
    path = friends(ida, bo, game="new-world")
    points = finish(app, path, ida, bo).standing
    for number in range(1, 4):
        lay(app, ida, number, place=1 + number % 2, points=10 * number)
    lay(app, ida, 5, counted=False, points=None, place=None)
    told = mine(ida, of="spice-road")
    assert [(one["game"], one["players"], one["against"], one["games"], one["wins"], one["points"], one["best"])
            for one in told["tallies"]] == [
        ("new-world", 2, "people", 1, int(points.ranking[0] == 0), points.points[0], points.points[0]),
        ("spice-road", 2, "greedy", 3, 1, 60, 30),
    ]  # fmt: skip
    assert [one["points"] for one in told["points"]] == [30, 20, 10], "the oldest first"
    assert [one["points"] for one in mine(ida, of="new-world")["points"]] == [points.points[0]]
    page = unescape(re.sub(r"\s+", " ", ida.client.get("/mine?of=spice-road", headers=HTML).text))
    assert "4 games since" in page
    assert "1 of 3 <small>too few</small>" in page
    assert "Points of 3 games of Spice Road." in page
    assert page.count("not counted") == 1
    assert (page.count('class="dot won"'), page.count('class="dot"')) == (1, 2), "one dot a game"


def test_the_chart_is_also_a_table_and_a_sentence(app: Any, ida: Device) -> None:
    for number in range(20):
        lay(app, ida, number, points=60 if number < 8 else 20)
    page = ida.client.get("/mine", headers=HTML).text
    assert "Points of 20 games of Spice Road, from the oldest to the newest: at first about 20, now about 60." in page
    table = page[page.index('class="key"') :]
    assert re.findall(r"</th><td>(\d+)</td><td>1 of 2</td>", table) == ["60"] * 8 + ["20"] * 12
    assert '<path class="mean" d="M' in page
    assert "20 of 20 <small>100%</small>" in page


def test_a_page_is_as_long_for_many_games_as_for_some(app: Any, ida: Device) -> None:
    paths = [lay(app, ida, number) for number in range(PAGE + 1)]
    assert listed(ida) == paths[:PAGE]
    page = ida.client.get("/mine", headers=HTML).text
    assert "page 1 of 2" in page
    assert 'href="/mine?page=2#list"' in page
    assert "page 2 of 2" in ida.client.get("/mine?page=2", headers=HTML).text
    picked = ida.client.get("/mine?against=greedy&state=finished&of=spice-road", headers=HTML).text
    assert 'href="/mine?state=finished&amp;against=greedy&amp;page=2&amp;of=spice-road#list"' in picked


def test_the_first_page_leads_there(app: Any, ida: Device) -> None:
    assert 'href="/mine"' not in Device(app).client.get("/", headers=HTML).text
    ida.create("me=Ida", "bot:random")
    assert 'href="/mine"' in ida.client.get("/", headers=HTML).text


@pytest.mark.parametrize("game", games())
def test_how_strong_the_bots_are(ida: Device, game: str) -> None:
    """In every game, also for somebody who has not played it, and each step with what was measured."""
    page = unescape(ida.client.get(f"/mine?of={game}", headers=HTML).text)
    ladder = page[page.index('id="ladder"') :]
    ladder = ladder[: ladder.index("</section>")]
    sentences = re.findall(r"(\w+) beats (\w+) in (\d+)% of games \((\d+)% to (\d+)%\)", ladder)
    assert [one[:2] for one in sentences] == [("Sharp", "Steady"), ("Steady", "Easy"), ("Easy", "Calm")]
    assert all(50 < int(low) <= int(share) <= int(high) for _, _, share, low, high in sentences)
    for least, most, at in re.findall(r"--a:([\d.]+)%;--b:([\d.]+)%;--m:([\d.]+)%", ladder):
        assert 0 <= float(least) <= float(at) <= float(most) <= 100


def test_how_strong_the_bots_of_no_game_are(ida: Device) -> None:
    told = [ida.client.get(f"/mine{asked}", headers=HTML).text for asked in ("?of=chess", "?of=", "")]
    assert all("Spice Road · 2 players" in page for page in told)


# -- records -----------------------------------------------------------------------------------------------------------


def records(device: Device) -> dict[str, str]:
    """The texts in the file of all records, by their names."""
    answer = device.client.get("/mine/records")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/zip"
    assert 'filename="entrepot-games.zip"' in answer.headers["content-disposition"]
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.testzip() is None
    return {name: archive.read(name).decode() for name in archive.namelist()}


@on_both
@pytest.mark.parametrize("game", games())
def test_all_records_in_one_file_are_those_of_the_tables(app: Any, ida: Device, game: str) -> None:
    bo = Device(app)
    paths = [friends(ida, bo, game=game) for _ in range(2)]
    version = ida.view(paths[0])["version"]
    legal = ida.view(paths[0])["legal"]
    assert ida.act(paths[0], legal[0], version=version)[0] == 200
    if ida.view(paths[0])["can_undo"]:
        ida.post(f"{paths[0]}/undo", version=version + 1, nonce="back")
    ida.post(f"{paths[0]}/end")
    bo.post(f"{paths[0]}/end")
    finish(app, paths[1], ida, bo)
    ida.create("me=Ida", "bot:random", game=game)
    found = records(ida)
    assert len(found) == 2, "those of running games would tell secrets"
    for path in paths:
        text = next(text for name, text in found.items() if path[3:] in name)
        assert text == bo.client.get(f"{path}/record").text
        again = replay(Record.loads(text))
        assert again.is_over == (path == paths[1])
    assert records(bo) == found
    assert records(Device(app)) == {}


def test_records_come_with_their_own_boxes(app: Any, ida: Device) -> None:
    own = packaged("new-world").replace("cards_to_end = 8", "cards_to_end = 7")
    assert own != packaged("new-world")
    for _ in range(2):
        path = ida.create("me=Ida", "bot:random", game="new-world", box=own)
        ida.post(f"{path}/end")
    found = records(ida)
    boxes = [text for name, text in found.items() if name.endswith(".toml")]
    assert len(found) == 3
    assert len(boxes) == 1
    assert "cards_to_end = 7" in boxes[0]
    told = {json.loads(text)["components"] for name, text in found.items() if name.endswith(".json")}
    assert {f"components-{one}.toml" for one in told} == {name for name in found if name.endswith(".toml")}


def test_an_archive_is_never_held_whole() -> None:
    text = "".join(map(str, range(20_000)))
    parts, made = [], 0

    def files() -> Any:
        nonlocal made
        for number in range(300):
            made += 1
            yield f"{number}.json", text + str(number)

    for part in zipped(files()):
        parts.append(part)
        assert sum(map(len, parts)) > (made - 20) * 20_000, "what is made is handed on"
    assert max(map(len, parts)) < 10 * len(text)
    assert len(zipfile.ZipFile(io.BytesIO(b"".join(parts))).namelist()) == 300


def test_records_are_not_asked_for_again_and_again(ida: Device) -> None:
    for _ in range(DEVICE["export"][0][0]):
        assert ida.client.get("/mine/records").status_code == 200
    assert ida.client.get("/mine/records").json()["code"] == "too-many-lately"


# -- rating ------------------------------------------------------------------------------------------------------------


@on_both
def test_people_who_all_ask_for_it_are_rated(app: Any, ida: Device) -> None:
    bo, model = Device(app), PlackettLuce()
    first = friends(ida, bo)
    finish(app, first, ida, bo)
    assert mine(ida)["rated"] is None
    assert ida.post("/mine/rating", on="1")[0] == 200
    assert mine(ida)["rated"] == []
    finish(app, friends(ida, bo), ida, bo)
    assert mine(ida)["rated"] == [], "only one of them asked"
    bo.post("/mine/rating", on="1")
    match = finish(app, friends(ida, bo), ida, bo)
    best = match.standing.ranking[0]
    teams = [[model.rating()], [model.rating()]]
    told = [mine(device)["rated"] for device in (ida, bo)]
    expected = model.rate(teams, ranks=[1, 0] if best else [0, 1])
    for [rated], [after] in zip(told, expected, strict=True):
        assert (rated["game"], rated["players"], rated["games"]) == ("spice-road", 2, 1)
        assert rated["rating"] == pytest.approx(after.mu)
        assert rated["least"] == pytest.approx(after.mu - 2 * after.sigma)
    assert told[best][0]["rating"] > 25 > told[1 - best][0]["rating"]
    finish(app, friends(ida, bo, game="new-world"), ida, bo)
    assert {(one["game"], one["games"]) for one in mine(ida)["rated"]} == {("spice-road", 1), ("new-world", 1)}
    early = friends(ida, bo)
    ida.post(f"{early}/end")
    bo.post(f"{early}/end")
    assert [one["games"] for one in mine(ida)["rated"]] == [1, 1], "what is ended early says nothing"
    page = ida.client.get("/mine", headers=HTML).text
    assert "Rate me no more" in page
    assert f"<b>{told[0][0]['rating']:.1f}</b>" in page
    ida.post("/mine/rating", on="0")
    assert mine(ida)["rated"] is None
    assert "Rate my games from now on" in ida.client.get("/mine", headers=HTML).text
    assert len(mine(bo)["rated"]) == 2
    ida.post("/mine/rating", on="1")
    assert mine(ida)["rated"] == [], "it begins anew"


@on_both
def test_bots_are_left_out_of_a_rating_and_one_device_is_one_person(app: Any, ida: Device) -> None:
    bo = Device(app)
    for device in (ida, bo):
        device.post("/mine/rating", on="1")
    finish(app, ida.create("me=Ida", "local=Bo"), ida)
    finish(app, ida.create("me=Ida", "bot:random"), ida)
    assert mine(ida)["rated"] == []
    path = ida.create("me=Ida", "link", "local=Cleo")
    bo.post(ida.view(path)["seats"][1]["invite_url"], name="Bo")
    finish(app, path, ida, bo, ida)
    assert mine(ida)["rated"] == mine(bo)["rated"] == [], "who plays several seats is not one who can be compared"
    path = ida.create("me=Ida", "link", "bot:random")
    bo.post(ida.view(path)["seats"][1]["invite_url"], name="Bo")
    ranking = finish(app, path, ida, bo).standing.ranking
    [one], [two] = (mine(device)["rated"] for device in (ida, bo))
    assert one["players"] == 3
    assert (one["rating"] > two["rating"]) == (ranking.index(0) < ranking.index(1))
    assert one["rating"] + two["rating"] == pytest.approx(50), "as if there had been two"


# -- forgetting --------------------------------------------------------------------------------------------------------


def rows(app: Any, kind: Any) -> int:
    with app.state.store.session() as session:
        return session.scalar(select(func.count()).select_from(kind)) or 0


@on_both
def test_what_is_mine_is_forgotten_and_what_is_others_stays(app: Any, ida: Device) -> None:
    """Whole games of mine go, with every row; finished ones with others lose my name; running ones are played on."""
    bo = Device(app)
    for device in (ida, bo):
        device.post("/mine/rating", on="1")
    alone = [ida.create("me=Ida", "bot:random"), ida.create("me=Ida", "local=Eva"), ida.create("me=Ida", "link")]
    finish(app, alone[1], ida)
    ida.post(f"{alone[1]}/again")
    shared, running = friends(ida, bo), friends(bo, ida)
    match = finish(app, shared, ida, bo)
    before = {path: bo.view(path) for path in (shared, running)}
    record = bo.client.get(f"{shared}/record").text
    with app.state.store.session() as session:
        who = str(session.get_one(Table, shared[3:]).owner)
        own = set(session.scalars(select(Seat.table_id).where(Seat.identity == who)))
    page = ida.client.get("/mine/forget", headers=HTML).text
    assert "4 games at which nobody else sits" in page
    assert "From 1 finished game with other people" in page
    assert "1 running game with other people stays" in page
    answer = ida.client.post("/mine/forget", headers=HTML, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/mine?forgotten=1")
    assert 'name=""' in answer.headers["set-cookie"]
    assert "Your games are forgotten." in ida.client.get("/mine?forgotten=1", headers=HTML).text

    told = mine(ida)
    assert [f"/t/{one['table']['id']}" for one in told["games"]] == [running]
    assert (told["tallies"], told["rated"], records(ida)) == ([], None, {})
    for path in alone:
        assert ida.client.get(f"{path}/view").json()["code"] == "unknown-table"
        assert bo.client.get(path, headers=HTML).status_code == 404
    with app.state.store.session() as session:
        for kind in (Row, Seat, Sitting, Glance):
            left = set(session.scalars(select(kind.table_id)))
            assert left <= {shared[3:], running[3:]}, kind
        for kind in (Seat, Sitting, Glance):
            assert set(session.scalars(select(kind.table_id).where(kind.identity == who))) <= {running[3:]}, kind
        for rate in (Rater, Rating):
            assert session.scalar(select(func.count()).select_from(rate).where(rate.identity == who)) == 0
        seat = session.get_one(Table, shared[3:]).seats[0]
        assert (seat.name, str(seat.identity)[: len(GONE)]) == ("", GONE)
        assert session.get_one(Table, shared[3:]).owner == seat.identity
    assert own - {shared[3:], running[3:]}

    after = bo.view(shared)
    assert [seat["name"] for seat in after["seats"]] == ["", "Bo"]
    for key in ("result", "observation", "events", "ended_early"):
        assert after[key] == before[shared][key]
    assert bo.client.get(f"{shared}/record").text == record
    assert mine(bo)["tallies"][0]["points"] == match.standing.points[1]
    assert len(mine(bo)["rated"]) == 1
    assert ida.view(shared)["spectator"]
    now_running = bo.view(running)
    assert [seat["name"] for seat in now_running["seats"]] == [seat["name"] for seat in before[running]["seats"]]
    assert bo.act(running, now_running["legal"][0])[0] == 200
    legal = ida.view(running)["legal"]
    assert not legal or ida.act(running, legal[0])[0] == 200


@on_both
def test_whoever_is_gone_is_invited_anew(app: Any, ida: Device) -> None:
    """The next table with the same seats waits for somebody, and not for nobody."""
    bo, cleo = Device(app), Device(app)
    path = friends(ida, bo)
    ida.post(f"{path}/end")
    bo.post(f"{path}/end")
    ida.post("/mine/forget")
    following = bo.post(f"{path}/again")[1]["path"]
    seats = bo.view(following)["seats"]
    assert [seat["taken"] for seat in seats] == [False, True]
    assert bo.post(f"{path}/again")[1]["path"] == following
    assert ida.view(following)["spectator"]
    assert "invite_url" in seats[0]
    with app.state.store.session() as session:
        invite = session.get_one(Table, following[3:]).seats[0].invite
    assert cleo.post(f"/join/{invite}", name="Cleo")[0] == 201
    assert cleo.act(following, cleo.view(following)["legal"][0])[0] == 200


@on_both
def test_another_server_of_the_database_forgets_too(app: Any, ida: Device) -> None:
    """One that remembers the tables finds that they have changed, or are gone."""
    bo = Device(app)
    shared, gone, fresh = friends(ida, bo), ida.create("me=Ida", "local=Eva"), ida.create("me=Ida", "local=Eva")
    ida.act(gone, "acquire 1")
    ida.post(f"{shared}/end")
    bo.post(f"{shared}/end")
    other = Tables(app.state.store, lambda *_: None)
    assert [seat.name for seat in other.view("x", shared[3:], "en").seats] == ["Ida", "Bo"]
    for path in (gone, fresh):
        other.view("x", path[3:], "en")
    ida.post("/mine/forget")
    assert [seat.name for seat in other.view("x", shared[3:], "en").seats] == ["", "Bo"]
    for path in (gone, fresh):
        with pytest.raises(Exception, match="unknown-table"):
            other.view("x", path[3:], "en")


def test_very_many_are_forgotten_bit_by_bit(app: Any, ida: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "_AT_ONCE", 3)
    for number in range(8):
        lay(app, ida, number)
    bo = Device(app)
    for _ in range(4):
        path = friends(ida, bo)
        ida.post(f"{path}/end")
        bo.post(f"{path}/end")
    assert mine(ida)["total"] == 12
    ida.post("/mine/forget")
    assert mine(ida)["total"] == 0
    assert rows(app, Table) == 4
    assert mine(bo)["total"] == 4


def test_both_forget(app: Any, ida: Device) -> None:
    """A game that is nobody's any more goes."""
    bo = Device(app)
    path = friends(ida, bo)
    ida.post(f"{path}/end")
    bo.post(f"{path}/end")
    ida.post("/mine/forget")
    assert rows(app, Table) == 1
    bo.post("/mine/forget")
    assert rows(app, Table) == rows(app, Row) == rows(app, Seat) == rows(app, Sitting) == 0


@on_both
def test_kept_records_are_taken_along_and_forgotten_too(app: Any, ida: Device) -> None:
    text = a_record().record().dumps()
    status, led = ida.post("/replay/keep", record=text)
    assert status == 201, led
    path = led["path"]
    assert ida.client.get(path).status_code == 200
    assert len(records(ida)) == 1
    assert Record.loads(next(iter(records(ida).values()))) == Record.loads(text)
    assert "1 record that you had opened and kept" in ida.client.get("/mine/forget", headers=HTML).text
    ida.post("/mine/forget")
    assert records(ida) == {}
    assert ida.client.get(path).status_code == 404
