"""What holds for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from entrepot.games import build

# Examples are the same in every run and may take as long as a busy machine needs: a failure is one of the code.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


BROWSER = Path(__file__).parent / "browser"


def pytest_report_header() -> str:
    """Which build of the engine is tested."""
    return f"engine: {build()}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With several workers, the tests of one file that drive a browser run one after the other."""
    for item in items:
        if BROWSER in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group(item.path.name))
