"""The figures are what Plotly's own schema allows, and the script we ship is of that schema."""

import json
from pathlib import Path

import plotly.graph_objects as go
import pytest
from plotly.offline import get_plotlyjs_version

from replay.web import charts
from tests.web.pages import data_of

VENDOR = Path(__file__).parents[2] / "templates" / "static" / "vendor" / "VENDOR.json"


def drawn(figure):
    """Return the figure as Plotly reads it; a key or a value that its schema does not have raises."""
    made = go.Figure(figure)
    assert len(made.data) == len(figure["data"])
    return made


def test_the_script_we_ship_is_of_the_schema_we_test_with():
    entry = next(entry for entry in json.loads(VENDOR.read_text()) if entry["file"].startswith("plotly"))
    assert entry["version"] == get_plotlyjs_version()


def test_a_wrong_figure_is_noticed():
    figure = charts.bars(["a"], [1], "t")
    figure["layout"]["xaxis"]["titel"] = "x"
    with pytest.raises(ValueError, match="titel"):
        drawn(figure)


def test_bars():
    made = drawn(charts.bars(["甲<b>", "乙&"], [30, 0], "總息"))
    assert made.data[0].x == (30, 0)
    assert made.data[0].y == ("甲&lt;b&gt;", "乙&amp;")
    assert made.data[0].text == ("30", "")


def test_balances():
    words = {"x": "局", "y": "結餘", "pot": "留子"}
    made = drawn(charts.balances(["甲", "<乙>"], [[0, 5, 6], [0, -5, -6]], [0, 0, 0], words))
    assert [trace.name for trace in made.data] == ["甲", "&lt;乙&gt;", "留子"]
    assert made.data[1].y == (0, -5, -6)
    assert made.data[0].x == (0, 1, 2)


@pytest.mark.parametrize("path", ["/hand/1/all-rules", "/evening?upload=1", "/evening?hands=9"])
def test_the_figures_of_the_pages(full, path):
    figure = data_of(full.get(path).text)["figure"]
    made = drawn(figure)
    assert {trace.type for trace in made.data} <= {"bar", "scatter"}  # all that the bundle we ship can draw
    assert all(trace.meta["ink"] for trace in made.data)
