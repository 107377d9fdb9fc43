// Everything by keyboard. Keys go by their place, so that no layout or input method gets in the way.

import { UNKNOWN } from "./recorder-doc.js";

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const KINDS = Object.fromEntries([
  ...digits.map((digit, kind) => [`Digit${digit}`, kind]),
  ...digits.map((digit, kind) => [`Numpad${digit}`, kind]),
  ...[..."QWERTYUIOP"].map((letter, place) => [`Key${letter}`, 10 + place]),
  ["Minus", UNKNOWN],
]);
const SEATS = { KeyA: 0, KeyS: 1, KeyD: 2, KeyF: 3 };
const OFFERS = { KeyG: 0, KeyH: 1, KeyJ: 2, KeyK: 3, KeyL: 4, Semicolon: 5 };
const ACTIONS = {
  KeyZ: "discard", KeyX: "reveal", KeyC: "chi", KeyV: "peng", KeyB: "wei", KeyN: "pass", KeyM: "hu",
  Comma: "zhe", Period: "show", BracketLeft: "dead", BracketRight: "exhausted",
};
const SETTING = "wmq.keys";

/** Listen to keys; `at` holds what they move. */
export function listen(at) {
  const box = document.getElementById("keys-on");
  try {
    box.checked = localStorage.getItem(SETTING) !== "off";
  } catch {
    box.checked = true;
  }
  box.addEventListener("change", () => {
    try {
      localStorage.setItem(SETTING, box.checked ? "on" : "off");
    } catch {
      // only for this page then
    }
  });
  const { soon } = at;
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") || event.altKey) return;
    const typing = event.target.matches("input:not([type=radio]):not([type=checkbox]), select, textarea");
    if (event.ctrlKey || event.metaKey) {
      if (!typing && at.screen() !== "start") undo(event, at, soon);
      return;
    }
    if (typing) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const now = box.checked && !event.repeat && at.screen() !== "start" && atOnce(event, at);
    if (now) {
      event.preventDefault();
      return now();
    }
    const task = at.screen() === "play" ? inPlay(event, at, box.checked) : at.screen() === "deal" ? inDeal(event, at, box.checked) : null;
    if (!task) return;
    event.preventDefault();
    soon(task);
  });
}

function undo(event, at, soon) {
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  soon(key === "y" || event.shiftKey ? at.dos.redo : at.dos.undo);
}

/** Keys that open something to type into or to read: they wait for nothing, so that what follows goes there. */
function atOnce(event, at) {
  if (event.key === "?") return at.dos.keys;
  if (event.shiftKey) return null;
  const play = at.screen() === "play";
  if (event.code === "Slash") return () => document.getElementById(play ? "typed" : "deal-typed").focus();
  return event.code === "Backslash" && play && at.place() ? () => at.log.openRemark() : null;
}

/** Keys that need no letter: they work even when single keys are switched off. */
function always(event, at) {
  const moves = {
    ArrowLeft: () => at.go(at.place() - 1), ArrowRight: () => at.go(at.place() + 1), Home: () => at.go(0), End: at.toEnd,
    Delete: () => at.drop(at.place()), F2: () => at.edit(at.place()), Escape: at.cancel,
  };
  return moves[event.key];
}

function inPlay(event, at, single) {
  const { code } = event;
  const own = event.target.matches("button, a, summary");
  if ((code === "Enter" || code === "NumpadEnter" || code === "Space") && !own) return () => at.pad.record();
  const plain = always(event, at);
  if (plain) return plain;
  if (!single) return null;
  if (event.shiftKey) return null;
  if (code in KINDS) return () => at.pad.kind(KINDS[code]);
  if (event.repeat) return code === "Backspace" ? at.dos.undo : null;
  if (code in SEATS) return () => at.pad.seat(SEATS[code]);
  if (code in OFFERS) return () => at.pad.pressOffer(OFFERS[code]);
  if (code in ACTIONS) return () => at.pad.act(ACTIONS[code]);
  const others = {
    Backspace: at.dos.undo, Quote: () => at.edit(at.place()), Equal: at.dos.flip,
  };
  return others[code] || null;
}

function inDeal(event, at, single) {
  const deal = at.deal();
  const own = event.target.matches("button, a, summary");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") return () => deal.move(event.key === "ArrowDown" ? 1 : -1);
  if ((event.key === "Enter" || event.code === "NumpadEnter") && !own) return at.dos.play;
  if (!single || event.shiftKey) return null;
  if (event.code in KINDS) return () => deal.add(KINDS[event.code]);
  return event.code === "Backspace" ? () => deal.back() : null;
}
