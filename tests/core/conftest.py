from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# machines that are busy with other things are slow at times
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.fixture
def data() -> Path:
    """The folder of the tests' data."""
    return Path(__file__).parent.parent / "data"
