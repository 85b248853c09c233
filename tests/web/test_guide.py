"""First games with a guide: each lesson along its main line and along others, in all languages."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from choices import sensible
from entrepot.components import load
from entrepot.games import TITLES
from entrepot.i18n import languages, texts
from entrepot.web.app import create_app
from entrepot.web.lessons import LESSONS, Step

from .device import Device, quick

GAMES = pytest.mark.parametrize("game", TITLES)


@pytest.fixture(autouse=True)
def _bots_choose_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else they would as the drawn name of the table has it, and now and then end the game before its lesson."""
    monkeypatch.setattr("entrepot.web.tables.players.seed_of", lambda _, version: 1000 * version)


def learn(device: Device, game: str, name: str = "Ida") -> str:
    """A first game; its address."""
    answer = device.client.post("/learn", data={"game": game, "seat1": "me", "name1": name})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["path"])


def mine(device: Device, path: str) -> dict[str, Any]:
    """The table once it waits for its player, or is over."""
    return device.wait(path, lambda view: view["legal"] or view["result"])


def page(device: Device, path: str, lang: str = "en") -> str:
    return str(device.client.get(path, params={"lang": lang}, headers={"accept": "text/html"}).text)


def bar(html: str) -> str:
    """What the bar says, in plain words."""
    eyebrow, question = re.findall(r'<p class="eyebrow">(.*?)</p>\s*<h2 id="ask".*?>(.*?)</h2>', html, re.DOTALL)[0]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", eyebrow + question)).split())


def deeds(step: Step, view: dict[str, Any]) -> list[str]:
    board = view["observation"].get("board", {})
    return [action for action in view["legal"] if step.done_by(action, board)]


def toward(step: Step, view: dict[str, Any]) -> list[str]:
    """What leads to the deed of a step: to keep a card for the route, or to work where the guide points."""
    board, at = view["observation"].get("board", {}), "market" if step.at == "route" else step.at
    kept = [action for action in view["legal"] if action == "keep"]
    return kept or [action for action in view["legal"] if action[:5] == "work " and board[action[5:]]["type"] == at]


def said_in_all_languages(device: Device, path: str, step: Step, number: int, game: str) -> None:
    places = set()
    for lang in languages():
        html, words = page(device, path, lang), texts(lang)
        said = bar(html)
        total = len(LESSONS[game].steps)
        assert words._("Guide · step {n} of {all}", n=number, all=total) in said
        first = max(re.split(r"{\w+}", words.gettext(step.say)), key=len).strip()
        assert " ".join(first.split()) in said
        assert "{" not in said
        if lang != "en":
            assert words.gettext(step.say) != step.say
        place = re.search(r'data-place="([^"]*)" data-tag="([^"]+)"', html)
        assert place
        places.add(unescape(place[1]))
        # it shines where the guide points at it
        assert "=rest]" in place[1] or 'class="btn go" form="do-act" name="action" value="rest"' not in html
    assert len(places) == 1
    shown = unescape(html)
    for selector in places:
        for name in re.findall(r"#([\w-]+)", selector):
            assert f'id="{name}"' in shown
        for key, value in re.findall(r'\[([\w-]+)="?([^"\]]+)"?\]', selector):
            assert f'{key}="{value}"' in shown


@GAMES
def test_a_lesson_along_its_main_line(app: Any, ida: Device, game: str) -> None:
    """Each step is done by its deed, as soon as that can be done; what is to be read only is gone on from."""
    path, rng, asked = learn(ida, game), Random(2), 0
    steps = LESSONS[game].steps
    seen: set[int] = set()
    while (view := mine(ida, path))["guide"]:
        number = view["guide"]["step"]
        step = steps[number - 1]
        turn = view["observation"]["decision"]["kind"] == "turn"
        if turn and number not in seen:
            seen.add(number)
            said_in_all_languages(ida, path, step, number, game)
            asked = 0
        if turn and not step.until:
            status, _ = ida.post(f"{path}/guide", step=number + 1)
            assert status == 200
            continue
        asked += 1
        assert asked < 60, f"step {number} is not done"
        ida.act(path, rng.choice(deeds(step, view) or toward(step, view) or [sensible(view, rng)]))
    assert seen == set(range(1, len(steps) + 1))
    assert view["result"] is None or LESSONS[game].to_end


@pytest.mark.parametrize("game", [game for game, lesson in LESSONS.items() if lesson.to_end])
def test_a_short_game_is_finished_after_its_lesson(app: Any, ida: Device, game: str) -> None:
    """It goes on without the guide, against the same bot; and the next one is a whole game."""
    path, rng = learn(ida, game), Random(3)
    ida.post(f"{path}/guide", step="off")
    turns = 0
    while not (view := mine(ida, path))["result"]:
        ida.act(path, sensible(view, rng))
        turns += 1
        assert turns < 600
    assert view["seats"][1]["bot"] == "random"
    assert len(view["observation"]["seats"][0]["claimed"]) <= 3
    assert ida.post(f"{path}/guide", step="on")[1]["code"] == "over"
    following = ida.post(f"{path}/again")[1]["path"]
    after = ida.view(following)
    assert after["components"] == load(game).hash != view["components"]
    assert after["guide"] is None


@GAMES
@pytest.mark.parametrize("seed", [1, 2])
def test_other_lines_count_and_are_answered(app: Any, ida: Device, game: str, seed: int) -> None:
    """Whatever is legal may be done; the guide says what came of it, and Next always leads on."""
    path, rng = learn(ida, game), Random(seed)
    answered = 0
    for _ in range(60):
        view = mine(ida, path)
        guide = view["guide"]
        if guide is None or view["result"]:
            break
        step = LESSONS[game].steps[guide["step"] - 1]
        others = [action for action in view["legal"] if action not in deeds(step, view)]
        turn = view["observation"]["decision"]["kind"] == "turn"
        if turn and guide["otherwise"]:
            answered += 1
            html = page(ida, path)
            assert "counts as well" in html or "as good a turn" in html
            assert ida.post(f"{path}/guide", step=guide["step"] + 1)[1].get("version", 0) > view["version"]
            continue
        if turn and not others:
            ida.post(f"{path}/guide", step=guide["step"] + 1)
            continue
        status, told = ida.act(path, rng.choice(others or view["legal"]))
        assert status == 200, told
    assert answered >= 1
    assert mine(ida, path)["guide"] is None


def test_it_is_left_and_taken_up_again(app: Any, ida: Device, database: str) -> None:
    """Also by another process: rows alone say where it stands."""
    path = learn(ida, "spice-road")
    ida.post(f"{path}/guide", step=2)
    view = ida.post(f"{path}/guide", step="off")[1]
    assert view["guide"] == {"step": 2, "on": False, "otherwise": False}
    html = page(ida, path)
    assert "Guide: go on" in html
    assert bar(html).startswith("Your turn")
    ida.act(path, "rest" if "rest" in view["legal"] else view["legal"][0])
    other = create_app(quick(database))
    with TestClient(other):
        elsewhere = Device(other)
        elsewhere.client.cookies = ida.client.cookies
        assert elsewhere.view(path)["guide"]["step"] == 2
        assert elsewhere.post(f"{path}/guide", step="on")[1]["guide"]["on"]
    view = mine(ida, path)
    assert view["guide"] == {"step": 2, "on": True, "otherwise": False}
    assert "Guide: go on" not in page(ida, path)


def test_undo_leads_back_to_the_step(app: Any, ida: Device) -> None:
    path = learn(ida, "spice-road")
    ida.post(f"{path}/guide", step=2)
    view = ida.act(path, "play up2")[1]
    assert view["guide"]["step"] == 3
    view = ida.post(f"{path}/undo", version=view["version"], nonce="back")[1]
    assert view["guide"]["step"] == 2
    assert "step 2 of 6" in bar(page(ida, path))


def test_going_on_twice_goes_on_once(app: Any, ida: Device) -> None:
    path = learn(ida, "spice-road")
    for _ in range(2):
        assert ida.post(f"{path}/guide", step=2)[1]["guide"]["step"] == 2
    assert ida.post(f"{path}/guide", step=6)[1]["guide"]["step"] == 2


def test_what_is_learned_to_its_end_adds_no_more_rows(app: Any, ida: Device) -> None:
    path = learn(ida, "spice-road")
    for step in range(2, 8):
        view = ida.post(f"{path}/guide", step=step)[1]
    assert view["guide"] is None
    for other in ("8", "on", "off"):
        assert ida.post(f"{path}/guide", step=other)[1]["code"] == "bad-request"
    assert ida.view(path)["version"] == view["version"]


def test_the_guide_is_for_its_player_alone(app: Any, ida: Device) -> None:
    path, watcher = learn(ida, "new-world"), Device(app)
    assert watcher.view(path)["guide"] is None
    assert "do-guide" not in page(watcher, path)
    status, told = watcher.post(f"{path}/guide", step=2)
    assert (status, told["code"]) == (403, "not-seated")
    assert ida.view(path)["guide"]["step"] == 1


@pytest.mark.parametrize("step", ["", "-1", "0x1", "on ", "9" * 30, "½", "1.0"])
def test_a_step_is_a_number(app: Any, ida: Device, step: str) -> None:
    path = learn(ida, "spice-road")
    status, told = ida.post(f"{path}/guide", step=step)
    assert (status, told["code"]) == (400, "bad-request")
    assert ida.view(path)["version"] == 1


def test_other_tables_have_no_guide(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "bot:random")
    assert ida.view(path)["guide"] is None
    assert ida.post(f"{path}/guide", step=1)[1]["code"] == "bad-request"
    assert "do-guide" not in page(ida, path)


def test_what_cannot_be_learned_is_refused(app: Any, ida: Device) -> None:
    answer = ida.client.post("/learn", data={"game": "chess"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
    html = ida.client.post("/learn", data={"game": "chess"}, headers={"accept": "text/html"})
    assert html.status_code == 400
    assert 'id="ask"' in html.text


def test_enter_in_a_field_starts_the_game_not_the_lesson(ida: Device) -> None:
    """The first button of a form is the one that Enter presses."""
    html = ida.client.get("/", headers={"accept": "text/html"}).text
    form = html[html.index('id="ask"') :]
    assert "formaction" not in re.findall(r"<button[^>]*>", form)[0]
