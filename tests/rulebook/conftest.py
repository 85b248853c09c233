"""The marker that cites a rule."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(number, ...): the numbered rules that a test checks")
