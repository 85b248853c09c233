"""Plays tables to their end, for tests of what comes after."""

from __future__ import annotations

from random import Random
from typing import Any

from choices import sensible
from entrepot import Match
from entrepot.web.tables.store import Row, Table, now
from entrepot.web.tables.tables import BotTurn

from .device import Device

_MOST = 1500
"""Actions: some games go round and round."""


def finish(app: Any, path: str, *devices: Device) -> Match:
    """Lay a whole game into the database but for its last action, which is done as at any table: `devices` are those of
    the seats, with the last one for all that are left."""
    table_id = path.removeprefix("/t/")
    with app.state.store.session() as session:
        table = session.get_one(Table, table_id)
        before = session.query(Row).where(Row.table_id == table_id).count()
    for seed in range(50):
        match = Match.new(table.game, len(table.seats), int(table.seed), table.options)
        rng, mover = Random(seed), 0
        actions: list[str] = []
        while match.seat is not None and len(actions) < _MOST:
            mover, observed = match.seat, match.observe(match.seat)
            legal = [str(action) for action in match.legal_actions()]
            actions.append(sensible({"legal": legal, "observation": observed.position}, rng))
            match.play(actions[-1])
        if match.seat is None:
            break
    with app.state.store.session() as session:
        for number, text in enumerate(actions[:-1], before + 1):
            session.add(Row(table_id=table_id, number=number, kind="action", text=text, seat=0, nonce=None, at=now()))
    version, bot = before + len(actions) - 1, table.seats[mover].bot
    if bot:
        assert app.state.tables.bot_act(table_id, BotTurn(version, mover, bot, observed, True), actions[-1])
    else:
        code, answer = devices[min(mover, len(devices) - 1)].act(path, actions[-1], version=version)
        assert code == 200, answer
    assert devices[0].view(path)["result"]["points"] == match.standing.points
    return match
