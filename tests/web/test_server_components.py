"""Boxes of one's own: tables keep the values they were made with, and a page enters them."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, text
from starlette.testclient import TestClient

from entrepot import Record, replay
from entrepot.components import complete, load, loads, packaged
from entrepot.i18n import texts
from entrepot.web.app import create_app
from entrepot.web.pages.components import GAMES, Sheet, parsed, printed
from entrepot.web.tables import tables
from entrepot.web.tables.store import Components, Store

from .device import Device, on_both, quick

GAME = "new-world"
PARTS = GAMES[1:]
PAGE = f"/components/{GAME}"
HTML = {"accept": "text/html"}
BOX = (Path(__file__).parent.parent / "data" / "new_world.toml").read_text("utf-8")
OWN = BOX.replace('"reconstruction"', '"own box"').replace('gain = "YYYYYY"', 'gain = "YYYYYR"')
BROKEN = OWN.replace('cost = "YYB", points = 5', 'cost = "YYX", points = 5', 1).replace("cards_to_end = 8", "")


class Form(HTMLParser):
    """The fields of the page's large form, as a browser would send them, and the texts by id."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: list[tuple[str, str]] = []
        self.inside = False
        self.select = ""
        self.options: list[tuple[str, bool]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.inside = found.get("class") == "box"
        if self.inside and tag == "input" and (found.get("type") != "checkbox" or "checked" in found):
            self.fields.append((found["name"], found.get("value", "")))
        elif self.inside and tag == "select":
            self.select, self.options = found["name"], []
        elif self.inside and tag == "option":
            self.options.append((found["value"], "selected" in found))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self.inside:
            chosen = [value for value, selected in self.options if selected]
            assert len(chosen) == 1, self.select
            self.fields.append((self.select, chosen[0]))

    def changed(self, **values: str) -> dict[str, list[str]]:
        """The form with other values; in names, two underscores are a dot."""
        sent: dict[str, list[str]] = {}
        for name, value in self.fields:
            sent.setdefault(name, []).append(value)
        return sent | {name.replace("__", "."): [value] for name, value in values.items()}


@pytest.fixture
def form(ida: Device) -> Form:
    return form_of(ida, GAME)


@pytest.fixture
def forms(ida: Device) -> dict[str, Form]:
    return {game: form_of(ida, game) for game in GAMES}


def form_of(ida: Device, game: str) -> Form:
    """The page of a game's packaged box."""
    return Form(ida.client.get(f"/components/{game}", headers=HTML).text)


def note(html: str, key: str) -> str:
    """What stands at one place of the page as wrong."""
    found = re.search(rf'<p class="wrong" id="wrong-{key}"[^>]*>(.*?)</p>', html)
    return unescape(found[1]) if found else ""


# -- tables ----------------------------------------------------------------------------------------------------------


@on_both
def test_a_table_keeps_the_values_it_was_made_with(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the packaged ones are tuned, after a restart, and in the next table and the record."""
    with TestClient(app := create_app(quick(database))):
        ida = Device(app)
        path = ida.create("me=Ida", "local=Bo", game=GAME, box=OWN, board="D1")
        plain = ida.create("me=Ida", "local=Bo", game=GAME)
        view, before = ida.view(path), ida.view(plain)
        assert view["components"] == loads(GAME, OWN).hash != before["components"] == load(GAME).hash
        assert "box" not in view
        ida.act(plain, "rest")
        cookies = dict(ida.client.cookies)
    tuned = loads(GAME, packaged(GAME).replace("cards_to_end = 8", "cards_to_end = 7"))
    monkeypatch.setattr(tables, "load", lambda game: tuned if game == GAME else load(game))
    with TestClient(app := create_app(quick(database))):
        ida = Device(app)
        ida.client.cookies.clear()
        ida.client.cookies.update(cookies)
        assert ida.view(path) == view
        assert ida.view(plain)["components"] == before["components"]
        assert ida.act(plain, "rest")[0] == 200
        newer = ida.view(ida.create("me=Ida", "local=Bo", game=GAME))
        assert newer["components"] == tuned.hash
        ida.post(f"{path}/end")
        record = Record.loads(ida.client.get(f"{path}/record").text)
        assert replay(record, components=loads(GAME, OWN)).components.hash == view["components"]
        again = ida.post(f"{path}/again")[1]["path"]
        assert ida.view(again)["components"] == view["components"]
        with app.state.store.session() as session:
            kept = session.get(Components, view["components"])
            assert (kept.game, kept.text) == (GAME, OWN.strip())
            assert session.query(Components).count() == 3


def test_a_table_of_unknown_values_is_outdated(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", game=GAME, box=OWN)
    with app.state.store.session() as session:
        session.execute(text("delete from components"))
    app.state.tables._live.clear()
    assert ida.client.get(f"{path}/view").json()["code"] == "outdated"
    with app.state.store.session() as session:
        session.add(Components(hash=loads(GAME, OWN).hash, game=GAME, text="nothing"))
    assert ida.client.get(f"{path}/view").json()["code"] == "outdated"


@on_both
def test_bots_play_with_values_of_ones_own(ida: Device) -> None:
    path = ida.create("me=Ida", "bot:greedy", game=GAME, box=OWN)
    ida.act(path, "rest")
    ida.wait(path, lambda view: view["observation"]["round"] == 2 and bool(view["legal"]))


def test_databases_of_before_are_brought_up_to_date(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    config = Config()
    config.set_main_option("script_location", "entrepot.web.tables:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        values = {"c": load("spice-road").hash}
        connection.execute(
            text(
                "insert into tables (id, game, seed, options, components, owner, created) "
                "values ('old', 'spice-road', '1', '{}', :c, 'x', '2026-01-01 00:00:00')"
            ),
            values,
        )
        for number in range(2):
            connection.execute(
                text("insert into seats (table_id, number, name, wants_end) values ('old', :n, '', 0)"), {"n": number}
            )
    engine.dispose()
    url = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    store = Store(url)
    with store.session() as session:
        assert session.query(Components).count() == 0
    store.close()
    with TestClient(app := create_app(quick(url))):
        assert Device(app).view("/t/old")["version"] == 0


# -- the first page --------------------------------------------------------------------------------------------------


def test_a_broken_file_brings_the_form_back_with_all_problems(ida: Device) -> None:
    fields = {"seat1": "me", "name1": "Ida", "seat2": "local", "game": GAME, "board": "E1"}
    for sent in ({"data": {**fields, "box": BROKEN}}, {"data": fields, "files": {"box_file": ("box.toml", BROKEN)}}):
        answer = ida.client.post("/tables", headers=HTML, **sent)
        assert answer.status_code == 422
        page = unescape(answer.text)
        assert "point card 1: cost" in page
        assert "cards_to_end" in page
        assert 'value="Ida"' in page
        assert 'value="E1" checked' in page
        assert f'value="{GAME}" checked' in page
        assert BROKEN.strip()[:60] in page, "the text comes back, also that of a file"
    answer = ida.client.post("/tables", data={**fields, "box": BROKEN})
    assert answer.json()["code"] == "bad-components"
    assert len(answer.json()["problems"]) == 2


def test_a_good_file_starts_the_table(ida: Device) -> None:
    fields = {"seat1": "me", "seat2": "local", "game": GAME}
    answer = ida.client.post("/tables", data=fields, files={"box_file": ("box.toml", "\ufeff" + OWN)})
    assert answer.status_code == 201
    assert ida.view(answer.json()["path"])["components"] == loads(GAME, OWN).hash


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (b"\xff\xfe\x00", "not a UTF-8 text"),
        (b"", "the file is empty"),
        (b"\x00", "not a TOML file"),
        (b"points = 7", "point"),
        (packaged("spice-road").encode(), ""),
    ],
)
def test_files_that_are_none(ida: Device, file: bytes, told: str) -> None:
    fields = {"seat1": "me", "seat2": "local", "game": GAME}
    answer = ida.client.post("/tables", data=fields, files={"box_file": ("box.toml", file)})
    assert answer.status_code == 422
    assert any(told in problem for problem in answer.json()["problems"])
    page = ida.client.post(PAGE, headers=HTML, files={"box_file": ("box.toml", file)})
    assert page.status_code in (200, 422)
    assert told in page.text


def test_files_have_a_limit(ida: Device) -> None:
    for path in ("/tables", PAGE):
        answer = ida.client.post(path, files={"box_file": ("box.toml", b"# " + b"x" * 70_000)})
        assert answer.json()["code"] == "too-large"


def test_every_game_has_its_own_seats_and_table_rules(ida: Device) -> None:
    fields = {"seat1": "me", "seat2": "local", "seat3": "local", "seat4": "local", "seat5": "local"}
    answer = ida.post("/tables", game=GAME, board="F1", empty_rest="true", **fields)
    view = ida.view(answer[1]["path"])
    assert (len(view["seats"]), view["observation"]["faces"]) == (4, ["A1", "B1", "C1", "F1"])
    assert view["observation"]["options"] == {"board": "F1"}
    view = ida.view(ida.post("/tables", board="F1", empty_rest="true", **fields)[1]["path"])
    assert (view["game"], len(view["seats"])) == ("spice-road", 5)
    assert view["observation"]["options"]["empty_rest"] is True
    assert ida.post("/tables", game=GAME, board="A2", **fields)[1]["code"] == "bad-request"


def test_the_first_page_begins_with_the_game_that_is_asked_for(ida: Device) -> None:
    page = ida.client.get(f"/?game={GAME}", headers=HTML).text
    assert f'value="{GAME}" checked' in page
    assert f'href="/components/{GAME}"' in page
    assert 'value="spice-road" checked' in ida.client.get("/?game=chess", headers=HTML).text


# -- the page of a box -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_form_holds_every_value_of_the_file(game: str) -> None:
    assert loads(game, printed(game).text()).hash == load(game).hash
    assert loads(game, printed(game).text()).status == "own box"
    for file in (OWN, complete(PARTS[0], OWN)):
        assert parsed(game, file).check(texts()).problems == []
        assert loads(game, parsed(game, file).text()).hash == loads(game, file).hash
    assert "merchant = [" in parsed(game, complete(PARTS[0], OWN)).text(), "what a file has is kept"


@pytest.mark.parametrize("game", GAMES)
def test_the_page_unchanged_is_the_same_box(ida: Device, game: str) -> None:
    answer = ida.client.post(f"/components/{game}/file", data=form_of(ida, game).changed())
    assert f'filename="{game}.toml"' in answer.headers["content-disposition"]
    assert loads(game, answer.text).hash == load(game).hash
    assert ("merchant = [" in answer.text) == (game in ("east-west-1", "east-west-3"))
    assert ("market = [" in answer.text, "layout = [" in answer.text) == (game in PARTS[1:],) * 2


def test_a_changed_value_is_in_the_file(ida: Device, form: Form) -> None:
    sent = form.changed(face__A1__3__gain="g gb", points__2__points="12", setup__start_cubes__1="YR")
    box = loads(GAME, ida.client.post(f"{PAGE}/file", data=sent).text)
    assert box.faces["A1"].locations[2].conversion.text == "GGB"  # type: ignore[attr-defined]
    assert box.cards[1].points == 12  # type: ignore[attr-defined]
    assert box.start_cubes[0] != load(GAME).start_cubes[0]  # type: ignore[attr-defined]


def test_the_check_answers_at_the_places(ida: Device, form: Form) -> None:
    sent = form.changed(
        points__1__cost="YYX", face__C1__2__settlers="many", setup__cards_to_end="x", bonus__3__points=""
    )
    html = ida.client.post(f"{PAGE}/check", data=sent, headers={**HTML, "hx-trigger": "points-1"}).text
    for key in ("points-1", "face-C1-2", "setup", "bonus-3"):
        assert note(html, key), key
        assert f'href="#{key}"' in html
    assert html.count('class="shows') == 1, "only what was changed is drawn again"
    assert 'href="#cube-Y"' in html
    assert 'href="#cube-X"' not in html
    marked = " ".join(re.findall(r'name="marked" value="([^"]*)"', html))
    html = ida.client.post(f"{PAGE}/check", data=form.changed(marked=marked), headers=HTML).text
    for key in ("points-1", "face-C1-2", "setup", "bonus-3"):
        assert f'id="wrong-{key}" hx-swap-oob="true"></p>' in html, "what was wrong is cleared"
    assert "to put right" not in html


def test_merchants_market_tiles_and_the_sea_are_entered(ida: Device) -> None:
    page = f"/components/{PARTS[2]}"
    form = form_of(ida, PARTS[2])
    html = ida.client.get(page, headers=HTML).text
    shown = re.findall(r'<h3 id="h-(..)">', html)
    assert shown[:6] == ["A2", "B2", "C1", "F2", "E2", "D2"], "its own boards come first"
    sent = form.changed(
        merchant__1__form="upgrade", merchant__1__upgrade="3", market__2__symbol="tea", market__2__gain="yyrrr"
    )
    sent["layout.market"] = [*sent["layout.market"][:11], "2,0"]
    box = loads(PARTS[2], ida.client.post(f"{page}/file", data=sent).text)
    assert box.merchants[0].text == "up3"  # type: ignore[attr-defined]
    assert (box.symbols[1], box.sea[1].text) == (2, "B>YYRRR")  # type: ignore[attr-defined]
    assert box.layout[12] == (2, 0)  # type: ignore[attr-defined]
    sent["layout.market"] = sent["layout.market"][1:]
    sent |= {"merchant.2.gain": ["X"], "market.3.gain": [""], "market.4.symbol": [""]}
    html = ida.client.post(f"{page}/check", data=sent, headers={**HTML, "hx-trigger": "layout"}).text
    for key in ("merchant-2", "market-3", "layout"):
        assert note(html, key), key
        assert f'href="#{key}"' in html
    assert "there are 23, but the game has 24" in html
    assert 'value="3,0"' in html, "the map grows"
    assert html.count('class="shows') == 1


def test_what_was_entered_comes_along_to_another_game(ida: Device, form: Form) -> None:
    """One file serves all four games; what one of them lacks is the packaged part."""
    sent = form.changed(points__1__points="9")
    for game in PARTS:
        html = ida.client.post(f"/components/{game}", data=sent, headers=HTML).text
        assert "Complete, and good to play with." in html
        box = loads(game, ida.client.post(f"/components/{game}/file", data=Form(html).changed()).text)
        assert box.hash == loads(game, Sheet.sent(GAME, [(k, v) for k, vs in sent.items() for v in vs]).text()).hash
    sent = Form(html).changed(merchant__1__gain="BB")
    html = ida.client.post(PAGE, data=sent, headers=HTML).text
    kept = ida.client.post(f"{PAGE}/file", data=Form(html).changed()).text
    assert loads(PARTS[2], kept).merchants[0].text == "BB"  # type: ignore[attr-defined]
    assert loads(GAME, kept).cards[0].points == 9  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "layout", ['"x"', "[]", "[3]", "[{ sea = 1, market = 2 }]", "[{ market = [[1, 2], [], [[1]]] }]"]
)
def test_a_layout_that_is_none_is_begun_anew(ida: Device, layout: str) -> None:
    text = f"layout = {layout}\n" + OWN
    page = ida.client.post(f"/components/{PARTS[1]}", files={"box_file": ("box.toml", text)}, headers=HTML).text
    assert note(page, "layout")
    assert 'class="spot' in page


def test_what_a_kind_needs_is_never_left_out(ida: Device) -> None:
    """A trade without a cost is none, and no gain either."""
    form = form_of(ida, PARTS[2])
    for name, kind, wanting in (
        ("merchant-1", "trade", "cost"),
        ("bonus-17", "settlers", "per_settlers"),
        ("exploration-1", "points", "points"),
    ):
        sent = form.changed() | {f"{name.replace('-', '.')}.form": [kind]}
        html = ida.client.post(f"/components/{PARTS[2]}/check", data=sent, headers={**HTML, "hx-trigger": name}).text
        assert note(html, name).startswith(wanting)


def test_entries_are_added_and_taken_out(ida: Device, form: Form) -> None:
    html = ida.client.post(PAGE, data=form.changed(add="face.A1"), headers=HTML).text
    assert 'name="face.A1.7.settlers"' in html
    assert note(html, "face-A1-7")
    html = ida.client.post(PAGE, data=form.changed(points__4__kind=""), headers=HTML).text
    assert 'name="points.56.cost"' not in html
    assert "55" in html
    assert "thing to put right" in html or "things to put right" in html
    sent = form.changed(points__4__kind="", points__9__cost="?")
    html = ida.client.post(f"{PAGE}/check", data=sent, headers=HTML).text
    assert note(html, "points-9"), "places are those of the page, also after one was taken out"
    form = form_of(ida, PARTS[1])
    for name, most in (("merchant", 43), ("market", 24)):
        html = ida.client.post(f"/components/{PARTS[2]}", data=form.changed(add=name), headers=HTML).text
        assert note(html, f"{name}-{most + 1}")
        gone = {field: [""] for field, _ in Form(html).fields if re.fullmatch(rf"{name}\.\d+\.(form|symbol)", field)}
        html = ida.client.post(f"/components/{PARTS[2]}", data=Form(html).changed() | gone, headers=HTML).text
        assert f'name="{name}.1.cost"' not in html, "all taken out is not the packaged ones"
        assert "there is none" in html


@pytest.mark.parametrize("game", GAMES)
def test_playing_with_the_box_leads_to_the_first_page(ida: Device, game: str) -> None:
    form = form_of(ida, game)
    answer = ida.client.post(f"/components/{game}/play", data=form.changed(points__1__points=""), headers=HTML)
    assert answer.status_code == 422
    assert note(answer.text, "points-1")
    answer = ida.client.post(f"/components/{game}/play", data=form.changed(points__1__points="9"), headers=HTML)
    assert answer.status_code == 200
    assert f'value="{game}" checked' in answer.text
    found = re.search(r'<textarea[^>]*name="box"[^>]*>(.*?)</textarea>', answer.text, re.DOTALL)
    assert found is not None
    own = unescape(found[1])
    path = ida.create("me=Ida", "local=Bo", game=game, box=own)
    assert ida.view(path)["components"] == loads(game, own).hash != load(game).hash


@pytest.mark.parametrize("game", PARTS)
def test_a_kept_text_says_all(app: Any, ida: Device, game: str) -> None:
    """A box of A New World serves the parts; what it borrows is kept with it, should the packaged part ever change."""
    path = ida.create("me=Ida", "local=Bo", game=game, box=OWN)
    with app.state.store.session() as session:
        kept = session.get(Components, ida.view(path)["components"])
        assert kept.text == complete(game, OWN.strip())
        assert loads(game, kept.text).hash == kept.hash


def test_a_file_goes_on_where_it_was_left(ida: Device) -> None:
    page = ida.client.post(PAGE, files={"box_file": ("box.toml", BROKEN)}, headers=HTML).text
    assert note(page, "points-1")
    assert note(page, "setup")
    assert ("points.1.cost", "YYX") in Form(page).fields
    assert ida.client.get("/components/spice-road").json()["code"] == "not-found"


nasty = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["", "0", "-1", "9" * 9, "YYX", "\x7f", '"', "\\", "\n", "]", "plains", "fort", "pair", "<i>"]),
    st.sampled_from(["1,0", "01,-02", "16,0", "99,-99", "1,2,3", "1, 2", "٣,1", "1,0 1,0 2,1", "tea", "trade"]),
)
places = st.one_of(
    st.sampled_from(["points", "bonus", "exploration", "merchant", "market", "face.A1", "face.F2", "face.Z9"]).flatmap(
        lambda part: st.tuples(
            st.integers(0, 70),
            st.sampled_from(["kind", "form", "type", "symbol", "cost", "points", "pair", "stacks", "icon"]),
        ).map(lambda rest: f"{part}.{rest[0]}.{rest[1]}")
    ),
    st.sampled_from(["setup.icons", "setup.start_cubes.1", "face.B2.stacks", "setup.bonus_spaces.A", "add", "marked"]),
    st.sampled_from(["layout.sea", "layout.market", "layout.name"]),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    fields=st.dictionaries(places, nasty, max_size=8),
    where=st.sampled_from(["", "/check", "/file", "/play"]),
    game=st.sampled_from(GAMES),
    changed=st.sampled_from(["points-1", "layout"]),
)
def test_no_form_breaks_the_page(
    ida: Device, forms: dict[str, Form], fields: dict[str, str], where: str, game: str, changed: str
) -> None:
    sent = forms[game].changed() | {name: [value] for name, value in fields.items()}
    answer = ida.client.post(f"/components/{game}{where}", data=sent, headers={**HTML, "hx-trigger": changed})
    assert answer.status_code in (200, 400, 422)
    assert "<i>" not in answer.text or where == "/file"
    sheet = Sheet.sent(game, [(name, value) for name, values in sent.items() for value in values])
    assert Sheet.of(game, sheet.data()).text() == sheet.text(), "a file says all that the form says"


PROBLEMS = {
    "en": ("cost: no cube is called 'X'", "setup: cards_to_end is missing"),
    "it": ("cost: nessun cubo si chiama 'X'", "setup: cards_to_end: manca"),
    "pl": ("cost: żadna kostka nie nazywa się 'X'", "setup: cards_to_end: brak"),
    "nl": ("cost: geen blokje heet 'X'", "setup: cards_to_end ontbreekt"),
    "fr": ("cost\u202f: aucun cube ne s’appelle 'X'", "setup\u202f: cards_to_end\u202f: absent"),
}


@pytest.mark.parametrize("lang", PROBLEMS)
def test_problems_are_told_in_the_language_of_the_page(ida: Device, lang: str) -> None:
    """All of them at the top, and each at its place without the name of the place."""
    at_card, whole = PROBLEMS[lang]
    shown = ida.client.post(PAGE, data={"box": BROKEN}, headers={**HTML, "accept-language": lang}).text
    assert note(shown, "points-1").startswith(at_card)
    created = ida.client.post(
        "/tables",
        data={"game": GAME, "seat1": "me", "name1": "Ida", "seat2": "local", "name2": "Bo", "box": BROKEN},
        headers={**HTML, "accept-language": lang},
    ).text
    assert whole in unescape(created)
    if lang != "en":
        assert "is missing" not in shown + created


def test_data_has_the_problems_in_english(ida: Device) -> None:
    answer = ida.client.post(
        "/tables",
        data={"game": GAME, "seat1": "me", "name1": "Ida", "seat2": "local", "name2": "Bo", "box": BROKEN},
        headers={"accept": "application/json", "accept-language": "pl"},
    ).json()
    assert "setup: cards_to_end is missing" in answer["problems"]
