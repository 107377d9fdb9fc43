from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from replay import store


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[sa.Engine]:
    engine = store.open_engine(f"sqlite:///{tmp_path / 'hands.sqlite'}")
    yield engine
    engine.dispose()
