// Storing the finished hand in the library.

import { make } from "./cards.js";
import { rememberTable } from "./recorder-deal.js";
import { firm } from "./recorder-log.js";
import { Refused } from "./recorder-sync.js";

const NUMBERS = ["xi", "multiplier", "total"];

export class Finish {
  /** `tools`: data, say, server, announce, now() → {doc, keeper, view, judging}. */
  constructor(box, tools) {
    Object.assign(this, tools);
    this.box = box;
    this.form = box.querySelector("form");
    this.sum = box.querySelector("#finish-sum");
    this.told = box.querySelector("#finish-told");
    this.button = box.querySelector("#finish-go");
    this.sending = false;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  async open() {
    await this.now().judging;
    const { doc, view } = this.now();
    const claimed = doc.record.claimed || {};
    for (const name of NUMBERS) this.form.elements[name].value = claimed[name] ?? "";
    this.form.elements.mingtang.value = (claimed.mingtang || []).join("、");
    this.sum.replaceChildren(...this.lines(doc, view).map((text) => make("p", text.startsWith("⚑") ? "flag" : "", text)));
    this.told.textContent = "";
    this.button.disabled = false;
    this.box.showModal();
    this.button.focus();
  }

  lines(doc, view) {
    const { say, data } = this;
    if (!view) return [say("no_judge")];
    const lines = [];
    const who = (seat) => [data.marks[seat], doc.record.names[seat]].filter(Boolean).join(" ");
    if (view.outcome === "hu") {
      const open = view.faults.some((fault) => !firm(fault) && ["hu_incomplete", "false_deal_win"].includes(fault.code));
      lines.push(say(view.result ? "finish_hu" : open ? "finish_hu_open" : "finish_hu_bad", { name: who(view.winner) }));
    } else lines.push(say(view.outcome === "exhausted" ? "finish_exhausted" : "finish_unfinished"));
    if (view.result) lines.push(say("finish_score", view.result) + view.result.mingtang.map((name) => ` · ${name}`).join(""));
    const count = view.faults.filter(firm).length;
    lines.push(count ? `⚑ ${say("finish_faults", { count })}` : say("finish_clean"));
    return lines;
  }

  /** Put what the table counted into the record. */
  claim(doc, view) {
    const given = {};
    for (const name of NUMBERS) {
      const { value } = this.form.elements[name];
      given[name] = value === "" ? null : Math.round(Number(value));
    }
    const names = this.form.elements.mingtang.value.split(/[、,，]/).map((name) => name.trim()).filter(Boolean);
    given.mingtang = names.length ? names : null;
    const before = doc.record.claimed;
    if (!before && Object.values(given).every((value) => value === null)) return;
    const result = before || { outcome: view?.outcome === "incomplete" ? "" : view?.outcome || "", winner: view?.winner ?? null };
    doc.set({ claimed: { ...result, ...given } });
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    this.button.disabled = true;
    const { doc, keeper, view } = this.now();
    try {
      this.claim(doc, view);
      await keeper.push();
      const answer = await this.server.ask("POST", this.server.urls.finish, { record: doc.record, key: doc.key, origin: doc.origin });
      if (answer.same) return this.unchanged(answer);
      this.tell(this.say(answer.new ? "stored" : "stored_before"));
      if (doc.origin === null) rememberTable(doc, view);
      await keeper.end();
      location.assign(answer.url);
    } catch (error) {
      this.tell(this.say("finish_failed", { why: error instanceof Refused ? error.message : this.say("offline") }));
      this.button.disabled = false;
      this.sending = false;
    }
  }

  unchanged(answer) {
    const link = make("a", "", this.say("same_open"));
    link.href = answer.url;
    this.tell(this.say("same"));
    this.told.append(" ", link);
    this.sending = false;
    this.button.disabled = false;
  }

  tell(text) {
    this.told.textContent = text;
  }
}
