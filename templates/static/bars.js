// The hand under all rulesets: bars; a press on one opens the hand under that ruleset.

import { plot } from "./plot.js";

const { figure, links } = JSON.parse(document.getElementById("data").textContent);
const chart = document.getElementById("chart");
const go = (number) => links[number] && location.assign(links[number]);

if (!plot(chart, figure, go, { along: "y" })) {
  const note = document.getElementById("chart-note");
  note.textContent = note.dataset.missing;
}
