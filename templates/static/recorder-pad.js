// What is pressed to write an event: the events offered, the twenty cards, and seats and actions for anything else.

import { make } from "./cards.js";
import { ACTIONS, NONE, UNKNOWN } from "./recorder-doc.js";

const OFFER_KEYS = ["g", "h", "j", "k", "l", ";"];
const SEAT_KEYS = ["a", "s", "d", "f"];
const ACTION_KEYS = { discard: "z", reveal: "x", chi: "c", peng: "v", wei: "b", pass: "n", hu: "m", zhe: ",", show: ".", dead: "[", exhausted: "]" };
const CARDLESS = ["hu", "dead", "exhausted", "pass"];
const MANY = ["zhe", "show"];
const SEATED = new Set(["exhausted"]); // actions of no seat

/** The twenty cards as keys, small ones above big ones. */
export class Keypad {
  constructor(root, data, card, press) {
    this.keys = [];
    this.data = data;
    for (const half of [0, 10]) {
      const row = make("div", "keys");
      row.setAttribute("role", "group");
      row.setAttribute("aria-label", data.words[half ? "rec.big" : "rec.small"]);
      for (let kind = half; kind < half + 10; kind++) {
        const count = make("span", "count");
        const key = make("button", "key", null, card(kind), count);
        key.type = "button";
        key.dataset.kind = kind;
        key.firstChild.setAttribute("aria-hidden", "true");
        key.addEventListener("click", () => press(kind));
        row.append(key);
        this.keys.push([key, count]);
      }
      root.append(row);
    }
  }

  /** `counts`: the number on each key, or null; `good`: kinds that stand out, or null for all. */
  show(counts, good, chosen = []) {
    this.keys.forEach(([key, count], kind) => {
      const number = counts ? counts[kind] : "";
      count.textContent = number === "" ? "" : String(number);
      key.classList.toggle("off", good !== null && !good.has(kind));
      key.classList.toggle("chosen", chosen.includes(kind));
      key.setAttribute("aria-label", this.data.card_names[kind] + (counts ? ` · ${number}` : ""));
    });
  }
}

export class Pad {
  /**
   * `write(row)` takes a whole event; `soon(task)` does it once the referee has answered, so that quick presses mean what
   * they will mean then; `roots`: elements offers, hint, keypad, seats, actions, unknown, record.
   */
  constructor(roots, data, card, write, soon) {
    this.roots = roots;
    this.data = data;
    this.card = card;
    this.write = write;
    this.soon = soon;
    this.view = null;
    this.keypad = new Keypad(roots.keypad, data, card, (kind) => soon(() => this.kind(kind)));
    this.actions = ACTIONS.map((action) => this.chip(roots.actions, this.say(`do_${action}`), ACTION_KEYS[action], () => soon(() => this.act(action))));
    roots.unknown.addEventListener("click", () => soon(() => this.kind(UNKNOWN)));
    roots.record.addEventListener("click", () => soon(() => this.record()));
    this.reset();
  }

  say(key, values = {}) {
    return this.data.words[`rec.${key}`].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  }

  chip(root, text, key, press) {
    const hint = make("kbd", "", key);
    hint.setAttribute("aria-hidden", "true");
    const chip = make("button", "chip-key", text, hint);
    chip.type = "button";
    chip.addEventListener("click", press);
    root.append(chip);
    return chip;
  }

  /** Offer what may follow on the table of `view`, which may be null when nobody judged; `playing`: the seats. */
  offer(view, playing) {
    this.view = view;
    this.playing = playing;
    this.roots.seats.replaceChildren();
    this.seats = playing.map((seat) => [seat, this.chip(this.roots.seats, this.data.marks[seat], SEAT_KEYS[seat], () => this.soon(() => this.seat(seat)))]);
    this.reset();
  }

  reset() {
    this.chosen = { seat: null, action: null, kinds: [] };
    if (this.playing) this.draw();
  }

  get half() {
    return this.chosen.seat !== null || this.chosen.action !== null;
  }

  get due() {
    return this.view?.next || null;
  }

  get pending() {
    const card = this.view?.frame.p;
    return card ? card[0] : NONE;
  }

  get legal() {
    return this.view?.legal || [];
  }

  /** What is being written: the chosen action, else the one that is due. */
  get action() {
    if (this.chosen.action) return this.chosen.action;
    const due = this.due?.[0];
    return due && !CARDLESS.includes(due) ? due : this.due ? null : this.view ? null : "discard";
  }

  get who() {
    if (this.chosen.seat !== null) return this.chosen.seat;
    const { action } = this;
    const legal = [...new Set(this.legal.filter(([a]) => a === action).map(([, seat]) => seat))];
    if (legal.length === 1 && legal[0] !== NONE) return legal[0];
    if (action === "wei" && this.view?.frame.p) return this.view.frame.p[1];
    return this.due && this.due[1] !== NONE ? this.due[1] : this.playing[0];
  }

  /** A seat was chosen. */
  seat(seat) {
    if (!this.playing.includes(seat)) return;
    this.chosen.seat = this.chosen.seat === seat ? null : seat;
    this.draw();
  }

  /** An action was chosen; where nothing else is needed the event is written at once. */
  act(action) {
    const same = this.legal.filter(([a, seat, , , sure]) => a === action && sure && (this.chosen.seat === null || this.chosen.seat === seat));
    if (!["discard", "reveal", "chi"].includes(action) && same.length === 1) return this.take(same[0]);
    this.chosen.action = action;
    this.chosen.kinds = [];
    if (SEATED.has(action)) return this.finish({ a: action, s: NONE });
    if (CARDLESS.includes(action)) return this.finish({ a: action, s: this.who });
    const known = this.pending !== NONE && this.pending !== UNKNOWN;
    if ((action === "wei" || action === "peng") && known) return this.finish({ a: action, s: this.who, k: this.pending });
    this.draw();
  }

  /** A card was chosen. */
  kind(kind) {
    const { action, chosen } = this;
    if (!action) return;
    if (action === "chi") return this.companion(kind);
    if (MANY.includes(action)) {
      chosen.kinds.push(kind);
      return this.draw();
    }
    this.finish({ a: action, s: this.who, k: kind });
  }

  companion(kind) {
    const taken = this.pending === NONE || this.pending === UNKNOWN ? [] : [this.pending];
    this.chosen.kinds.push(kind);
    const kinds = [...taken, ...this.chosen.kinds];
    if (kinds.length < 3) return this.draw();
    this.finish({ a: "chi", s: this.who, k: kinds[0], c: kinds.slice(1).sort((a, b) => a - b) });
  }

  /** Write what has any number of cards. */
  record() {
    const { action, chosen } = this;
    if (MANY.includes(action)) this.finish({ a: action, s: this.who, c: [...chosen.kinds].sort((a, b) => a - b) });
  }

  take([a, s, k, c]) {
    this.finish({ a, s, ...(k === NONE ? {} : { k }), ...(c.length ? { c } : {}) });
  }

  finish(row) {
    this.chosen = { seat: null, action: null, kinds: [] };
    this.write(row);
  }

  /** Press the n-th of the offered buttons. */
  pressOffer(n) {
    this.roots.offers.querySelectorAll("button")[n]?.click();
  }

  draw() {
    const { chosen, view } = this;
    const { action, who } = this;
    for (const [seat, chip] of this.seats) {
      chip.setAttribute("aria-pressed", String(chosen.seat === seat));
      chip.classList.toggle("due", chosen.seat === null && who === seat && action !== null);
    }
    this.actions.forEach((chip, n) => {
      chip.setAttribute("aria-pressed", String(chosen.action === ACTIONS[n]));
      chip.classList.toggle("due", chosen.action === null && action === ACTIONS[n]);
    });
    this.roots.record.hidden = !MANY.includes(action);
    this.drawOffers();
    this.roots.hint.textContent = this.hint(action, who);
    const good = new Set(this.legal.filter(([a, s]) => a === action && s === who).map(([, , kind]) => kind));
    if (action === "chi") for (const [a, s, , cards] of this.legal) if (a === "chi" && s === who) cards.forEach((kind) => good.add(kind));
    this.roots.keypad.hidden = Boolean(view && !action);
    this.keypad.show(this.counts(action, who), view && action ? good : action ? null : new Set(), chosen.kinds);
  }

  /** The number on each card: how many the seat holds, or how many nobody has seen. */
  counts(action, who) {
    if (!this.view || !action) return null;
    if (action === "reveal") return this.view.unseen;
    const hand = this.view.frame.h[who] || [];
    if (hand.includes(UNKNOWN)) return this.view.unseen.map((n, kind) => n + hand.filter((k) => k === kind).length);
    return this.view.unseen.map((_, kind) => hand.filter((k) => k === kind).length);
  }

  hint(action, who) {
    const { view, chosen, data } = this;
    if (!action) return view && !view.next ? this.say("is_over") : "";
    const names = { who: data.marks[who], action: this.say(`do_${action}`) };
    if (MANY.includes(action)) return `${this.say("tap_many", names)} ${chosen.kinds.map((kind) => data.faces[kind] ?? "?").join("")}`;
    if (action !== "chi") return this.say("tap_card", names);
    if (this.pending === NONE || this.pending === UNKNOWN) return `${this.say("tap_three", names)} ${chosen.kinds.map((kind) => data.faces[kind] ?? "?").join("")}`;
    return this.say("tap_two", { ...names, card: data.faces[this.pending] });
  }

  /** Big buttons: every claim that is legal, and what is due if it needs no card chosen. */
  drawOffers() {
    const { offers } = this.roots;
    const inside = offers.contains(document.activeElement);
    const { action, chosen } = this;
    const many = (a, s) => this.legal.filter(([b, t]) => a === b && t === s).length > 1;
    const shown = this.legal.filter(([a, s]) => (a !== "discard" && a !== "reveal") || !many(a, s));
    const fit = shown.filter(([a, s]) => (chosen.seat === null || s === chosen.seat || s === NONE) && (chosen.action === null || a === action));
    const sure = fit.filter(([, , , , sure]) => sure);
    const maybe = fit.filter(([, , , , sure]) => !sure);
    const parts = [...sure, ...maybe].map((event, n) => this.button(event, n));
    if (maybe.length) parts.splice(sure.length, 0, make("span", "maybe-note", this.say("maybe")));
    if (this.view && this.view.next && !this.legal.length) parts.push(make("span", "maybe-note", this.say("legal_none")));
    if (this.view && !this.view.next && this.view.step === this.view.steps) parts.push(this.end());
    offers.replaceChildren(...parts);
    if (inside) (offers.querySelector("button") || this.keypad.keys[0][0]).focus();
  }

  /** The button that stores a hand that is over. */
  end() {
    const button = make("button", "offer end", this.say("finish"));
    button.type = "button";
    button.dataset.do = "finish";
    return button;
  }

  button(event, n) {
    const [a, s, k, c, sure, text] = event;
    const cards = [];
    if (k !== NONE && a !== "hu") cards.push(this.card(k, a === "chi" ? "claimed" : ""));
    if (a === "peng" || a === "wei") cards.push(this.card(k), this.card(k));
    cards.push(...c.map((kind) => this.card(kind)));
    const box = make("span", "cards", null, ...cards);
    const label = make("span", "what", null, make("b", "", s === NONE ? "" : this.data.marks[s]), ` ${this.say(`do_${a}`)}`);
    const button = make("button", `offer ${a}${sure ? "" : " maybe"}`, null, label, cards.length ? box : null);
    if (n < OFFER_KEYS.length) button.append(make("kbd", "", OFFER_KEYS[n]));
    button.type = "button";
    button.setAttribute("aria-label", text);
    for (const child of button.children) child.setAttribute("aria-hidden", "true");
    button.addEventListener("click", () => this.take(event));
    return button;
  }
}
