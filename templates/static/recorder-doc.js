// The hand being written down: its record and every change made to it, to be undone and done again.

export const UNKNOWN = 20;
export const NONE = -1;
export const STOCK = 22;
export const ACTIONS = ["discard", "reveal", "wei", "peng", "chi", "hu", "zhe", "dead", "exhausted", "pass", "show"];
const HISTORY = 1000; // changes that can be undone

/** Return a random name of lower-case letters and digits. */
export function freshName(length = 16) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return [...bytes].map((byte) => "abcdefghijklmnopqrstuvwxyz0123456789"[byte % 36]).join("");
}

/** Return `size` cards: these, and unknown ones for the rest. */
export const padded = (cards, size) => [...cards, ...Array(Math.max(0, size - cards.length)).fill(UNKNOWN)];
export const knownOf = (cards) => cards.filter((kind) => kind !== UNKNOWN);
const sorted = (cards) => [...cards].sort((a, b) => a - b);

export class Doc {
  /** `content` is a draft as the server keeps it; `onChange` is called after every change. */
  constructor(content, onChange) {
    this.key = content.key || freshName(20);
    this.version = content.version || 0;
    this.record = content.record;
    this.record.hands = this.record.hands.map(sorted);
    this.started = Boolean(content.started);
    this.clock = Boolean(content.clock);
    this.begun = content.begun ?? null;
    this.own = content.own ?? -2;
    this.origin = content.origin ?? null;
    this.done = content.done || [];
    this.undone = content.undone || [];
    this.onChange = onChange;
  }

  /** Return the record of a table where nothing is known yet. */
  static empty(ruleset) {
    return { ruleset, dealer: 0, names: [], hands: [padded([], 20), padded([], 19), padded([], 19)], stock: padded([], STOCK), events: [], claimed: null, meta: {} };
  }

  /** What the server is to keep. */
  content() {
    const { record, started, clock, own, origin, begun } = this;
    return { record, started, clock, own, origin, begun };
  }

  get events() {
    return this.record.events;
  }

  get seats() {
    return this.record.hands.length;
  }

  /** The seat that sits out at a table of four, else NONE. */
  get idle() {
    return this.seats === 4 && this.record.dealer >= 0 ? (this.record.dealer + 2) % 4 : NONE;
  }

  get playing() {
    return this.record.hands.map((_, seat) => seat).filter((seat) => seat !== this.idle);
  }

  /** The number of cards the seat should be dealt. */
  size(seat) {
    return seat === this.idle ? 0 : seat === Math.max(0, this.record.dealer) ? 20 : 19;
  }

  /** Take events out at a place and put others in. */
  splice(at, out, ...rows) {
    this.change({ at, out: this.events.slice(at, at + out), in: rows });
  }

  /** Set fields of the record or of the document (`started`, `clock`, `own`); what does not change is left out. */
  set(values) {
    const fields = [];
    for (const [name, after] of Object.entries(values)) {
      const before = name in this.record ? this.record[name] : this[name];
      if (JSON.stringify(before) !== JSON.stringify(after)) fields.push([name, before, after]);
    }
    if (fields.length) this.change({ fields });
  }

  change(step) {
    this.done.push(step);
    if (this.done.length > HISTORY) this.done.shift();
    this.undone = [];
    this.apply(step, true);
  }

  /** Undo the last change; return it, or undefined if there is none. */
  undo() {
    const step = this.done.pop();
    if (step) {
      this.undone.push(step);
      this.apply(step, false);
    }
    return step;
  }

  redo() {
    const step = this.undone.pop();
    if (step) {
      this.done.push(step);
      this.apply(step, true);
    }
    return step;
  }

  apply(step, forward) {
    if (step.fields) {
      for (const [name, before, after] of step.fields) {
        const value = structuredClone(forward ? after : before);
        if (name in this.record) this.record[name] = value;
        else this[name] = value;
      }
    } else {
      const [gone, come] = forward ? [step.out, step.in] : [step.in, step.out];
      this.events.splice(step.at, gone.length, ...come.map((row) => ({ ...row })));
    }
    this.onChange();
  }

  /** Return the milliseconds since the hand began, or undefined when times are not kept. */
  now() {
    if (!this.clock) return undefined;
    if (this.begun === null) this.begun = Date.now();
    return Math.max(0, Date.now() - this.begun);
  }
}

/** Reads what is typed; `typed` holds the spellings of cards, seats and actions. */
export class Reader {
  constructor(typed) {
    this.typed = typed;
  }

  /** Return the kinds written one after the other, or null; `?*5` is five unknown ones. */
  cards(text) {
    const kinds = [];
    for (const piece of text.match(/[sSbB](?:10|[1-9])(?![0-9])|[?？]\*[0-9]{1,2}|\S/g) || []) {
      if (/^[?？]\*/.test(piece)) kinds.push(...Array(Number(piece.slice(2))).fill(UNKNOWN));
      else if (piece.toLowerCase() in this.typed.cards) kinds.push(this.typed.cards[piece.toLowerCase()]);
      else return null;
    }
    return kinds;
  }

  /**
   * Return the event a word writes, or null. Left out, the seat is that of `due` ([action, seat]), a single card does what is
   * due, and three cards are a 吃, in which the card on the table (`pending`) may stand anywhere.
   */
  event(word, due, pending) {
    const bare = this.cards(word);
    if (bare && (bare.length === 1 || bare.length === 3)) {
      if (!due) return null;
      if (bare.length === 1) return { a: due[0] === "discard" ? "discard" : "reveal", s: due[1], k: bare[0] };
      const taken = bare.includes(pending) ? pending : bare[0];
      bare.splice(bare.indexOf(taken), 1);
      return { a: "chi", s: due[1], k: taken, c: sorted(bare) };
    }
    const { seats, actions, companions } = this.typed;
    const seated = word[0] in seats && word[1] in actions;
    const action = actions[seated ? word[1] : word[0]];
    const kinds = this.cards(word.slice(seated ? 2 : 1).replace(/^[:：]/, ""));
    if (action === undefined || !kinds) return null;
    const a = ACTIONS[action];
    const s = a === "exhausted" ? NONE : seated ? seats[word[0]] : due ? due[1] : null;
    if (s === null) return null;
    if (a === "zhe" || a === "show") return { a, s, c: sorted(kinds) };
    if (a in companions && !kinds.length && pending >= 0 && a !== "chi" && a !== "discard" && a !== "reveal") kinds.push(pending);
    if (a === "chi" && kinds.length === 2 && pending >= 0) kinds.unshift(pending);
    const [k, ...c] = kinds;
    const wanted = companions[a];
    if (wanted !== undefined && (k === undefined || (c.length && c.length !== wanted) || (a === "chi" && c.length !== 2))) return null;
    return { a, s, ...(k === undefined ? {} : { k }), ...(c.length ? { c: sorted(c) } : {}) };
  }
}
