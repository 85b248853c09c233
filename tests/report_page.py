"""Pages of results, read as tables, ids, labels of drawings, and links."""

from __future__ import annotations

from html.parser import HTMLParser


class Page(HTMLParser):
    """Tables by the heading before them, ids, and the labels of drawings."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.ids: list[str] = []
        self.labels: list[str] = []
        self.loads: list[str] = []
        self._heading = ""
        self._within = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [value for value in (given.get("id"),) if value]
        self.loads += [value for key, value in attrs if key in ("src", "href", "srcset") and value]
        if tag == "svg":
            assert given["role"] == "img"
            self.labels.append(given["aria-label"] or "")
        elif tag == "h2":
            self._heading = ""
        elif tag == "table":
            self.tables[self._heading] = []
        elif tag == "tr":
            self.tables[self._heading].append([])
        elif tag in ("td", "th"):
            self.tables[self._heading][-1].append("")
        if tag in ("h2", "td", "th"):
            self._within = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == self._within:
            self._within = ""

    def handle_data(self, data: str) -> None:
        if self._within == "h2":
            self._heading += data
        elif self._within:
            self.tables[self._heading][-1][-1] += data
