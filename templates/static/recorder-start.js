// The first screen: what was begun before, in this browser and on the server.

import { make } from "./cards.js";
import { lastTable } from "./recorder-deal.js";
import { freshName } from "./recorder-doc.js";
import { forget, keptHere } from "./recorder-sync.js";

export class Drafts {
  /** `tools`: data, say, server, open(content, tab, unsent), notice, pageOf. */
  constructor(tools) {
    Object.assign(this, tools);
    this.list = document.getElementById("drafts");
    this.none = document.getElementById("no-drafts");
  }

  /** Take up what the address asks for, else show the list. */
  begin() {
    const { data } = this;
    if (data.asked && this.restore(data.asked, data.draft)) return;
    if (data.draft) return this.open(this.withHistory(data.draft));
    if (data.correct) {
      if (data.correct.record) return this.open({ record: data.correct.record, started: true, origin: data.correct.id });
      this.notice(this.say("unreadable", { why: data.correct.error }));
    } else if (data.asked) {
      for (const { name } of keptHere(data.asked)) forget(name);
      this.notice(this.say("draft_gone"));
      history.replaceState(null, "", data.urls.page);
    }
    document.getElementById("start").hidden = false;
    this.form();
    this.draw();
  }

  form() {
    const form = document.getElementById("table-form");
    form.elements.ruleset.value = this.data.ruleset;
    lastTable(form);
    form.dispatchEvent(new Event("change"));
  }

  /** Take up what this browser could not send, if there is any; return whether there was. */
  restore(key, draft) {
    const unsent = keptHere(key).filter((entry) => entry.dirty);
    if (!unsent.length) return false;
    const [newest, ...others] = unsent;
    for (const other of others) this.rescue(other, newest);
    if (draft && JSON.stringify(draft.record) === JSON.stringify(newest.content.record)) {
      forget(newest.name);
      return false;
    }
    const tab = newest.name.split(".").pop();
    this.open({ ...newest.content, key, version: newest.version, done: newest.done, undone: newest.undone }, tab, true);
    this.notice(this.say("restored", { count: newest.content.record.events.length }));
    return true;
  }

  /** Keep an older unsent version as a draft of its own. */
  async rescue(entry, newest) {
    if (JSON.stringify(entry.content) !== JSON.stringify(newest.content)) {
      await this.server.ask("PUT", this.data.urls.draft.replace("KEY", freshName(20)), { ...entry.content, base: 0, writer: freshName(8) });
    }
    forget(entry.name);
  }

  /** Add the changes that can be undone, if this browser has them for this very version. */
  withHistory(draft) {
    const kept = keptHere(draft.key);
    const same = kept.find((entry) => entry.version === draft.version);
    for (const { name } of kept) forget(name);
    return same ? { ...draft, done: same.done, undone: same.undone } : draft;
  }

  draw() {
    const { data } = this;
    const listed = new Set(data.drafts.map((draft) => draft.key));
    const local = keptHere().filter((entry) => entry.dirty && !listed.has(entry.key));
    const rows = [
      ...local.map(({ key, at, content }) => ({
        key, updated: at, local: true, events: content.record.events.length, origin: content.origin,
        title: content.record.names.filter(Boolean).join(" · "),
      })),
      ...data.drafts,
    ];
    this.list.replaceChildren(...rows.map((row) => this.row(row)));
    this.none.hidden = rows.length > 0;
    this.list.hidden = !rows.length;
  }

  row(draft) {
    const { data, say } = this;
    const when = new Date(draft.updated).toLocaleString(data.language, { dateStyle: "short", timeStyle: "short" });
    const link = make("a", "draft", say("draft_line", { title: draft.title || say("untitled"), count: draft.events, when }));
    link.href = this.pageOf(draft.key);
    const item = make("li", "", null, link);
    if (draft.origin) item.append(make("span", "tag", say("draft_correction", { id: draft.origin })));
    if (draft.copy) item.append(make("span", "tag", say("draft_copy")));
    if (draft.local) item.append(make("span", "tag", say("draft_local")));
    const drop = make("button", "plain-button", say("draft_drop"));
    drop.type = "button";
    drop.addEventListener("click", () => this.drop(draft, drop));
    item.append(drop);
    return item;
  }

  /** Throw a draft away when asked a second time. */
  async drop(draft, button) {
    if (!button.dataset.sure) {
      button.dataset.sure = "yes";
      button.textContent = this.say("draft_drop_sure");
      return;
    }
    for (const { name } of keptHere(draft.key)) forget(name);
    if (!draft.local) await this.server.ask("DELETE", this.data.urls.draft.replace("KEY", draft.key));
    this.data.drafts = this.data.drafts.filter((other) => other.key !== draft.key);
    this.draw();
  }
}
