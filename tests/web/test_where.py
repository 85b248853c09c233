"""Where the server runs: beside another one, behind proxies, below a path, and asked without bodies."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from entrepot.core.errors import InvalidOptions
from entrepot.web.app import Cookies, Settings, create_app
from entrepot.web.tables.store import Store

from .device import JSON, quick

TABLE = {"seat1": "me", "seat2": "link"}
PROXY = ("10.0.0.2", 4711)


def server(folder: Path, name: str = "games", **more: Any) -> Any:
    return create_app(Settings(database=f"sqlite:///{folder / name}.sqlite3", pace=0, poll=0.05, **more))


def moved(answer: Any) -> str:
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


# -- two servers of one machine ---------------------------------------------------------------------------------------


def machine(**ports: Any) -> TestClient:
    """One browser, and a machine on which several servers listen: `p8171=app`."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await ports[f"p{scope['server'][1]}"](scope, receive, send)

    return TestClient(answer, headers=JSON)


def test_two_servers_of_one_machine_keep_their_players(tmp_path: Path) -> None:
    """Cookies know no ports: what one server gives a browser is sent to the other too."""
    browser = machine(p8171=server(tmp_path, "first"), p8172=server(tmp_path, "second"))
    tables = []
    for port in (8171, 8172, 8171, 8172):
        at = f"http://testserver:{port}"
        assert browser.get(at).status_code == 200
        tables.append(at + browser.post(f"{at}/tables", data=TABLE).json()["path"])
    for table in tables:
        assert browser.get(f"{table}/view").json()["seats"][0]["mine"]
    assert len([cookie for cookie in browser.cookies.jar if cookie.name.startswith("entrepot")]) == 2


def test_servers_that_share_a_database_share_their_players(tmp_path: Path) -> None:
    browser = machine(p8171=server(tmp_path), p8172=server(tmp_path))
    browser.get("http://testserver:8171")
    table = browser.post("http://testserver:8171/tables", data=TABLE).json()["path"]
    assert browser.get(f"http://testserver:8172{table}/view").json()["seats"][0]["mine"]


def test_a_cookie_of_the_old_name_is_known_until_it_has_its_new_one(tmp_path: Path) -> None:
    app = server(tmp_path)
    old = TestClient(app, headers=JSON)
    signed = Cookies(app.state.store).signed("somebody")
    old.cookies.set("entrepot", signed)
    table = old.post("/tables", data=TABLE).json()["path"]
    assert old.cookies[Cookies(app.state.store).name] == signed
    assert "set-cookie" not in old.get("/").headers
    old.cookies.set("entrepot", "of.another.server")
    assert old.get(f"{table}/view").json()["seats"][0]["mine"]
    stranger = TestClient(app, headers=JSON)
    stranger.cookies.set("entrepot", Cookies(Store(f"sqlite:///{tmp_path}/other.sqlite3")).signed("somebody"))
    assert not stranger.get(f"{table}/view").json()["seats"][0]["mine"]


# -- behind a proxy ---------------------------------------------------------------------------------------------------


def behind(app: Any, **headers: str) -> TestClient:
    """A browser as a proxy tells of it, which sends cookies over its https."""
    client = TestClient(app, headers=headers, client=PROXY, follow_redirects=False)
    client.get("/")
    client.headers["cookie"] = "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)
    client.cookies.clear()
    return client


HTTPS = {"x-forwarded-proto": "https", "x-forwarded-host": "play.example", "x-forwarded-for": "198.51.100.7"}
ORIGIN = {"origin": "https://play.example"}


def given(client: TestClient) -> list[str]:
    """All cookies that a browser is given."""
    answers = [client.post("/language", data={"lang": "en"}), client.post("/tables", data={**TABLE, "name1": "Ida"})]
    del client.headers["cookie"]
    return [cookie for answer in [client.get("/"), *answers] for cookie in answer.headers.get_list("set-cookie")]


@pytest.mark.parametrize("trusted", ["10.0.0.2", "10.0.0.0/24", "::1, 10.0.0.2", "*"])
def test_a_trusted_proxy_tells_where_the_browser_is(tmp_path: Path, trusted: str) -> None:
    app = server(tmp_path, proxies=trusted)
    client = behind(app, **HTTPS)
    assert moved(client.post("/tables", data=TABLE, headers=ORIGIN)).startswith("/t/")
    for origin in ("https://elsewhere.example", "http://play.example", "https://play.example:8443", "null"):
        assert client.post("/tables", data=TABLE, headers={"origin": origin}).status_code == 403
    kept = given(client)
    assert {cookie.split("=")[0] for cookie in kept} == {"lang", "name", Cookies(app.state.store).name}
    assert all("; secure" in cookie.lower() for cookie in kept)


@pytest.mark.parametrize("trusted", ["", "10.0.0.3", "127.0.0.1,::1"])
def test_nobody_else_does(tmp_path: Path, trusted: str) -> None:
    app = server(tmp_path, proxies=trusted)
    client = behind(app, **HTTPS)
    assert client.post("/tables", data=TABLE, headers=ORIGIN).status_code == 403
    assert moved(client.post("/tables", data=TABLE, headers={"origin": "http://testserver"}))
    assert not any("; secure" in cookie.lower() for cookie in given(client))


@pytest.mark.parametrize(
    ("told", "host"),
    [
        ("play.example", "play.example"),
        ("forged.example, play.example:8443", "play.example:8443"),
        ("[2001:db8::1]:8443", "[2001:db8::1]:8443"),
        ("play.example:443", "play.example"),
        ("", "testserver"),
        ("a b", "testserver"),
        ('"><script>', "testserver"),
        ("play.example/x", "testserver"),
    ],
)
def test_the_host_that_a_proxy_was_asked_for(tmp_path: Path, told: str, host: str) -> None:
    client = behind(server(tmp_path, proxies="10.0.0.2"), **{**HTTPS, "x-forwarded-host": told})
    assert client.post("/tables", data=TABLE, headers={"origin": f"https://{host}"}).status_code == 303


@pytest.mark.parametrize(
    ("site", "status"), [("same-origin", 303), ("none", 303), ("same-site", 403), ("cross-site", 403), ("", 403)]
)
def test_a_browser_that_says_where_a_form_comes_from_is_believed(tmp_path: Path, site: str, status: int) -> None:
    """So a proxy that changes the host and says nothing refuses nobody."""
    client = behind(server(tmp_path))
    headers = {**ORIGIN, "sec-fetch-site": site}
    assert client.post("/tables", data=TABLE, headers=headers).status_code == status


@pytest.mark.parametrize("proxies", ["play.example", "10.0.0.0/33", "10.0.0.1,nonsense", "*,10.0.0.1", "10.0.0.1/24"])
def test_proxies_that_are_no_addresses(tmp_path: Path, proxies: str) -> None:
    with pytest.raises(InvalidOptions, match="a proxy is named by its address"):
        server(tmp_path, proxies=proxies)


# -- below a path -----------------------------------------------------------------------------------------------------

ADDRESS = re.compile(r"""(?:href|src|action|formaction|data-(?:view|rules?|link)|hx-post)="(/[^"]*)"|url=(/[^"]*)""")


@pytest.mark.parametrize("taken", [True, False], ids=["taken away", "left"])
def test_every_address_is_below_the_path(tmp_path: Path, taken: bool) -> None:
    """Whether the proxy takes its path away or leaves it; with all pages that lead to others."""
    app = server(tmp_path, root_path="/the/games/")
    client = TestClient(app, follow_redirects=False)
    seen = 0

    def asked(address: str) -> str:
        assert address.startswith("/the/games/"), address
        return address.removeprefix("/the/games") if taken else address

    def read(answer: Any) -> Any:
        nonlocal seen
        for found in ADDRESS.findall(answer.text):
            address = found[0] or found[1]
            seen += 1
            assert address.startswith("/the/games/"), address
            if address.startswith("/the/games/static/"):
                assert client.get(asked(address)).status_code == 200
        return answer

    start = read(client.get(asked("/the/games/")))
    assert start.status_code == 200
    assert 'data-root="/the/games"' in start.text
    for cookie in client.get("/the/games").headers.get_list("set-cookie") or start.headers.get_list("set-cookie"):
        assert "; path=/the/games;" in cookie.lower()
    client.headers["cookie"] = "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)
    for game in ("spice-road", "east-west-3"):
        table = moved(client.post(asked("/the/games/tables"), data={**TABLE, "game": game}))
        for page in ("", "/view", "/log", "/nowhere"):
            read(client.get(asked(table) + page))
        data = client.get(asked(table) + "/view", headers=JSON).json()
        guest = TestClient(app, follow_redirects=False, cookies={})
        invitation = read(guest.get(asked(data["seats"][1]["invite_url"])))
        assert invitation.status_code == 200
        for path in (f"/rules/{game}", "/components/new-world", "/join/nothing", "/t/nothing", "/nowhere"):
            read(client.get(asked("/the/games" + path)))
        assert (
            client.post(asked("/the/games/tables"), data=TABLE, headers=JSON).json()["path"].startswith("/the/games/t/")
        )
    assert moved(client.post(asked("/the/games/language"), data={"lang": "en"})) == "/the/games/"
    assert moved(client.get(asked(table) + "/act")) == table
    assert client.get(asked("/the/games/healthz")).status_code == 200
    assert seen > 200


@pytest.mark.parametrize("root", ["games", "/a b", "/a//b", '/"x', "/x?y", "/é", "https://play.example/games"])
def test_paths_that_are_none(tmp_path: Path, root: str) -> None:
    with pytest.raises(InvalidOptions, match="a root path is written like /games"):
        server(tmp_path, root_path=root)


def test_paths_of_the_server_itself(tmp_path: Path) -> None:
    """Below one of them a proxy that takes the path away could not be told from one that leaves it."""
    app = server(tmp_path)
    firsts = {route.path.split("/")[1] for route in app.routes} - {""}
    assert {"mine", "t", "r", "stream", "components"} <= firsts
    for first in ("static", *firsts):
        with pytest.raises(InvalidOptions, match="a path of the server's own"):
            server(tmp_path, root_path=f"/{first}")


@pytest.mark.parametrize("taken", [True, False])
def test_my_games_below_the_path_of_the_manual(tmp_path: Path, taken: bool) -> None:
    client = TestClient(server(tmp_path, root_path="/games"))
    page = client.get("/mine" if taken else "/games/mine")
    assert "<h1" in page.text
    assert 'action="/games/mine#list"' in page.text


# -- invitations ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "link"),
    [
        ("http://127.0.0.1:8080", "http://192.0.2.7:8080/join/"),
        ("http://localhost:8080", "http://192.0.2.7:8080/join/"),
        ("http://0.0.0.0:8080", "http://192.0.2.7:8080/join/"),
        ("http://[::1]:8080", "http://192.0.2.7:8080/join/"),
        ("http://192.0.2.7:8080", "/join/"),
        ("http://127.example:8080", "/join/"),
        ("http://localhost.example", "/join/"),
    ],
)
def test_an_invitation_is_one_that_others_can_open(tmp_path: Path, asked: str, link: str) -> None:
    """What is shown without scripts is whole; scripts make a path whole by the address of the page."""
    client = TestClient(server(tmp_path, elsewhere="http://192.0.2.7:8080"), base_url=asked)
    client.get("/")
    page = client.post("/tables", data=TABLE).text
    found = re.search(r'readonly value="([^"]*)" data-link="([^"]*)"', page)
    assert found is not None
    assert found[2].startswith(link)
    assert found[1] == (found[2] if link.startswith("http") else asked + found[2])
    assert ("data-loopback" in page) == (not link.startswith("http"))


# -- HEAD -------------------------------------------------------------------------------------------------------------


def test_head_is_get_without_a_body(tmp_path: Path) -> None:
    app = create_app(quick(f"sqlite:///{tmp_path}/games.sqlite3"))
    client = TestClient(app, follow_redirects=False)
    client.get("/")
    table = moved(client.post("/tables", data={"seat1": "me", "seat2": "local"}))
    paths = ["", "/view", "/log", "/record", "/act"]
    routes = ["/", "/mine", "/healthz", "/openapi.json", "/rules/new-world", "/components/new-world", "/join/nothing"]
    static = re.search(r'href="(/static/[^"]*)"', client.get("/").text)
    assert static is not None
    for path in [*(table + path for path in paths), *routes, static[1], "/nowhere", "/tables", "/static/nothing"]:
        got, head = client.get(path), client.head(path)
        assert (head.status_code, head.content) == (got.status_code, b""), path
        assert bool(int(head.headers.get("content-length", 1))) == bool(got.content), path
        same = ("content-type", "location", "cache-control", "entrepot", "content-security-policy")
        assert [head.headers.get(name) for name in same] == [got.headers.get(name) for name in same], path
    for stream in (f"{table}/stream", f"/stream?table={table[3:]}"):
        head = client.head(stream)
        assert head.status_code == 200
        assert head.headers["content-type"].startswith("text/event-stream")
    assert client.head("/t/nothing/stream").status_code == 404
