"""Looking back: what a stranger may know of a running game, what anybody may of a finished one, and records."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from gzip import decompress
from html import unescape
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select

from choices import sensible
from entrepot import Match, games
from entrepot.components import load, packaged
from entrepot.i18n import languages, texts
from entrepot.match.moments import Course
from entrepot.web.pages.portable import replay_page
from entrepot.web.quota import ADDRESS, DEVICE
from entrepot.web.tables import courses
from entrepot.web.tables.store import Components, Kept, Row, Table, now

from .device import Device

HTML = {"accept": "text/html"}


def a_step(app: Any, path: str, match: Match, rng: Random) -> None:
    """Lay one more move of a game into the database."""
    legal = [str(action) for action in match.legal_actions()]
    action = sensible({"legal": legal, "observation": match.observe(match.seat).position}, rng)
    match.play(action)
    with app.state.store.session() as session:
        table = path.removeprefix("/t/")
        number = 1 + (session.scalar(select(func.max(Row.number)).where(Row.table_id == table)) or 0)
        session.add(Row(table_id=table, number=number, kind="action", text=action, seat=0, nonce=None, at=now()))


def the_match(app: Any, path: str) -> Match:
    with app.state.store.session() as session:
        table = session.get_one(Table, path.removeprefix("/t/"))
        return Match.new(table.game, len(table.seats), int(table.seed), table.options)


def moment(device: Device, path: str, at: int, **more: str) -> dict[str, Any]:
    answer = device.client.get(f"{path}/replay", params={"at": at, **more})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def a_record(game: str = "spice-road", seed: int = 4, most: int = 60, **options: Any) -> Match:
    match, rng = Match.new(game, 2, seed, options), Random(seed)
    while match.seat is not None and len(match.record().actions) < most:
        legal = [str(action) for action in match.legal_actions()]
        match.play(sensible({"legal": legal, "observation": match.observe(match.seat).position}, rng))
    return match


@pytest.mark.parametrize("game", games())
def test_of_a_running_game_a_stranger_sees_at_every_moment_what_was_shown_to_watchers(
    app: Any, ida: Device, game: str
) -> None:
    path = ida.create("me=Ida", "local=Bo", game=game)
    stranger, rng, match = Device(app), Random(2), the_match(app, path)
    shown = [stranger.view(path)["observation"]]
    for _ in range(40):
        a_step(app, path, match, rng)
        shown.append(stranger.view(path)["observation"])
    for device in (stranger, ida):
        for at in (0, 1, 7, 20, 39, 40):
            for more in ({}, {"seat": "1"}, {"seat": "2"}, {"seat": "own"}, {"seat": "truth"}, {"seat": "-1"}):
                seen = moment(device, path, at, **more)
                assert seen["observation"] == shown[at]
                assert seen["viewer"] is None
                assert seen["legal"] == []
                assert seen["result"] is None
    assert moment(stranger, path, 999)["version"] == 40
    assert moment(stranger, path, -5)["version"] == 0


@pytest.mark.parametrize("game", games())
def test_of_a_running_game_everybody_sees_again_what_their_own_seat_was_shown(app: Any, ida: Device, game: str) -> None:
    path = ida.create("me=Ida", "link=", game=game)
    bo = Device(app)
    bo.post(str(ida.view(path)["seats"][1]["invite_url"]), name="Bo")
    rng, match = Random(5), the_match(app, path)
    shown = [[match.observe(seat).position for seat in (0, 1, None)]]
    events = [len(match.events())]
    for _ in range(30):
        a_step(app, path, match, rng)
        shown.append([match.observe(seat).position for seat in (0, 1, None)])
        events.append(len(match.events()))
    for at in (0, 1, 13, 30):
        for device, table in zip((ida, bo, Device(app)), shown[at], strict=True):
            assert moment(device, path, at, seat="own")["observation"] == table
        after = ida.client.get(f"{path}/replay", params={"after": events[at], "seat": "own"}).json()
        assert after["observation"] == shown[events.index(events[at])][0]
    assert moment(ida, path, 3, seat="2")["viewer"] is None
    ida.post(f"{path}/end")
    assert ida.client.get(f"{path}/replay", params={"after": 10**9}).json()["version"] == 30


@pytest.mark.parametrize("game", games())
def test_of_a_finished_game_everybody_sees_what_each_seat_was_shown(app: Any, ida: Device, game: str) -> None:
    path = ida.create("me=Ida", "local=Bo", "local=Cleo", game=game)
    rng, match = Random(3), the_match(app, path)
    shown = [[match.observe(seat).position for seat in (None, 0, 1, 2)]]
    for _ in range(40):
        a_step(app, path, match, rng)
        shown.append([match.observe(seat).position for seat in (None, 0, 1, 2)])
    ida.post(f"{path}/end")
    assert ida.view(path)["result"]
    stranger = Device(app)
    for at in (0, 1, 7, 20, 39):
        for eyes, table in zip(("watch", "1", "2", "3"), shown[at], strict=True):
            assert moment(stranger, path, at, seat=eyes)["observation"] == table
        seats = moment(stranger, path, at)["observation"]["seats"]
        assert all(isinstance(seat["claimed"], list) for seat in seats)
    assert moment(stranger, path, 39)["result"] is None
    assert moment(stranger, path, 40)["result"]["points"] == match.standing.points


def test_points_that_are_secret_are_not_drawn_while_a_game_runs(app: Any, ida: Device) -> None:
    hidden = ida.create("me=Ida", "local=Bo", game="spice-road")
    public = ida.create("me=Ida", "local=Bo", game="spice-road", open_claims="true")
    for path in (hidden, public):
        rng, match = Random(2), the_match(app, path)
        while not any(seat["claimed"] for seat in match.position()["seats"]):
            a_step(app, path, match, rng)
    stranger = Device(app)
    pages = [stranger.client.get(f"{path}/replay", headers=HTML).text for path in (hidden, public)]
    assert ["<caption>Points</caption>" in page for page in pages] == [False, True]
    assert all("<caption>Worth of the cubes</caption>" in page for page in pages)
    assert all("/record" not in page for page in pages)
    ida.post(f"{hidden}/end")
    assert "<caption>Points</caption>" in stranger.client.get(f"{hidden}/replay", headers=HTML).text


@pytest.mark.parametrize("game", games())
def test_a_page_without_a_server_brings_everything_along(game: str) -> None:
    match = a_record(game, most=25)
    page = replay_page(Course(match.record()), texts("fr"))
    assert '<html lang="fr"' in page
    scripts = page.split('<script type="text/plain" id="moments">')[1].partition("</script>")[0]
    kept = json.loads(decompress(b64decode(scripts)))
    assert len(kept["moments"]) == 26
    for text in (page, *kept["lines"]):
        assert not re.search(r"""(?:href|src|action)=["'](?!#|data:)|url\((?!"data:|"?#)""", text)


@pytest.mark.parametrize("lang", ["en", "it", "pl", "nl", "fr"])
@pytest.mark.parametrize("game", games())
def test_every_page_is_drawn_in_every_language(app: Any, ida: Device, game: str, lang: str) -> None:
    text = a_record(game, most=400).record().dumps()
    last = len(json.loads(text)["actions"])
    for at, eyes in ((0, ""), (last // 2, "1"), (last, "watch")):
        fields = {"record": text, "at": str(at), "eyes": eyes}
        answer = ida.client.post("/replay", params={"lang": lang}, data=fields, headers=HTML)
        assert answer.status_code == 200, answer.text
        assert f'<html lang="{lang}"' in answer.text
        assert f'data-version="{at}"' in answer.text
        assert 'form="do-act"' not in answer.text


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", ["spice-road", "new-world"])
def test_what_was_done_is_heard_with_one_verb(ida: Device, game: str, lang: str) -> None:
    """A card is named in quotation marks after a verb, and "traded" is followed by what was given for what."""
    words, match = texts(lang), a_record(game, most=400)
    record, told = match.record(), [event.to_dict() for event in match.events()]
    cards = {event["card"] for event in told if event["kind"] in ("played", "acquired", "traded")}
    names, traded = {words.conversion(card) for card in cards if card}, 0
    for at in range(0, len(record.actions), 20):
        fields = {"record": record.dumps(), "at": str(at), "eyes": ""}
        page = ida.client.post("/replay", params={"lang": lang}, data=fields, headers=HTML).text
        log = page.partition('<section class="log"')[2]
        heard = [unescape(one) for one in re.findall(r'class="deed"><span class="sr">([^<]*)<', log)]
        assert not names & set(heard)
        traded += sum(bool(one) for one in heard)
    assert names
    assert traded


def test_without_scripts_plain_links_lead_on(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", game="spice-road")
    rng, match = Random(2), the_match(app, path)
    for _ in range(6):
        a_step(app, path, match, rng)
    page = Device(app).client.get(f"{path}/replay", params={"at": 2}, headers=HTML).text
    for at in (0, 1, 3, 6):
        assert f'href="{path}/replay?at={at}"' in page


def test_of_a_record_nothing_is_kept(app: Any, ida: Device) -> None:
    def kept() -> list[int]:
        with app.state.store.session() as session:
            return [session.scalar(select(func.count()).select_from(kind)) or 0 for kind in (Table, Row, Components)]

    before = kept()
    match = a_record()
    seen = ida.post("/replay", record=match.record().dumps(), at="9", eyes="2")[1]
    assert seen["observation"] == Course(match.record()).seen(9, 1)
    upload = {"file": ("game.json", match.record().dumps().encode())}
    assert ida.client.post("/replay", files=upload).json()["last"] == 60
    assert kept() == before


def test_a_record_is_kept_for_a_link_when_somebody_says_so(app: Any, ida: Device) -> None:
    text = json.dumps(a_record().record().to_dict())
    answer = ida.client.post(
        "/replay/keep", data={"record": text, "now": "12", "seat": "2"}, headers=HTML, follow_redirects=False
    )
    assert answer.status_code == 303
    address = answer.headers["location"]
    assert address.startswith("/r/")
    assert address.endswith("?at=12&seat=2")
    path = address.partition("?")[0]
    stranger = Device(app)
    opened = ida.client.post("/replay", data={"record": text, "at": "12", "eyes": "2"}).json()
    assert stranger.client.get(address).json() == {**opened, "created": stranger.client.get(path).json()["created"]}
    page = stranger.client.get(address, headers=HTML).text
    assert f'href="{path}?at=13&amp;seat=2"' in page
    assert "/drop" not in page
    assert "/t/" not in page
    assert stranger.post(f"{path}/drop")[0] == 403
    assert f'action="{path}/drop"' in ida.client.get(address, headers=HTML).text
    ida.client.post(f"{path}/drop")
    assert stranger.client.get(address).status_code == 404
    assert stranger.client.get("/r/nothing").status_code == 404


def test_a_kept_record_that_can_no_longer_be_played_says_so_and_can_be_dropped(app: Any, ida: Device) -> None:
    _, led = ida.post("/replay/keep", record=json.dumps(a_record(most=5).record().to_dict()))
    path = led["path"].partition("?")[0]
    for text in ("{}", json.dumps({**a_record(most=5).record().to_dict(), "actions": ["sail 0,0"]})):
        with app.state.store.session() as session:
            session.get_one(Kept, path.removeprefix("/r/")).text = text
        answer = ida.client.get(path, headers=HTML)
        assert (answer.status_code, "Traceback" in answer.text) == (410, False)
    assert ida.post(f"{path}/drop")[0] == 200
    assert ida.client.get(path).status_code == 404


def test_what_is_no_record_is_not_kept(app: Any, ida: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ida.post("/replay/keep", record="{}")[0] == 422
    monkeypatch.setitem(DEVICE, "kept", ((1, 3600),))
    text = json.dumps(a_record(most=5).record().to_dict())
    status, led = ida.post("/replay/keep", record=text)
    assert (status, ida.client.get(led["path"]).status_code) == (201, 200)
    assert ida.post("/replay/keep", record=text)[0] == 429
    with app.state.store.session() as session:
        assert session.scalar(select(func.count()).select_from(Kept)) == 1


def test_a_record_of_components_that_are_known_here_is_shown(app: Any, ida: Device) -> None:
    own = packaged("new-world").replace('gain = "YYYYYY"', 'gain = "YYYYYR"')
    assert own != packaged("new-world")
    path = ida.create("me=Ida", "local=Bo", game="new-world", box=own)
    ida.post(f"{path}/end")
    record = ida.client.get(f"{path}/record").text
    assert json.loads(record)["components"] != load("new-world").hash
    assert ida.post("/replay", record=record)[0] == 200


BROKEN = {
    "nothing": "",
    "no JSON": "{",
    "another file": '{"format": "something"}',
    "deep": "[" * 5000,
    "a lie": json.dumps({**a_record().record().to_dict(), "actions": ["claim 5"]}),
    "unknown game": json.dumps({**a_record().record().to_dict(), "game": "chess\x1b[31m"}),
    "unknown components": json.dumps({**a_record().record().to_dict(), "components": "\x00" + "ab" * 8}),
    "no position": json.dumps({**a_record().record().to_dict(), "start": {"game": "spice-road", "players": 99}}),
    "script": json.dumps({**a_record().record().to_dict(), "<script>alert(1)</script>": 1}),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_no_record_is_refused_in_a_line(ida: Device, what: str) -> None:
    status, said = ida.post("/replay", record=BROKEN[what])
    assert (status, said["code"]) == (422, "bad-record")
    assert 0 < len(said["reason"]) < 400
    assert said["reason"].isprintable()
    page = ida.client.post("/replay", data={"record": BROKEN[what]}, headers=HTML)
    assert page.status_code == 422
    assert "<script>alert" not in page.text
    assert 'name="file"' in page.text


def test_odd_forms_are_refused_or_understood(ida: Device) -> None:
    text = a_record().record().dumps()
    assert ida.post("/replay", record=text, at="x")[1]["version"] == 0
    assert ida.post("/replay", record=text, at="99999999999")[1]["version"] == 0
    assert ida.post("/replay", record=text, now="7", eyes="9")[1]["version"] == 7
    assert ida.client.post("/replay", files={"file": ("x", b"\xff\xfe\x00")}).status_code == 422
    assert ida.client.post("/replay", data={"record": "x" * 70_000}).status_code == 413
    assert ida.client.get("/t/none/replay").status_code == 404
    assert ida.client.get("/replay", headers=HTML).status_code == 200


def test_reading_records_is_bounded_but_not_stepping_through_one(ida: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEVICE, "record", ((2, 3600),))
    monkeypatch.setitem(ADDRESS, "record", ((100, 3600),))
    first = a_record(seed=1).record().dumps()
    assert [ida.post("/replay", record=first, at=str(at))[0] for at in range(8)] == [200] * 8
    assert ida.post("/replay", record=a_record(seed=2).record().dumps())[0] == 200
    assert ida.post("/replay", record=a_record(seed=3).record().dumps())[0] == 429


def test_only_what_was_looked_at_lately_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "_MOMENTS", 100)
    known = courses.Courses()
    for seed in range(3):
        known.read(seed, a_record(seed=seed).record(), None)
    assert [known.get(seed) is not None for seed in range(3)] == [False, False, True]


def test_a_step_brings_no_charts_along_and_another_language_keeps_the_moment(ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", game="east-west-2")
    ida.post(f"{path}/end")
    whole = ida.client.get(f"{path}/replay", headers=HTML).text
    step = ida.client.get(f"{path}/replay", headers={**HTML, "hx-request": "true"}).text
    assert 'class="curve' in whole
    assert 'class="curve' not in step
    assert "<html" not in step
    left = {"referer": f"http://testserver{path}/replay?at=3&seat=2&lang=pl"}
    answer = ida.client.post("/language", data={"lang": "it"}, headers=left, follow_redirects=False)
    assert answer.headers["location"] == f"{path}/replay?at=3&seat=2"
