// The chart of each seat's 息 by step: two lines a seat, the findings, a cursor; a click gives a step back.

import { fill } from "./board.js";

const SYMBOLS = ["circle", "square", "diamond", "triangle-up"];

const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class Chart {
  constructor(root, data, go) {
    this.root = root;
    this.data = data;
    this.step = data.step;
    this.waiting = 0;
    if (!window.Plotly) throw new Error("plotly");
    const options = { displaylogo: false, responsive: true, displayModeBar: false, scrollZoom: false, doubleClick: false };
    root.replaceChildren();
    this.ready = window.Plotly.newPlot(root, this.traces(), this.layout(), options);
    this.listen(go);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      window.Plotly.react(root, this.traces(), this.layout(), options);
    });
  }

  /** A press and release at one place of the plot goes to the step there; dragging and scrolling do not. */
  listen(go) {
    let from = null;
    const inside = (event) => {
      const plot = this.root.querySelector(".nsewdrag").getBoundingClientRect();
      const { clientX: x, clientY: y } = event;
      return x >= plot.left && x <= plot.right && y >= plot.top && y <= plot.bottom ? { x, y, plot } : null;
    };
    this.root.addEventListener("pointerdown", (event) => (from = event.button === 0 ? inside(event) : null), true);
    window.addEventListener("pointerup", (event) => {
      const to = from && inside(event);
      if (to && Math.hypot(to.x - from.x, to.y - from.y) < 6) {
        go(Math.round(-0.5 + ((this.data.steps + 1) * (to.x - to.plot.left)) / to.plot.width));
      }
      from = null;
    }, true);
    window.addEventListener("pointercancel", () => (from = null));
  }

  traces() {
    const { seats, xi, words, findings } = this.data;
    const steps = xi.laid[0].map((_, step) => step);
    const narrow = this.root.clientWidth < 600;
    const lines = seats.flatMap(({ name, shouxing }, seat) => {
      if (shouxing) return [];
      const line = (kind, dash, width, size) => ({
        type: "scatter",
        mode: "lines+markers",
        name: fill(words[`chart.${kind}`], { name }),
        x: steps,
        y: xi[kind][seat],
        line: { shape: "hv", dash, width, color: ink(`--seat-${seat}`) },
        marker: { symbol: SYMBOLS[seat] + (dash === "solid" ? "" : "-open"), size, color: ink(`--seat-${seat}`) },
        showlegend: !narrow || kind === "laid",
        meta: { seat, kind },
      });
      return [line("laid", "solid", 2.5, 4), line("hand", "dot", 1.5, 4)];
    });
    if (!findings.length) return lines;
    const shown = findings.filter(([, seat]) => seat >= 0 && !seats[seat].shouxing);
    return [...lines, {
      type: "scatter",
      mode: "markers",
      name: words["chart.finding"],
      showlegend: !narrow,
      x: shown.map(([step]) => step),
      y: shown.map(([step, seat]) => xi.hand[seat][step]),
      text: shown.map(([, , name]) => escapeMarkup(name)),
      hovertemplate: "%{text}<extra></extra>",
      marker: { symbol: "x", size: 12, color: ink("--alarm"), line: { width: 1.5, color: ink("--paper") } },
      meta: { kind: "findings" },
    }];
  }

  layout() {
    const { words, min_xi: least, steps } = this.data;
    const axis = { color: ink("--dim"), gridcolor: ink("--line"), zerolinecolor: ink("--line"), fixedrange: true };
    return {
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: "inherit", size: 12, color: ink("--ink") },
      margin: { l: 44, r: 12, t: 8, b: 40 },
      hovermode: "x",
      hoverdistance: -1,
      dragmode: false,
      hoverlabel: { namelength: -1 },
      legend: { orientation: "h", y: 1.02, yanchor: "bottom", x: 0, font: { size: 11 } },
      xaxis: { ...axis, title: { text: words["chart.x"], standoff: 6 }, range: [-0.5, steps + 0.5] },
      yaxis: { ...axis, title: { text: words["chart.y"], standoff: 6 }, rangemode: "tozero" },
      shapes: [this.cursor(), {
        type: "line", xref: "paper", x0: 0, x1: 1, y0: least, y1: least,
        line: { color: ink("--dim"), width: 1, dash: "dash" },
      }],
      annotations: [{
        xref: "paper", x: 1, xanchor: "right", y: least, yanchor: "bottom", showarrow: false,
        text: fill(words["chart.threshold"], { xi: least }), font: { size: 10.5, color: ink("--dim") },
      }],
    };
  }

  cursor() {
    return {
      type: "line", yref: "paper", y0: 0, y1: 1, x0: this.step, x1: this.step,
      line: { color: ink("--cursor"), width: 2.5 },
    };
  }

  /** Move the cursor; several moves within one picture of the screen are drawn once. */
  show(step) {
    this.step = step;
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      window.Plotly.relayout(this.root, { "shapes[0].x0": this.step, "shapes[0].x1": this.step });
    });
  }
}

// Plotly reads a little markup in its texts.
function escapeMarkup(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
