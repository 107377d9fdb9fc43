// Draws a figure that the page holds as JSON, in the colours of the page; tells which point was pressed.

const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const OPTIONS = { displaylogo: false, responsive: true, displayModeBar: false, scrollZoom: false, doubleClick: false };

function coloured({ data, layout }, extra) {
  const axis = { color: ink("dim"), gridcolor: ink("line"), zerolinecolor: ink("dim") };
  const traces = data.map((trace) => {
    const color = ink(trace.meta.ink);
    const parts = trace.type === "bar" ? ["marker"] : ["line", "marker"].filter((part) => trace[part]);
    return { ...trace, ...Object.fromEntries(parts.map((part) => [part, { ...trace[part], color }])) };
  });
  return [traces, {
    ...layout,
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: getComputedStyle(document.body).fontFamily, size: 12, color: ink("ink") },
    hoverlabel: { namelength: -1 },
    xaxis: { ...axis, ...layout.xaxis },
    yaxis: { ...axis, ...layout.yaxis },
    ...extra(),
  }];
}

/** Draw the figure; `go(number)` is called with the point on the axis that was pressed. Returns a redraw, or null. */
export function plot(root, figure, go, { along = "x", extra = () => ({}) } = {}) {
  if (!window.Plotly) return null;
  const draw = () => window.Plotly.react(root, ...coloured(figure, extra), OPTIONS);
  root.replaceChildren();
  window.Plotly.newPlot(root, ...coloured(figure, extra), OPTIONS);
  listen(root, (x, y) => {
    const axis = root._fullLayout[`${along}axis`];
    go(Math.round(axis.p2c(along === "x" ? x : y)));
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  return draw;
}

// A press and release at one place of the plot counts; dragging and scrolling do not.
function listen(root, pressed) {
  let from = null;
  const inside = (event) => {
    const plot = root.querySelector(".nsewdrag").getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    return x >= plot.left && x <= plot.right && y >= plot.top && y <= plot.bottom ? { x, y, plot } : null;
  };
  root.addEventListener("pointerdown", (event) => (from = event.button === 0 ? inside(event) : null), true);
  window.addEventListener("pointerup", (event) => {
    const to = from && inside(event);
    if (to && Math.hypot(to.x - from.x, to.y - from.y) < 6) pressed(to.x - to.plot.left, to.y - to.plot.top);
    from = null;
  }, true);
  window.addEventListener("pointercancel", () => (from = null));
}
