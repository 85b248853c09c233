"""What holds for all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Examples are the same in every run and may take as long as a busy machine needs: a failure is one of the code.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")
