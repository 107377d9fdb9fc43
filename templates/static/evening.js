// The evening: one number, the hand, moves the mark in the chart and in the table.

import { plot } from "./plot.js";

const { figure, hands } = JSON.parse(document.getElementById("data").textContent);
const chart = document.getElementById("chart");
const rows = [...document.querySelectorAll("#rows [data-row]")];
const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
let at = 0;

const cursor = () => ({
  shapes: at ? [{ type: "line", yref: "paper", y0: 0, y1: 1, x0: at, x1: at, line: { color: ink("--cursor"), width: 2.5 } }] : [],
});

function go(number, scroll = true) {
  at = Math.max(0, Math.min(hands + 1, number));
  for (const row of rows) {
    const here = Number(row.dataset.row) === at;
    row.classList.toggle("current", here);
    if (here) {
      row.setAttribute("aria-current", "true");
      if (scroll) row.scrollIntoView({ block: "center", behavior: "instant" });
    } else row.removeAttribute("aria-current");
  }
  if (draw) draw();
}

const draw = plot(chart, figure, (number) => go(number), { extra: cursor });
if (!draw) {
  const note = document.getElementById("chart-note");
  note.textContent = note.dataset.missing;
}
document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  const row = event.target.closest("[data-row]");
  if (!row || (link && link !== row)) return;
  event.preventDefault();
  go(Number(row.dataset.row), Boolean(link));
});
