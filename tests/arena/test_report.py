"""The balance page: what it says, that it needs nothing from outside, and that it can be read without its plots."""

from __future__ import annotations

import re
import sys

import pytest

from entrepot.arena import Simulation, balance_page, simulate
from entrepot.arena.drawing import ReportNeedsPlots
from report_page import Page


@pytest.fixture(scope="module")
def played() -> Simulation:
    return simulate("new-world", ["greedy", "random", "greedy"], 3, seed=2, options={"board": "F1"})


@pytest.fixture(scope="module")
def html(played: Simulation) -> str:
    return balance_page(played)


def test_tables_say_what_was_counted(played: Simulation, html: str) -> None:
    tables = Page(html).tables
    assert list(tables) == ["Seats", "Length of games", "Locations", "Point cards", "Bonus tiles", "Exploration tiles"]
    result = played.to_dict()
    assert [row[1:3] for row in tables["Seats"][1:]] == [[seat["bot"], str(seat["wins"])] for seat in result["seats"]]
    assert sum(int(row[1]) for row in tables["Length of games"][1:]) == 3
    locations = {row[0].split()[0]: row[1:] for row in tables["Locations"][1:]}
    assert len(locations) == 23
    for name, use in played.uses["locations"].items():
        uses, share, won = locations[name]
        assert uses == str(use.uses)
        assert share == f"{100 * use.uses / result['turns']:.1f}%"
        assert won == (f"{100 * use.wins / use.uses:.1f}%" if use.uses else "–")
    cards = {row[0]: int(row[1]) for row in tables["Point cards"][1:]}
    assert cards == {name: use.uses for name, use in played.uses["cards"].items()}


def test_most_used_first(html: str) -> None:
    for title in ("Locations", "Point cards", "Bonus tiles"):
        shares = [float(row[2].rstrip(" %")) for row in Page(html).tables[title][1:]]
        assert shares == sorted(shares, reverse=True)


def test_names_what_is_outside_the_limits(played: Simulation, html: str) -> None:
    told = re.search(r"over 20% of turns</dt><dd>([^<]*)</dd>", html)
    assert told is not None
    turns = played.to_dict()["turns"]
    outside = {name for name, use in played.uses["locations"].items() if not 0.01 <= use.uses / turns <= 0.2}
    assert set(told[1].split(", ")) - {"none"} == outside


def test_says_that_values_are_reconstructed(html: str) -> None:
    assert "reconstruction, not the published" in html
    assert "reconstruction" not in balance_page(simulate("spice-road", ["random"] * 2, 1, max_rounds=5))


def test_opens_offline(html: str) -> None:
    page = Page(html)
    assert all(link.startswith("#") for link in page.loads)
    assert "//" not in re.sub(r"/\*.*?\*/", "", html, flags=re.DOTALL)
    assert "<script" not in html
    assert "@import" not in html


def test_every_plot_has_a_name_and_a_table(html: str) -> None:
    page = Page(html)
    assert len(page.labels) == len(page.tables) == len(set(page.labels))
    assert len(page.ids) == len(set(page.ids))
    assert set(re.findall(r"url\(#([^)]*)\)", html)) <= set(page.ids)


def test_colours_are_those_of_the_product(html: str) -> None:
    drawings = "".join(re.findall(r"<svg.*?</svg>", html, flags=re.DOTALL))
    assert "var(--harbour)" in drawings
    assert not re.search("#[0-9a-f]{6}", drawings)


def test_same_simulation_same_page(played: Simulation, html: str) -> None:
    assert balance_page(played) == html


def test_spice_road_has_merchants_and_no_locations() -> None:
    page = Page(balance_page(simulate("spice-road", ["greedy"] * 2, 2, seed=1)))
    assert list(page.tables)[2:] == ["Point cards", "Merchants acquired", "Merchants played"]


@pytest.mark.parametrize(
    ("game", "titles"),
    [
        ("east-west-1", ["Merchants used at the market", "Merchants kept for a route", "Merchants used on a route"]),
        ("east-west-3", ["Merchants used at the market", "Outposts on market tiles", "Columns of outposts emptied"]),
    ],
)
def test_market_route_and_sea_have_their_tables(game: str, titles: list[str]) -> None:
    simulation = simulate(game, ["greedy"] * 2, 1, seed=4)
    tables = Page(balance_page(simulation)).tables
    assert list(tables)[2:] == ["Locations", "Point cards", "Bonus tiles", "Exploration tiles", *titles]
    for title, sort in zip(titles, list(simulation.uses)[4:], strict=True):
        told = {row[0]: row[1] for row in tables[title][1:]}
        assert sum(map(int, told.values())) == sum(use.uses for use in simulation.uses[sort].values())
    does = {row[0].split()[0]: row[0] for row in tables["Locations"][1:]}
    if game == "east-west-3":
        assert does["F2.1"] == "F2.1 ship 1"
        assert does["F2.4"] == "F2.4 ship any"


def test_without_the_plotting_library(played: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ReportNeedsPlots, match="pip install matplotlib"):
        balance_page(played)
