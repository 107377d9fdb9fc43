// The page of one hand: one number, the step, moves the table, the lists, the chart and the address.

import { Board, fill } from "./board.js";
import { make } from "./cards.js";
import { Chart } from "./chart.js";

const data = JSON.parse(document.getElementById("data").textContent);
const element = (id) => document.getElementById(id);
const board = new Board(element("table"), data);
const list = element("events");
const links = [...list.querySelectorAll("a[data-step]")];
const textBoard = element("text-board");
let step = data.step;
let chart = null;
let player = 0;
let writing = 0;

/** Go to a step: everything on the page that shows it follows. */
function go(to) {
  const next = Math.max(0, Math.min(data.steps, to));
  if (next === step) return;
  const moved = next === step + 1;
  step = next;
  show(moved);
  if (chart) chart.show(step);
  clearTimeout(writing);
  writing = setTimeout(writeAddress, 150);
}

function show(moved = false) {
  board.show(step, moved);
  element("slider").value = step;
  const text = fill(data.words["step.at"], { step, steps: data.steps });
  element("slider").setAttribute("aria-valuetext", `${text} · ${board.line(step)}`);
  element("at").textContent = `${step} / ${data.steps}`;
  const found = data.findings.filter(([at]) => at === step).map(([, , name]) => make("span", "flag", `⚑ ${name}`));
  element("now").replaceChildren(make("span", "", board.line(step)), ...found.flatMap((flag) => [" ", flag]));
  markList();
  for (const article of document.querySelectorAll(".finding")) article.classList.toggle("current", Number(article.dataset.step) === step);
  if (textBoard.parentElement.open) textBoard.replaceChildren(...board.text(step));
  for (const [name, off] of [["first", step === 0], ["back", step === 0], ["next", step === data.steps], ["last", step === data.steps]]) {
    document.querySelector(`[data-go=${name}]`).setAttribute("aria-disabled", String(off));
  }
}

function markList() {
  for (const link of list.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
  const link = links[step];
  link.setAttribute("aria-current", "step");
  const row = link.parentElement;
  const top = row.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

function writeAddress() {
  const address = new URL(location.href);
  address.searchParams.set("event", step);
  history.replaceState(null, "", address);
  for (const link of document.querySelectorAll("a[data-keep]")) {
    const other = new URL(link.href);
    other.searchParams.set("event", step);
    link.href = other;
  }
  for (const input of document.querySelectorAll("input[data-step]")) input.value = step;
}

function play(on) {
  clearInterval(player);
  player = on ? setInterval(() => (step < data.steps ? go(step + 1) : play(false)), 900) : 0;
  const button = document.querySelector("[data-go=play]");
  button.setAttribute("aria-pressed", String(on));
  button.setAttribute("aria-label", data.words[on ? "step.pause" : "step.play"]);
}

function finding(direction) {
  const steps = data.findings.map(([at]) => at).filter((at) => (at - step) * direction > 0);
  if (steps.length) go(direction > 0 ? Math.min(...steps) : Math.max(...steps));
}

const moves = {
  first: () => go(0),
  back: () => go(step - 1),
  next: () => go(step + 1),
  last: () => go(data.steps),
  play: () => play(!player),
  flip: () => (board.flip(), show()),
};
const keys = {
  ArrowLeft: moves.back, ArrowRight: moves.next, Home: moves.first, End: moves.last,
  ",": () => finding(-1), ".": () => finding(1), " ": moves.play,
};

document.addEventListener("keydown", (event) => {
  const target = event.target;
  const typing = target.matches("input, select, textarea") && target.id !== "slider";
  const own = event.key === " " && target.matches("a, button, summary, input");
  if (typing || own || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-go]");
  const link = event.target.closest("a[data-step]");
  const card = event.target.closest("[data-event]");
  if (button) moves[button.dataset.go]();
  else if (link && !event.ctrlKey && !event.metaKey) (event.preventDefault(), go(Number(link.dataset.step)));
  else if (card && Number(card.dataset.event) > 0) go(Number(card.dataset.event));
});
element("slider").addEventListener("input", (event) => go(Number(event.target.value)));
textBoard.parentElement.addEventListener("toggle", () => textBoard.replaceChildren(...board.text(step)));

for (const at of new Set(data.findings.map(([at]) => at))) {
  const mark = make("span", "", "⚑");
  mark.style.setProperty("left", `${(100 * at) / Math.max(1, data.steps)}%`);
  element("marks").append(mark);
}
show();
try {
  chart = new Chart(element("chart"), data, go);
} catch {
  element("chart").replaceChildren(make("p", "note", data.words["chart.missing"]));
}
