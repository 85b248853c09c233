"""Behind a real nginx with https, set up as docs/proxy.md says: on a host of its own, and below a path."""

from __future__ import annotations

import http.client
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from .processes import interruptible, process

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "proxy.md"
pytestmark = pytest.mark.skipif(not (NGINX and shutil.which("openssl")), reason="there is no nginx here, or no openssl")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


class Browser:
    """Speaks https to one port of localhost, and keeps cookies with their paths."""

    def __init__(self, port: int, folder: Path) -> None:
        self.origin = f"https://localhost:{port}"
        self._port, self._folder = port, folder
        self._trust = ssl.create_default_context(cafile=str(folder / "cert.pem"))
        self.cookies: dict[str, str] = {}
        self.given: list[str] = []

    def another(self) -> Browser:
        """Somebody else's."""
        return Browser(self._port, self._folder)

    def connection(self) -> http.client.HTTPSConnection:
        return http.client.HTTPSConnection("localhost", self._port, context=self._trust, timeout=60)

    def ask(
        self, method: str, path: str, form: dict[str, str] | None = None
    ) -> tuple[int, http.client.HTTPMessage, str]:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if form is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.origin}
        wire = self.connection()
        wire.request(method, path, urlencode(form) if form is not None else None, headers)
        answer = wire.getresponse()
        body = answer.read().decode()
        for cookie in answer.msg.get_all("set-cookie") or []:
            self.given.append(cookie)
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        wire.close()
        return answer.status, answer.msg, body


@pytest.fixture(params=["host", "path taken away", "path left"])
def browser(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Browser, str]]:
    root = "" if request.param == "host" else "/games"
    upstream, port = free_port(), free_port()
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem"]
    subprocess.run([*made, *subject], cwd=tmp_path, check=True, capture_output=True)
    [block] = re.findall(r"^```nginx\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    changes = {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "/etc/ssl/play.example.pem": f"{tmp_path}/cert.pem",
        "/etc/ssl/play.example.key": f"{tmp_path}/key.pem",
        "location /": f"location {root}/",
        "http://127.0.0.1:8080": f"http://127.0.0.1:{upstream}" + ("/" if request.param == "path taken away" else ""),
    }
    for old, new in changes.items():
        assert old in block
        block = block.replace(old, new)
    kinds = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"daemon off; pid {tmp_path}/pid; error_log stderr; worker_processes 1; events {{}}\n"
        f"http {{ access_log off; {kinds}\n{block}}}\n"
    )
    assert NGINX is not None
    arguments = ["--forwarded-allow-ips", "127.0.0.1", *(["--root-path", root] if root else [])]
    database = f"sqlite:///{tmp_path}/games.sqlite3"
    with (
        process(
            "serve", "--port", str(upstream), "--database", database, *arguments, preexec_fn=interruptible
        ) as server,
        subprocess.Popen([NGINX, "-c", str(config), "-e", "stderr"], stderr=subprocess.DEVNULL) as proxy,
    ):
        try:
            assert server.stdout is not None
            assert "is open at" in server.stdout.readline()
            browser = Browser(port, tmp_path)
            for _ in range(600):
                try:
                    if browser.ask("GET", f"{root}/healthz")[0] == 200:
                        break
                except OSError:
                    pass
                time.sleep(0.1)
            yield browser, root
        finally:
            proxy.terminate()
            server.terminate()


def test_a_table_through_the_proxy(browser: tuple[Browser, str]) -> None:
    """A form, a redirect, cookies, an invitation, a static file, and news as soon as they come."""
    ida, root = browser
    status, _, page = ida.ask("GET", f"{root}/")
    assert status == 200
    static = re.search(rf'src="({root}/static/[^"]*)"', page)
    assert static is not None
    assert ida.ask("GET", static[1])[0] == 200
    assert ida.ask("HEAD", f"{root}/")[0] == 200
    form = {"seat1": "me", "seat2": "link", "seat3": "bot:random", "name1": "Ida"}
    status, headers, _ = ida.ask("POST", f"{root}/tables", form)
    table = headers["location"]
    assert (status, table.startswith(f"{root}/t/")) == (303, True)
    assert ida.given
    for cookie in ida.given:
        assert "; secure" in cookie.lower()
        assert f"; path={root or '/'};" in cookie.lower() + ";"
    link = re.search(r'readonly value="([^"]*)"', ida.ask("GET", table)[2])
    assert link is not None
    assert link[1].startswith(f"{ida.origin}{root}/join/")

    wire = ida.connection()
    wire.request("GET", f"{table}/stream")
    stream = wire.getresponse()
    assert stream.readline().startswith(b"event: version")
    before = stream.readline()
    bo = ida.another()
    bo.ask("GET", link[1].removeprefix(ida.origin))
    assert bo.ask("POST", link[1].removeprefix(ida.origin), {"name": "Bo"})[1]["location"] == table
    heard = b""
    while not heard.startswith(b"data: ") or not heard[6:].strip().isdigit() or heard == before:
        heard = stream.readline()
        assert heard
    wire.close()

    foreign = ida.another()
    foreign.cookies, foreign.origin = ida.cookies, "https://elsewhere.example"
    assert foreign.ask("POST", f"{root}/tables", form)[0] == 403
