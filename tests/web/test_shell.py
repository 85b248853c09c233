"""What browsers and chats take of the pages: static files, the app, previews of links."""

from __future__ import annotations

import json
import re
import struct
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from entrepot import i18n
from entrepot.games import TITLES
from entrepot.web.app import Settings, create_app
from entrepot.web.pages import shell
from entrepot.web.pages.titles import game_name

from .device import Device

SCRIPTS = sorted(path for path in shell.STATIC.glob("*.js") if ".min" not in path.suffixes)
ROOTS = pytest.mark.parametrize("root", ["", "/the/games"])


def server(folder: Path, root: str = "") -> TestClient:
    app = create_app(Settings(database=f"sqlite:///{folder}/games.sqlite3", pace=0, poll=0.05, root_path=root))
    return TestClient(app, follow_redirects=False)


def size(png: bytes) -> tuple[int, int]:
    """Width and height of a picture."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


# -- static files -----------------------------------------------------------------------------------------------------


def test_static_files_are_compressed_and_kept_for_good(tmp_path: Path) -> None:
    client = server(tmp_path)
    for path in shell.STATIC.iterdir():
        answer = client.get(f"{shell.static_path()}/{path.name}")
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in answer.headers
        packed = path.suffix in (".css", ".js", ".txt") and path.stat().st_size > 300
        assert ("content-encoding" in answer.headers) == packed or path.suffix == ".svg", path.name
        plain = client.get(f"{shell.static_path()}/{path.name}", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == answer.content
        if path.suffix not in (".css", ".js") or ".min" in path.suffixes:
            assert plain.content == path.read_bytes()
    assert client.post(f"{shell.static_path()}/base.css").status_code == 404


def test_what_is_no_static_file(tmp_path: Path) -> None:
    client = server(tmp_path)
    for name in (f"{shell.static_path()}/nothing.css", f"{shell.static_path()}/", "/static/0123456789ab/base.css",
                 f"{shell.static_path()}/../pages/shell.py", f"{shell.static_path()}/%2e%2e/app.py"):  # fmt: skip
        answer = client.get(name)
        assert answer.status_code == 404, name
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_only_comments_are_left_out(path: Path, tmp_path: Path) -> None:
    """What looks like a comment is none inside of a text of several lines, so there is no such text."""
    source = path.read_text(encoding="utf-8")
    for line in source.splitlines():
        code = re.sub(r"^\s*//.*|/(?:\\.|[^/\n])+/[a-z]*(?=[.,;)])", "", line)
        assert code.count("`") % 2 == 0, line
    assert "/*" not in re.sub(r"/\* [\w' ]+ \*/", "", source)
    served = server(tmp_path).get(f"{shell.static_path()}/{path.name}").text
    assert [line for line in served.splitlines() if line] == [
        line for line in source.splitlines() if line and not line.lstrip().startswith("//")
    ]


# -- the app ----------------------------------------------------------------------------------------------------------


@ROOTS
def test_the_manifest(tmp_path: Path, root: str) -> None:
    client = server(tmp_path, root)
    for lang in i18n.languages():
        start = client.get("/", headers={"cookie": f"lang={lang}"}).text
        [address] = re.findall(r'rel="manifest" href="([^"]*)"', start)
        assert address.startswith(f"{root}/")
        answer = client.get(address.removeprefix(root))
        assert answer.headers["content-type"] == "application/manifest+json"
        assert "set-cookie" not in answer.headers
        told = answer.json()
        assert told["lang"] == lang
        assert told["description"] == i18n.texts(lang)._("Five trading games at one harbour")
        assert {told["id"], told["scope"], told["start_url"]} == {f"{root}/"}
        assert told["display"] == "standalone"
        for icon in told["icons"]:
            assert icon["src"].startswith(f"{root}/static/")
            picture = client.get(icon["src"].removeprefix(root))
            assert picture.headers["content-type"] == icon["type"]
            assert "{}x{}".format(*size(picture.content)) == icon["sizes"]
            assert len(picture.content) < 10_000
        assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} == {
            ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"),
        }  # fmt: skip
        [touch] = re.findall(r'rel="apple-touch-icon" href="([^"]*)"', start)
        assert size(client.get(touch.removeprefix(root)).content) == (180, 180)
    tokens = (shell.STATIC / "tokens.css").read_text(encoding="utf-8")
    assert f"--harbour: {told['theme_color']};" in tokens
    assert f"--desk: {told['background_color']};" in tokens
    assert f'name="theme-color" content="{told["theme_color"]}"' in start
    assert client.get("/manifest.webmanifest?lang=nothing", headers={"accept-language": "en"}).json()["lang"] == "en"


@ROOTS
def test_the_service_worker(tmp_path: Path, root: str) -> None:
    client = server(tmp_path, root)
    answer = client.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "set-cookie" not in answer.headers
    found = re.match(r"const SHELL = (\{.*?\n\});\n", answer.text, re.DOTALL)
    assert found is not None
    told = json.loads(found[1])
    assert told["root"] == root
    assert list(told["pages"]) == list(i18n.languages())
    kept = {path.name for path in shell.STATIC.iterdir() if path.suffix in (".css", ".js", ".svg", ".woff2")}
    assert {file.rpartition("/")[2] for file in told["files"]} == kept - {"sw.js"}
    for address in [*told["files"], *told["pages"].values()]:
        assert address.startswith(f"{root}/")
        assert client.get(address.removeprefix(root)).status_code == 200
    for lang, address in told["pages"].items():
        page = client.get(address.removeprefix(root))
        assert f'<html lang="{lang}"' in page.text
        assert "set-cookie" not in page.headers
        for static in re.findall(r'(?:href|src)="([^"]*/static/[^"]*\.(?:css|js|svg|woff2))"', page.text):
            assert static in told["files"]


def test_the_version_of_the_worker_is_that_of_what_it_keeps(tmp_path: Path, monkeypatch: Any) -> None:
    pages = {"en": "No connection"}
    first = shell.worker("", pages)
    assert first == shell.worker("", dict(pages))
    version = re.compile(r'"version": "(\w+)"')
    versions = {version.findall(shell.worker("", other))[0] for other in (pages, {"en": "None"}, {"pl": "No"})}
    monkeypatch.setattr(shell, "static_path", lambda: "/static/another")
    assert len(versions | {version.findall(shell.worker("", pages))[0]}) == 4


# -- previews of links ------------------------------------------------------------------------------------------------


def preview(answer: Any) -> dict[str, str]:
    """What a chat reads of a page, and looks at."""
    head = answer.text.partition("</head>")[0]
    told = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+|description|robots)" content="([^"]*)">', head)
    return {key: unescape(value) for key, value in told}


@pytest.mark.parametrize("game", TITLES)
def test_the_preview_of_an_invitation(app: Any, ida: Device, game: str) -> None:
    path = ida.create("me=Ida & <Bo>", "bot:greedy=Cleo", "link", "link", game=game)
    seats = ida.view(path)["seats"]
    address = seats[2]["invite_url"]
    token = address.rpartition("/")[2]
    chat = TestClient(app)
    store = app.state.store

    def counted() -> list[Any]:
        with store.session() as session:
            return [
                session.execute(text(f"select count(*) from {name}")).scalar() for name in ("tables", "seats", "rows")
            ]

    before = counted()
    chat.head(address)
    told = preview(chat.get(address))
    name = game_name(game, i18n.texts("en"))
    assert told["og:title"] == f"Ida & <Bo> invites you to a game of {name}"
    assert told["og:description"].startswith("At the table: Ida & <Bo>")
    assert told["og:description"].endswith("2 seats are free.")
    assert told["description"] == told["og:description"]
    assert told["og:site_name"] == "Entrepôt"
    assert told["og:locale"] == "en_GB"
    assert told["twitter:card"] == "summary_large_image"
    assert told["og:image"] == f"http://testserver{shell.static_path()}/preview-{game}.png"
    assert told["robots"] == "noindex"
    assert not any(token in value for value in told.values())
    picture = chat.get(told["og:image"])
    assert size(picture.content) == (1200, 630)
    assert len(picture.content) < 120_000
    # Whoever looks takes nothing; the seat is still there for the one who was invited.
    assert counted() == before
    bo = Device(app)
    assert bo.post(address, name="Bo")[0] == 201
    assert preview(chat.get(seats[3]["invite_url"]))["og:description"].endswith("1 seat is free.")


def test_the_preview_of_a_table_tells_nobody(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bartholomew", game="new-world")
    for client in (TestClient(app), ida.client):
        told = preview(client.get(path, headers={"accept": "text/html"}))
        assert told["og:title"] == "A New World"
        assert told["og:url"] == f"http://testserver{path}"
        assert told["robots"] == "noindex"
        assert not any(name in " ".join(told.values()) for name in ("Ida", "Bartholomew"))


@ROOTS
def test_previews_are_of_the_address_that_readers_have(tmp_path: Path, root: str) -> None:
    app = create_app(Settings(database=f"sqlite:///{tmp_path}/a.sqlite3", proxies="10.0.0.2", root_path=root))
    there = {"x-forwarded-proto": "https", "x-forwarded-host": "play.example"}
    chat = TestClient(app, client=("10.0.0.2", 4711), headers=there)
    for path in ("/", "/rules/new-world", "/?game=new-world"):
        told = preview(chat.get(path))
        assert told["og:url"] == f"https://play.example{root}{path.partition('?')[0]}"
        assert told["og:image"].startswith(f"https://play.example{root}/static/")
        assert size(chat.get(told["og:image"].removeprefix(f"https://play.example{root}")).content) == (1200, 630)
        assert told["og:title"]
        assert told["og:description"]
        assert "robots" not in told
    assert "og:title" not in preview(chat.get("/nowhere"))


def test_previews_in_every_language(tmp_path: Path) -> None:
    client = server(tmp_path)
    locales = {}
    for lang in i18n.languages():
        head = client.get("/", headers={"accept-language": lang}).text.partition("</head>")[0]
        [own] = re.findall(r'"og:locale" content="([^"]*)"', head)
        others = re.findall(r'"og:locale:alternate" content="([^"]*)"', head)
        assert own.startswith(f"{lang}_")
        assert own not in others
        locales[lang] = {own, *others}
    assert all(one == locales["en"] and len(one) == len(i18n.languages()) for one in locales.values())


@pytest.mark.parametrize(
    ("lang", "locale"),
    [("en", "en_GB"), ("it", "it_IT"), ("pl", "pl_PL"), ("nl", "nl_NL"), ("fr", "fr_FR"), ("eo", "eo_001")],
)
def test_a_language_with_its_country(lang: str, locale: str) -> None:
    assert i18n.with_country(lang) == locale
