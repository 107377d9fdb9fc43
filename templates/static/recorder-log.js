// The list of what was written, with what can be done to the event in view, and what the referee found.

import { make } from "./cards.js";

const LATER = 250; // milliseconds
const SHOWN = ["proved", "assumed"]; // findings that are flagged; the others are only listed

export const firm = (fault) => SHOWN.includes(fault.certainty);

/** `tools`: say, words, go(step), edit(step), drop(step), remark(step, text), settings(), refresh(). */
export class Log {
  constructor(list, faults, tools) {
    this.list = list;
    this.faults = faults;
    this.tools = tools;
    this.remarking = false;
    this.box = null; // where a remark is being typed
  }

  /** Show the events' `texts`, the step in view and the `found` faults. */
  show(events, texts, at, found, editing) {
    const inside = this.list.contains(document.activeElement) ? document.activeElement.dataset.tool || "row" : "";
    const typing = this.box?.contains(document.activeElement);
    const rows = [this.row(0, this.tools.say("start_row"), null, at, found, editing)];
    events.forEach((event, index) => rows.push(this.row(index + 1, texts[index], event, at, found, editing)));
    this.list.replaceChildren(...rows);
    const current = rows[at];
    const kept = typing && current.contains(this.box);
    if (kept) this.box.querySelector("input").focus();
    if (inside && !kept) (current.querySelector(`[data-tool=${inside}]`) || current.querySelector("button")).focus({ preventScroll: true });
    const top = current.offsetTop; // the list is what it is counted from
    if (top < this.list.scrollTop || top + current.offsetHeight > this.list.scrollTop + this.list.clientHeight) {
      this.list.scrollTop = top + current.offsetHeight - this.list.clientHeight;
    }
    this.showFaults(found, at);
  }

  row(step, text, event, at, found, editing) {
    const { go } = this.tools;
    const line = make("button", "row", null, make("span", "no", String(step)), make("span", "what", text));
    line.type = "button";
    line.dataset.tool = "row";
    line.addEventListener("click", () => go(step));
    for (const fault of found.filter((each) => each.step === step && (step || firm(each)))) {
      line.append(make("span", firm(fault) ? "flag" : "dim", `${firm(fault) ? "⚑" : "?"} ${fault.name}`));
    }
    if (event?.t !== undefined && event.t !== null) line.append(make("span", "time", clock(event.t)));
    const item = make("li", found.some((fault) => fault.step === step && firm(fault)) ? "broken" : "", null, line);
    item.dataset.step = step;
    if (event?.r) item.append(make("p", "remark", event.r));
    if (step !== at) return item;
    line.setAttribute("aria-current", "step");
    item.append(this.toolsOf(step, event));
    if (editing) item.classList.add("editing");
    if (this.remarking && event) item.append(this.box?.step === step ? this.box : this.remark(step, event));
    return item;
  }

  toolsOf(step, event) {
    const { say, edit, drop, settings } = this.tools;
    const box = make("div", "row-tools");
    const tool = (name, press) => {
      const button = make("button", "tool", say(name));
      button.type = "button";
      button.dataset.tool = name;
      button.addEventListener("click", press);
      box.append(button);
    };
    if (!event) tool("settings", settings);
    else {
      tool("edit", () => edit(step));
      tool("delete", () => drop(step));
      tool("remark", () => this.openRemark());
    }
    return box;
  }

  openRemark() {
    this.remarking = true;
    this.tools.refresh();
    this.list.querySelector(".remark-box input")?.focus();
  }

  /** Close the box, if one is open, and keep what was typed unless told not to. */
  closeRemark(keep = true) {
    const { box } = this;
    if (!box) return;
    this.remarking = false;
    this.box = null;
    const text = box.querySelector("input").value.trim();
    if (keep && text !== box.before) this.tools.remark(box.step, text);
    else this.tools.refresh();
  }

  remark(step, event) {
    const { say } = this.tools;
    const field = make("input");
    field.maxLength = 500;
    field.value = event.r || "";
    field.addEventListener("keydown", (press) => {
      if (press.isComposing || !["Enter", "Escape"].includes(press.key)) return;
      press.preventDefault();
      press.stopPropagation();
      this.closeRemark(press.key === "Enter");
    });
    // Later, so that what was pressed instead is still there to take the press.
    field.addEventListener("blur", () => setTimeout(() => document.activeElement === field || this.closeRemark(), LATER));
    this.box = make("label", "remark-box", say("remark_of", { step }), field);
    this.box.step = step;
    this.box.before = event.r || "";
    return this.box;
  }

  showFaults(found, at) {
    const { say } = this.tools;
    const sure = found.filter(firm);
    const open = found.filter((fault) => !firm(fault));
    const parts = sure.map((fault) => this.fault(fault, at));
    if (!parts.length) parts.push(make("p", "fine", say("no_faults")));
    if (open.length) {
      const box = make("details", "open-faults", null, make("summary", "", `${say("open_faults")} · ${open.length}`), ...open.map((fault) => this.fault(fault, at)));
      box.open = this.faults.querySelector(".open-faults")?.open || false;
      parts.push(box);
    }
    this.faults.replaceChildren(...parts);
  }

  fault(fault, at) {
    const { say, words, go } = this.tools;
    const jump = make("button", "jump", fault.step ? say("step", { step: fault.step }) : say("start_row"));
    jump.type = "button";
    jump.addEventListener("click", () => go(fault.step));
    const rules = make("dl");
    for (const [id, text] of fault.rules) rules.append(make("div", "", null, make("dt", "", id), make("dd", "", text)));
    const head = make("h3", "", null, fault.name, " ", jump);
    const certainty = make("p", "certainty", words[`certainty.${fault.certainty}`]);
    return make("article", `finding ${fault.certainty}${fault.step === at ? " current" : ""}`, null, head, make("p", "", fault.text), certainty, rules);
  }
}

/** Return minutes and seconds of some milliseconds. */
function clock(milliseconds) {
  const seconds = Math.floor(Math.abs(milliseconds) / 1000);
  return `${milliseconds < 0 ? "-" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
