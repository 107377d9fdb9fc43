// Draws the table of one step. All text goes through textContent.

import { BACK, cardMaker, make } from "./cards.js";

const SIDES = { 3: ["bottom", "right", "left"], 4: ["bottom", "right", "top", "left"] };

/** Put `values` into the {places} of a text. */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

export class Board {
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.words = data.words;
    this.card = cardMaker(data);
    const idle = data.seats.findIndex((seat) => seat.shouxing);
    this.bottom = idle === 0 ? data.seats.findIndex((seat) => seat.dealer) : 0;
  }

  /** Turn the table so that the next playing seat is at the bottom. */
  flip() {
    const seats = this.data.seats;
    do this.bottom = (this.bottom + 1) % seats.length;
    while (seats[this.bottom].shouxing);
  }

  /** Show the table after `step` events; `moved` is whether it came by one step forward. */
  show(step, moved = false) {
    const { data } = this;
    const frame = data.frames[step];
    const fresh = step - 1;
    const parts = data.seats.map((_, seat) => this.seat(seat, frame, step, fresh));
    parts.push(this.centre(frame, fresh));
    this.root.className = `table seats-${data.seats.length}${moved ? " moved" : ""}`;
    this.root.replaceChildren(...parts);
    this.root.setAttribute("aria-label", fill(this.words["board.label"], { event: this.line(step) }));
  }

  line(step) {
    return step ? this.data.events[step - 1][3] : this.words["step.deal"];
  }

  seat(seat, frame, step, fresh) {
    const { data, words } = this;
    const { name, mark, dealer, shouxing } = data.seats[seat];
    const side = SIDES[data.seats.length][(seat - this.bottom + data.seats.length) % data.seats.length];
    const over = frame.due === "over" || step === data.steps;
    const won = over && data.winner === seat;
    const turn = frame.t === seat && !won && !(step === data.steps && data.outcome !== "incomplete");
    const head = make("header", "", null, make("span", "mark", mark), make("span", "name", name));
    if (dealer) head.append(make("span", "tag dealer", words["seat.dealer"]));
    if (shouxing) head.append(make("span", "tag idle", words["seat.shouxing"]));
    if (frame.x[seat]) head.append(make("span", "tag dead", words["seat.dead"]));
    if (won) head.append(make("span", "tag won", words["seat.winner"]));
    if (turn) head.append(make("span", "tag turn", `${words["seat.turn"]} · ${words[`due.${frame.due}`]}`));
    const box = make("section", `seat at-${side}${turn ? " turn" : ""}${won ? " won" : ""}${frame.x[seat] ? " dead" : ""}`, null, head);
    box.setAttribute("aria-label", name);
    if (shouxing) {
      box.classList.add("idle");
      box.append(make("p", "idle-note", words["seat.shouxing_note"]));
      return box;
    }
    head.append(this.xi(seat, step));
    const held = make("div", "held", null, this.laid(frame.l[seat], fresh), this.hand(frame.h[seat]));
    box.append(held, this.discards(frame.d[seat], fresh));
    return box;
  }

  xi(seat, step) {
    const laid = this.data.xi.laid[seat][step];
    const hand = this.data.xi.hand[seat][step];
    const note = fill(this.words["seat.xi_now"], { laid, hand });
    const box = make("span", "xi", null, make("b", "", String(laid)), make("span", "", ` / ${hand} ${this.words["seat.xi"]}`));
    box.title = note;
    return box;
  }

  laid(groups, fresh) {
    const box = make("div", "laid");
    for (const [claim, kind, cards, own, event, points, whole] of groups) {
      const column = make("div", "column");
      const order = claim === "chi" ? [kind, ...without(cards, kind)] : cards;
      order.forEach((each, place) => {
        const hidden = claim === "wei" && place < 2;
        const claimed = place === (claim === "wei" ? 2 : 0);
        column.append(this.card(hidden ? BACK : each, claimed ? "claimed" : "", claimed ? this.words["board.claimed"] : ""));
      });
      const label = make("figcaption", "", null, make("b", "", this.words[`claim.${claim}`]));
      if (points) label.append(make("span", "points", String(points)));
      if (whole) label.append(make("span", "whole", this.words["board.tuanyuan"]));
      const figure = make("figure", `${claim}${own ? " own" : ""}${event === fresh ? " fresh" : ""}`, null, column, label);
      figure.dataset.event = event + 1;
      box.append(figure);
    }
    return box;
  }

  hand(kinds) {
    const box = make("div", "hand");
    for (const half of [kinds.filter((kind) => kind < 10), kinds.filter((kind) => kind >= 10)]) {
      if (!half.length) continue;
      const row = make("div", "half");
      let column = null;
      half.forEach((kind, at) => {
        if (at === 0 || half[at - 1] !== kind || (kind === 20 && column.childElementCount > 3)) row.append((column = make("div", "column")));
        column.append(this.card(kind));
      });
      box.append(row);
    }
    return box;
  }

  discards(pile, fresh) {
    const box = make("div", "pile");
    for (const [kind, revealed, event] of pile) {
      const how = this.words[revealed ? "board.revealed" : "board.discarded"];
      const card = this.card(kind, `${revealed ? "revealed" : "thrown"}${event === fresh ? " fresh" : ""}`, how);
      card.dataset.event = event + 1;
      box.append(card);
    }
    return box;
  }

  centre(frame, fresh) {
    const { words, data } = this;
    const stock = make("div", "stock", null, this.card(BACK), make("span", "left", String(frame.s)));
    const label = fill(words["board.stock_left"], { count: frame.s });
    stock.setAttribute("role", "img");
    stock.setAttribute("aria-label", label);
    stock.classList.toggle("out", frame.s === 0);
    const open = make("div", "open");
    if (frame.p) {
      const [kind, seat, revealed, event] = frame.p;
      const text = fill(words[revealed ? "board.pending_reveal" : "board.pending_discard"], { name: data.seats[seat].name });
      open.append(this.card(kind, event === fresh ? "fresh" : "", text), make("span", "who", text));
    }
    return make("div", "centre", null, make("div", "pot", null, stock, make("span", "who", words["board.stock"])), open);
  }

  /** Return the table of the step in words, a paragraph a seat. */
  text(step) {
    const { data, words } = this;
    const frame = data.frames[step];
    const say = (kinds) => kinds.map((kind) => (kind < 20 ? data.faces[kind] : "?")).join("") || words["board.none"];
    const parts = [make("p", "", `${step} / ${data.steps} · ${this.line(step)} · ${fill(words["board.stock_left"], { count: frame.s })}`)];
    if (frame.p) {
      const key = frame.p[2] ? "board.pending_reveal" : "board.pending_discard";
      parts.push(make("p", "", `${fill(words[key], { name: data.seats[frame.p[1]].name })}: ${say([frame.p[0]])}`));
    }
    data.seats.forEach(({ name, mark, dealer, shouxing }, seat) => {
      const roles = [dealer && words["seat.dealer"], shouxing && words["seat.shouxing"], frame.x[seat] && words["seat.dead"]].filter(Boolean);
      const list = make("dl");
      const row = (term, text) => list.append(make("div", "", null, make("dt", "", term), make("dd", "", text)));
      if (!shouxing) {
        row(words["seat.hand"], say(frame.h[seat]));
        row(words["seat.laid"], frame.l[seat].map(([claim, , cards]) => words[`claim.${claim}`] + say(cards)).join(" ") || words["board.none"]);
        row(words["seat.discards"], say(frame.d[seat].map(([kind]) => kind)));
        row(words["seat.xi"], fill(words["seat.xi_now"], { laid: data.xi.laid[seat][step], hand: data.xi.hand[seat][step] }));
      }
      parts.push(make("h3", "", [mark, name, ...roles].join(" · ")), list);
    });
    return parts;
  }
}

function without(cards, kind) {
  const rest = [...cards];
  rest.splice(rest.indexOf(kind), 1);
  return rest;
}
