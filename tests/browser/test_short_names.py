"""What only long names move out of the way is looked at with short ones, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page

from entrepot.games import TITLES
from entrepot.i18n import languages
from entrepot.web.pages import present

from . import gallery
from .measure import PHONE
from .stage import ended
from .table import NAMES

HEADING = """() => {
  const head = document.querySelector('#h-line'), range = document.createRange();
  range.selectNodeContents(head);
  const lines = [...range.getClientRects()], over = [...document.querySelectorAll('.ways :is(a, button)')]
    .map((one) => one.getBoundingClientRect())
    .filter((one) => lines.some((line) => line.left < one.right && one.left < line.right
      && line.top < one.bottom && one.top < line.bottom));
  return { lines: new Set(lines.map((line) => Math.round(line.top))).size, over: over.length };
}"""
BROKEN = """() => {
  const heads = [...document.querySelectorAll('.result th:first-child')];
  for (const head of heads) Object.assign(head.style, { overflowWrap: 'normal', hyphens: 'manual' });
  return heads.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent);
}"""


@pytest.fixture
def phone(chromium: Browser) -> Iterator[gallery.Frame]:
    hall = gallery.Hall()
    frame = gallery.Frame(chromium, hall, **PHONE)
    yield frame
    frame.close()
    hall.close()


def shown(frame: gallery.Frame, html: str) -> Page:
    """The page of a frame, with other HTML in it."""
    frame.show(html)
    return frame.page


@pytest.mark.parametrize("lang", languages())
def test_the_head_of_the_course_is_beside_nothing(phone: gallery.Frame, lang: str) -> None:
    whole = gallery.past("east-west-3")
    seats = [replace(seat, name=NAMES[seat.index]) for seat in whole.seats]
    html = present.render_moment(
        present.environment(), replace(whole, seats=seats), lang=lang, at=5, eyes="1", partial=False, path="/t/x/replay"
    )
    assert shown(phone, html).evaluate(HEADING) == {"lines": 1, "over": 0}


@pytest.mark.parametrize("lang", languages())
def test_where_points_come_from_is_broken_between_parts_of_words(phone: gallery.Frame, lang: str) -> None:
    for game, title in TITLES.items():
        end = gallery.seen(ended(game, title.most), 0, NAMES)
        page = shown(phone, present.render_table(present.environment(), replace(end, lang=lang), partial=False))
        assert page.evaluate(BROKEN) == [], game
