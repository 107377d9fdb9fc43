// Setting up the table, and the cards each player was dealt.

import { make } from "./cards.js";
import { knownOf, padded, STOCK, UNKNOWN } from "./recorder-doc.js";
import { Keypad } from "./recorder-pad.js";

const STOCK_ROW = "stock";
const TABLE = "wmq.table"; // where this browser keeps the table for the next hand

/** Keep the table for the next hand, with who deals it. */
export function rememberTable(doc, view) {
  const { record, own, clock } = doc;
  try {
    localStorage.setItem(TABLE, JSON.stringify({ ruleset: record.ruleset, seats: doc.seats, names: record.names, dealer: view?.deals ?? record.dealer, own, clock }));
  } catch {
    // then the next table is set up by hand
  }
}

/** Fill the form with the table of the last hand, if there was one. */
export function lastTable(form) {
  let last = null;
  try {
    last = JSON.parse(localStorage.getItem(TABLE));
  } catch {
    return;
  }
  if (!last) return;
  for (const name of ["seats", "dealer", "own", "ruleset"]) {
    const before = form.elements[name].value;
    form.elements[name].value = String(last[name]);
    if (!form.elements[name].value) form.elements[name].value = before; // it is not there any more
  }
  form.elements.clock.checked = last.clock;
  last.names.forEach((name, seat) => (form.elements[`name${seat}`].value = name));
}

/** Fill the form from the document; `dealer` is the one the referee goes by if none is recorded. */
export function fillForm(form, doc, dealer) {
  const { record } = doc;
  form.elements.ruleset.value = record.ruleset;
  form.elements.seats.value = String(doc.seats);
  form.elements.dealer.value = String(Math.max(0, record.dealer >= 0 ? record.dealer : dealer));
  form.elements.own.value = String(doc.own);
  form.elements.clock.checked = doc.clock;
  for (let seat = 0; seat < 4; seat++) form.elements[`name${seat}`].value = record.names[seat] || "";
  seatsShown(form);
}

/** Show the fields of three or four seats, and only seats that play. */
export function seatsShown(form) {
  const four = form.elements.seats.value === "4";
  const dealer = Number(form.elements.dealer.value);
  for (const part of form.querySelectorAll(".seat-3")) part.hidden = !four;
  if (!four && dealer === 3) form.elements.dealer.value = "0";
  const idle = four ? (Number(form.elements.dealer.value) + 2) % 4 : -1;
  for (const radio of form.elements.own) {
    const seat = Number(radio.value);
    if (seat < 0) continue;
    radio.parentElement.hidden = seat === idle || (seat === 3 && !four);
    if (radio.checked && radio.parentElement.hidden) form.elements.own.value = "-2";
  }
}

/** Put what the form says into the document, as one change; cards already entered stay. */
export function takeForm(form, doc) {
  const seats = Number(form.elements.seats.value);
  const dealer = Number(form.elements.dealer.value);
  const idle = seats === 4 ? (dealer + 2) % 4 : -1;
  const names = [...Array(seats).keys()].map((seat) => form.elements[`name${seat}`].value.trim());
  const hands = [...Array(seats).keys()].map((seat) => {
    if (seat === idle) return [];
    const old = doc.record.hands[seat] || [];
    const usual = old.length === doc.size(seat) || !old.length;
    return usual ? padded(knownOf(old), seat === dealer ? 20 : 19) : old;
  });
  const own = Number(form.elements.own.value);
  doc.set({ ruleset: form.elements.ruleset.value || doc.record.ruleset, dealer, names: names.some(Boolean) ? names : [], hands, own, clock: form.elements.clock.checked });
}

export class Deal {
  /** `tools`: data, card, say, reader, announce, done (called when the deal is finished). */
  constructor(root, doc, tools) {
    Object.assign(this, tools);
    this.root = root;
    this.doc = doc;
    this.rows = root.querySelector(".deal-rows");
    this.typed = root.querySelector("#deal-typed");
    this.wrong = root.querySelector("#deal-wrong");
    root.querySelector(".keypad").replaceChildren();
    this.keypad = new Keypad(root.querySelector(".keypad"), this.data, this.card, (kind) => this.add(kind));
    this.typed.oninput = () => this.type(this.typed.value);
    this.row = this.all[0];
  }

  /** The rows that are entered: seats, and the stock where everything is known. */
  get all() {
    const { own, playing } = this.doc;
    if (own === -1) return [];
    return own >= 0 ? playing.filter((seat) => seat === own) : [...playing, STOCK_ROW];
  }

  cards(row) {
    return row === STOCK_ROW ? this.doc.record.stock : this.doc.record.hands[row];
  }

  size(row) {
    return row === STOCK_ROW ? STOCK : this.doc.size(row);
  }

  name(row) {
    return row === STOCK_ROW ? this.say("stock") : [this.data.marks[row], this.doc.record.names[row]].filter(Boolean).join(" ");
  }

  put(row, cards) {
    if (row === STOCK_ROW) this.doc.set({ stock: cards });
    else this.doc.set({ hands: this.doc.record.hands.map((hand, seat) => (seat === row ? [...cards].sort((a, b) => a - b) : hand)) });
  }

  /** How many cards of each kind are not placed yet. */
  left() {
    const left = Array(20).fill(4);
    for (const cards of [...this.doc.record.hands, this.doc.record.stock]) for (const kind of cards) if (kind < UNKNOWN) left[kind]--;
    return left;
  }

  select(row) {
    this.row = row;
    this.draw();
  }

  /** Go to the next row, `by` 1 or -1. */
  move(by) {
    const { all } = this;
    if (all.length) this.select(all[(all.indexOf(this.row) + by + all.length) % all.length]);
  }

  add(kind) {
    const { row } = this;
    const cards = this.cards(row);
    if (kind === UNKNOWN) return;
    if (!this.left()[kind]) this.announce(this.say("deal_none_left", { card: this.data.faces[kind] }));
    const known = knownOf(cards);
    const place = row === STOCK_ROW ? cards.indexOf(UNKNOWN) : -1;
    const next = place >= 0 ? cards.with(place, kind) : padded([...known, kind], Math.max(cards.length, known.length + 1));
    this.put(row, next);
    const now = knownOf(this.cards(row)).length;
    this.announce(this.say("deal_added", { who: this.name(row), card: this.data.card_names[kind], known: now }));
    if (now === this.size(row)) this.full(row);
    else this.draw();
  }

  full(row) {
    this.announce(this.say("deal_full", { who: this.name(row) }));
    const { all } = this;
    const next = all.find((other) => other !== STOCK_ROW && knownOf(this.cards(other)).length < this.size(other));
    this.select(next ?? row);
  }

  remove(row, kind) {
    const cards = [...this.cards(row)];
    const at = cards.lastIndexOf(kind);
    if (at < 0) return;
    if (cards.length > this.size(row)) cards.splice(at, 1);
    else cards[at] = UNKNOWN;
    this.row = row;
    this.put(row, cards);
    this.announce(this.say("deal_removed", { who: this.name(row), card: this.data.card_names[kind] }));
    this.draw();
  }

  /** Take the last known card of the present row out. */
  back() {
    const known = knownOf(this.cards(this.row));
    if (known.length) this.remove(this.row, known[known.length - 1]);
  }

  resize(by) {
    const cards = [...this.cards(this.row)];
    if (by > 0) cards.push(UNKNOWN);
    else cards.splice(cards.includes(UNKNOWN) ? cards.indexOf(UNKNOWN) : cards.length - 1, 1);
    this.put(this.row, cards);
    this.draw();
  }

  clear() {
    this.put(this.row, padded([], this.size(this.row)));
    this.draw();
  }

  type(text) {
    const cards = this.reader.cards(text);
    this.wrong.textContent = cards ? "" : this.say("deal_bad", { text: text.trim().slice(0, 20) });
    this.typed.setAttribute("aria-invalid", String(!cards));
    if (!cards) return;
    this.put(this.row, padded(cards, this.size(this.row)));
    this.draw(false);
  }

  draw(field = true) {
    const { all, row } = this;
    if (!all.includes(row)) this.row = all[0];
    this.root.querySelector(".deal-entry").hidden = !all.length;
    this.rows.replaceChildren(...all.map((each) => this.line(each)));
    if (!all.length) return;
    this.keypad.show(this.left(), new Set(this.left().flatMap((n, kind) => (n > 0 ? [kind] : []))));
    this.root.querySelector("label[for=deal-typed]").textContent = this.say("deal_typed", { who: this.name(this.row) });
    if (field && document.activeElement !== this.typed) {
      const cards = this.cards(this.row);
      const shown = this.row === STOCK_ROW ? cards.slice(0, cards.findLastIndex((kind) => kind !== UNKNOWN) + 1) : knownOf(cards);
      this.typed.value = shown.map((kind) => this.data.faces[kind] ?? "?").join("");
      this.wrong.textContent = "";
      this.typed.setAttribute("aria-invalid", "false");
    }
    const { length } = this.cards(this.row);
    const right = this.size(this.row);
    this.root.querySelector("#deal-size").textContent = this.say("deal_size", { size: length });
    this.root.querySelector("#deal-size-wrong").textContent = length === right ? "" : this.say("deal_size_wrong", { size: right });
  }

  line(row) {
    const cards = this.cards(row);
    const known = knownOf(cards);
    const head = make("button", "row-head", null, make("span", "name", this.name(row)));
    if (row === this.doc.record.dealer) head.append(make("span", "tag dealer", this.data.words["seat.dealer"]));
    head.append(make("span", "row-count", this.say("deal_count", { known: known.length, size: cards.length })));
    head.type = "button";
    head.setAttribute("aria-pressed", String(row === this.row));
    head.addEventListener("click", () => this.select(row));
    const hand = make("div", "row-hand");
    const order = row === STOCK_ROW ? known.map((kind) => [kind, 1]) : counted(known);
    for (const [kind, count] of order) {
      const column = make("span", "column", null, ...Array.from({ length: count }, () => this.card(kind)));
      column.setAttribute("aria-hidden", "true");
      const button = make("button", "take-out", null, column);
      button.type = "button";
      button.setAttribute("aria-label", this.say("deal_removed", { who: this.name(row), card: `${this.data.card_names[kind]} × ${count}` }));
      button.addEventListener("click", () => this.remove(row, kind));
      hand.append(button);
    }
    const box = make("section", `deal-row${row === this.row ? " current" : ""}`, null, head, hand);
    box.setAttribute("aria-label", this.name(row));
    return box;
  }
}

function counted(kinds) {
  const counts = new Map();
  for (const kind of [...kinds].sort((a, b) => a - b)) counts.set(kind, (counts.get(kind) || 0) + 1);
  return [...counts];
}
