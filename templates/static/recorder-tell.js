// Telling the reader: a line for those who listen, a notice that stays, and whether all is saved.

import { make } from "./cards.js";

const SAID = 4; // messages that stay in the live region
const element = (id) => document.getElementById(id);

/** Say it to those who do not see it. */
export function announce(text) {
  const live = element("live");
  live.append(make("p", "", text));
  while (live.childElementCount > SAID) live.firstChild.remove();
}

/** Return a plain button. */
export function button(text, press) {
  const made = make("button", "plain-button", text);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}

export class Teller {
  constructor(say, pageOf) {
    this.say = say;
    this.pageOf = pageOf;
    this.bare = false; // whether this browser keeps nothing
  }

  /** Show a notice until it is closed, with a button for what can be done about it. */
  notice(text, press = null, label = "") {
    const parts = [make("span", "", text)];
    if (press) parts.push(button(label, press));
    parts.push(button(this.say("dismiss"), () => (element("notice").hidden = true)));
    element("notice").replaceChildren(...parts);
    element("notice").hidden = false;
  }

  /** Show how the keeping goes; see `Keeper`. */
  saved(state, detail = "") {
    const { say } = this;
    if (state === "conflict") return this.notice(say("conflict"), () => location.assign(this.pageOf(detail)), say("conflict_open"));
    if (state === "other") return this.notice(say("other_window"), () => location.reload(), say("other_reload"));
    if (state === "no_storage") {
      if (!this.bare) this.notice(say("no_storage"));
      this.bare = true;
      return;
    }
    const text = state === "refused" ? say("refused", { why: detail }) : say(state);
    for (const place of document.querySelectorAll("[data-save]")) {
      place.textContent = text;
      place.className = `save ${state}`;
    }
    if (state === "refused" || state === "unsaved") announce(text);
  }
}
