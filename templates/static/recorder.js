// The recorder: one document, one place in it, one judgement of it; everything on the page follows from these.

import { Board } from "./board.js";
import { cardMaker, make } from "./cards.js";
import { Deal, fillForm, seatsShown, takeForm } from "./recorder-deal.js";
import { Doc, Reader } from "./recorder-doc.js";
import { Finish } from "./recorder-finish.js";
import { listen } from "./recorder-keys.js";
import { firm, Log } from "./recorder-log.js";
import { Pad } from "./recorder-pad.js";
import { showRepairs } from "./recorder-repairs.js";
import { Drafts } from "./recorder-start.js";
import { Keeper, Refused, Server } from "./recorder-sync.js";
import { announce, button, Teller } from "./recorder-tell.js";

const data = JSON.parse(document.getElementById("data").textContent);
const element = (id) => document.getElementById(id);
const say = (key, values = {}) => data.words[`rec.${key}`].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
const card = cardMaker(data);
const server = new Server(data.urls, data.token);
const reader = new Reader(data.typed);
const form = element("table-form");
const TWICE = 350; // milliseconds in which a second tap at the same place is the first one's echo
const NEAR = 24; // pixels

let doc = null;
let keeper = null;
let deal = null;
let board = null;
let at = 0; // events before the place in view
let editing = false; // whether the event after that place is being changed
let view = null; // the last judgement, null when nobody judged
let judging = Promise.resolve();
let asked = 0;
let last = { at: 0, x: 0, y: 0 }; // when and where the dock was last pressed
let fresh = []; // faults that the last change brought up
let known = new Set();
let screen = "start";

// ---- telling

const pageOf = (key) => {
  const address = new URL(location.href);
  address.searchParams.delete("hand");
  address.searchParams.set("draft", key);
  return address;
};

const teller = new Teller(say, pageOf);
const notice = (...words) => teller.notice(...words);
const saved = (...words) => teller.saved(...words);

// ---- screens

function show(name) {
  screen = name;
  for (const each of ["start", "deal", "play"]) element(each).hidden = each !== name;
  element("drafts-box").hidden = Boolean(doc);
  element("recorder").dataset.screen = name;
  if (name === "start") seatsShown(form);
}

/** Take a draft up; `unsent` if the server has not got it as it is, `tab` the window that wrote it. */
function open(content, tab = "", unsent = false) {
  begin(content, tab);
  at = doc.events.length;
  board = null;
  element("correcting").hidden = doc.origin === null;
  if (doc.version || unsent) addressed();
  if (unsent) keeper.keep();
  else if (doc.version) saved("saved");
  doc.started || doc.own === -1 ? play() : dealing();
}

function begin(content, tab = "") {
  doc = new Doc(content, changed);
  keeper = new Keeper(doc, server, saved, tab);
}

function addressed() {
  const address = pageOf(doc.key);
  if (address.href !== location.href) history.replaceState(null, "", address);
  for (const link of document.querySelectorAll("a[data-keep]")) {
    const other = new URL(link.href);
    other.searchParams.delete("hand");
    other.searchParams.set("draft", doc.key);
    link.href = other;
  }
}

function changed() {
  addressed();
  keeper.keep();
}

function dealing() {
  show("deal");
  deal = new Deal(element("deal"), doc, { data, card, say, reader, announce });
  deal.draw();
  element("deal-go").textContent = say(doc.started ? "back_to_play" : "to_play");
}

function play() {
  if (!doc.started) doc.set({ started: true });
  show("play");
  return judge().then(() => element("play").scrollIntoView());
}

function table() {
  fillForm(form, doc, view?.seats.findIndex((seat) => seat.dealer) ?? 0);
  element("table-title").textContent = say("table");
  show("start");
  form.querySelector("select").focus();
}

// ---- judging

function judge() {
  const number = ++asked;
  element("play").setAttribute("aria-busy", "true");
  drawLog();
  judging = server
    .ask("POST", data.urls.judge, { record: doc.record, at })
    .catch((error) => {
      if (error instanceof Refused) saved("refused", error.message);
      return null;
    })
    .then((answer) => {
      if (number !== asked) return;
      view = answer;
      const before = known;
      known = new Set((view?.faults || []).filter(firm).map(same));
      if (view && known.size < before.size) announce(say("fault_gone", { count: before.size - known.size }));
      fresh = (view?.faults || []).filter((fault) => firm(fault) && !before.has(same(fault)));
      draw();
    });
  return judging;
}

/** What tells a fault from another, wherever it moves to. */
const same = (fault) => `${fault.code} ${fault.seat} ${fault.text}`;

function draw() {
  element("play").setAttribute("aria-busy", "false");
  element("away").hidden = Boolean(view);
  if (view) drawTable();
  pad.offer(view, doc.playing);
  drawLog();
  drawNow();
  element("undo").setAttribute("aria-disabled", String(!doc.done.length));
  element("redo").setAttribute("aria-disabled", String(!doc.undone.length));
  element("notation").textContent = view?.notation || "";
  element("ask-repairs").hidden = !view?.faults.some(firm);
  element("repairs").replaceChildren();
  const over = Boolean(view && !view.next && at === doc.events.length);
  element("finish").classList.toggle("strong", over);
  for (const fault of fresh) announce(faultText(fault));
}

function drawTable() {
  const step = view.step;
  const line = (rows) => rows.map(([value]) => ({ [step]: value }));
  Object.assign(tableData, view, {
    frames: { [step]: view.frame },
    xi: { laid: line(view.xi.laid), hand: line(view.xi.hand) },
    events: view.events.map((text) => ["", 0, 0, text]),
  });
  if (!board || board.seats !== doc.seats) {
    board = new Board(element("table"), tableData);
    board.seats = doc.seats;
    if (doc.own >= 0) board.bottom = doc.own;
  }
  if (doc.idle === board.bottom) board.flip();
  board.show(step, true);
}
const tableData = { words: data.words, faces: data.faces, card_names: data.card_names };

const faultText = (fault) => say(fault.step ? "fault_says" : "fault_deal", { step: fault.step, name: fault.name, text: fault.text });

function textOf(row) {
  const cards = [row.k, ...(row.c || [])].filter((kind) => kind >= 0).map((kind) => data.faces[kind] ?? "?");
  return [data.marks[row.s], say(`do_${row.a}`), cards.join("")].filter(Boolean).join(" ");
}

const texts = () => (view?.events.length === doc.events.length ? view.events : doc.events.map(textOf));

function drawLog() {
  log.show(doc.events, texts(), editing ? at + 1 : at, view?.faults || [], editing);
}

function drawNow() {
  const here = editing ? at + 1 : at;
  const shown = [...new Set([...(view?.faults || []).filter((fault) => firm(fault) && fault.step === here && here), ...fresh])];
  const parts = [make("p", "last", here ? `${here} ${texts()[here - 1]}` : say("start_row"))];
  for (const fault of shown) parts.push(make("p", "flag", faultText(fault)));
  element("now").replaceChildren(...parts);
  const inside = at < doc.events.length;
  element("mode").hidden = !inside;
  if (!inside) return;
  const text = editing
    ? say("mode_edit", { step: at + 1, text: texts()[at] })
    : at
      ? say("mode_insert", { step: at })
      : say("mode_insert_first");
  element("mode").replaceChildren(make("span", "", text), button(say(editing ? "cancel" : "to_end"), toEnd));
}

// ---- doing

function write(row) {
  log.closeRemark();
  if (document.activeElement !== element("typed")) others(false);
  const event = { ...row };
  const ending = at === doc.events.length;
  if (editing) {
    const old = doc.events[at];
    for (const name of ["t", "r"]) if (old[name] !== undefined) event[name] = old[name];
    doc.splice(at, 1, event);
    announce(say("changed", { step: at + 1, text: textOf(event) }));
    editing = false;
    at = doc.events.length;
  } else {
    const time = ending ? doc.now() : undefined;
    if (time !== undefined) event.t = time;
    doc.splice(at, 0, event);
    at += 1;
    announce(say("added", { step: at, text: textOf(event) }));
  }
  return judge();
}

function go(step) {
  log.closeRemark();
  editing = false;
  at = Math.max(0, Math.min(doc.events.length, step));
  return judge();
}

const toEnd = () => go(doc.events.length);

function edit(step) {
  if (!step) return;
  log.closeRemark();
  editing = true;
  at = step - 1;
  return judge().then(() => element("dock").scrollIntoView({ block: "nearest" }));
}

function drop(step) {
  if (!step) return;
  log.closeRemark();
  editing = false;
  doc.splice(step - 1, 1);
  at = step - 1;
  announce(say("deleted", { step }));
  return judge();
}

function remark(step, text) {
  const { r, ...rest } = doc.events[step - 1];
  doc.splice(step - 1, 1, text ? { ...rest, r: text } : rest);
  return r === text ? judging : judge();
}

function again(forward) {
  log.closeRemark();
  const step = forward ? doc.redo() : doc.undo();
  if (!step) return announce(say(forward ? "nothing_to_redo" : "nothing_to_undo"));
  announce(say(forward ? "redone" : "undone"));
  editing = false;
  at = step.fields ? Math.min(at, doc.events.length) : step.at + (forward ? step.in.length : step.out.length);
  if (at > doc.events.length) at = doc.events.length;
  if (step.fields && screen !== "play") return deal && screen === "deal" ? deal.draw() : undefined;
  if (!doc.started) return dealing();
  return judge();
}

let queue = Promise.resolve();

/** Do it when all that was asked before is done and judged. */
function soon(task) {
  queue = queue.then(() => judging).then(task).catch(reportError);
  return queue;
}


/** Write the events of a typed line; what cannot be read, and all after it, goes back into the field. */
async function typed(text) {
  const words = text.split(/\s+/).filter(Boolean);
  element("typed-wrong").textContent = "";
  while (words.length) {
    await judging;
    const row = reader.event(words[0], pad.due || (view ? null : ["discard", doc.playing[0]]), pad.pending);
    if (!row) {
      element("typed-wrong").textContent = say("type_bad", { text: words[0].slice(0, 20) });
      element("typed").value = [...words, element("typed").value].join(" ").trim();
      return;
    }
    words.shift();
    await write(row);
  }
}

/** Open or close what is for anything else than the usual; on a wide screen it is always there. */
function others(open) {
  element("other").classList.toggle("shown", open);
  document.querySelector("[data-do=other]").setAttribute("aria-expanded", String(open));
}

// ---- the parts

const pad = new Pad(
  { offers: element("offers"), hint: element("hint"), keypad: element("keypad"), seats: element("pad-seats"), actions: element("pad-actions"), unknown: element("pad-unknown"), record: element("pad-record") },
  data,
  card,
  write,
  soon,
);
const log = new Log(element("log"), element("faults"), {
  say, words: data.words, go, edit, drop, remark,
  settings: table,
  refresh: drawLog,
});
const finish = new Finish(element("finish-box"), { data, say, server, announce, now: () => ({ doc, keeper, view, judging }) });
const drafts = new Drafts({ data, say, server, open, notice, pageOf });

function takeRepair({ dealer, hands, stock, events }, text) {
  doc.set({ dealer, hands, stock, events });
  announce(say("repaired", { text }));
  toEnd();
}

const dos = {
  repairs: () => judging.then(() => showRepairs(element("repairs"), doc.record, { say, server, take: takeRepair })),
  undo: () => again(false),
  redo: () => again(true),
  table,
  deal: () => (doc.own === -1 ? table() : dealing()),
  play,
  finish: () => (log.closeRemark(), finish.open()),
  flip: () => board && (board.flip(), board.show(view.step)),
  keys: () => element("keys").showModal(),
  other: () => others(!element("other").classList.contains("shown")),
  "deal-more": () => deal.resize(1),
  "deal-less": () => deal.resize(-1),
  "deal-clear": () => deal.clear(),
  copy: () => navigator.clipboard?.writeText(view.notation).then(() => announce(say("copied"))),
  close: (target) => target.closest("dialog").close(),
};

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-do]");
  if (target && target.getAttribute("aria-disabled") !== "true") dos[target.dataset.do](target);
});
element("dock").addEventListener("click", echo, true);

/** Drop the second half of a double tap: what it would press came under the finger only just now. */
function echo(event) {
  if (!event.detail) return; // not a pointer
  const now = performance.now();
  const { clientX: x, clientY: y } = event;
  if (now - last.at < TWICE && Math.hypot(x - last.x, y - last.y) < NEAR) {
    event.stopPropagation();
    event.preventDefault();
  }
  last = { at: now, x, y };
}

form.addEventListener("change", () => seatsShown(form));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!doc) begin({ record: Doc.empty(form.elements.ruleset.value) });
  takeForm(form, doc);
  board = null;
  doc.own === -1 ? play() : dealing();
});
element("type-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const { value } = element("typed");
  element("typed").value = "";
  soon(() => typed(value));
});
listen({ screen: () => screen, pad, dos, go, edit, drop, log, place: () => at, toEnd, count: () => doc.events.length, deal: () => deal, soon, cancel: () => (pad.half ? pad.reset() : toEnd()) });

addEventListener("pageshow", (event) => {
  if (event.persisted && keeper?.ended) location.reload(); // it was stored, and the reader came back
});

element("recorder").hidden = false;
drafts.begin();
