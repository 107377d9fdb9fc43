"""Charts as Plotly figures in plain JSON values, without colours: the page's scripts give them those of its scheme.

A trace's ``meta`` says with ``ink`` which of the page's colours it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Figure = dict[str, Any]


def escape(text: str) -> str:
    """Return the text as Plotly shows it; it reads a little markup in its texts.

    >>> escape("<b>&")
    '&lt;b&gt;&amp;'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def bars(labels: Sequence[str], values: Sequence[int], title: str) -> Figure:
    """Return bars lying one under the other, the first on top; those of value 0 stay as empty places."""
    trace = {
        "type": "bar",
        "orientation": "h",
        "y": [escape(label) for label in labels],
        "x": list(values),
        "text": [str(value) if value else "" for value in values],
        "textposition": "outside",
        "cliponaxis": False,
        "hovertemplate": "%{y}: %{x}<extra></extra>",
        "meta": {"ink": "seal"},
    }
    layout = {
        "height": 60 + 24 * len(labels),
        "margin": {"l": 10, "r": 48, "t": 8, "b": 40},
        "xaxis": {
            "title": {"text": escape(title)},
            "rangemode": "tozero",
            "fixedrange": True,
            "nticks": 5,
            "tickangle": 0,
        },
        "yaxis": {"autorange": "reversed", "automargin": True, "fixedrange": True, "type": "category"},
        "showlegend": False,
        "dragmode": False,
    }
    return {"data": [trace], "layout": layout}


def balances(names: Sequence[str], lines: Sequence[Sequence[int]], pot: Sequence[int], words: dict[str, str]) -> Figure:
    """Return a line a player over the hands, from 0 before the first, and a thin one for the pot.

    ``words`` has ``x``, ``y`` and ``pot``.
    """
    hands = list(range(len(pot)))
    traces = [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "name": escape(name),
            "x": hands,
            "y": list(line),
            "line": {"width": 2.5},
            "marker": {"size": 6, "symbol": ("circle", "square", "diamond", "triangle-up")[seat]},
            "meta": {"ink": f"seat-{seat}"},
        }
        for seat, (name, line) in enumerate(zip(names, lines, strict=True))
    ]
    traces.append(
        {
            "type": "scatter",
            "mode": "lines",
            "name": escape(words["pot"]),
            "x": hands,
            "y": list(pot),
            "line": {"width": 1.5, "dash": "dot", "shape": "hv"},
            "meta": {"ink": "dim"},
        }
    )
    layout = {
        "margin": {"l": 56, "r": 12, "t": 8, "b": 40},
        "hovermode": "x",
        "dragmode": False,
        "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        "xaxis": {"title": {"text": escape(words["x"])}, "range": [-0.5, len(pot) - 0.5], "fixedrange": True},
        "yaxis": {"title": {"text": escape(words["y"])}, "fixedrange": True, "zeroline": True},
    }
    return {"data": traces, "layout": layout}
