// What small changes would make the hand legal; none is made unless it is taken.

import { make } from "./cards.js";
import { Refused } from "./recorder-sync.js";
import { button } from "./recorder-tell.js";

/** Ask for the changes and show them in `place`; `take(record, text)` is called with one that is taken. */
export async function showRepairs(place, record, { say, server, take }) {
  try {
    const found = await server.ask("POST", server.urls.repairs, { record });
    place.replaceChildren(make("p", "", [found.verdict, ...found.reasons].join(" · ")));
    if (!found.repairs.length) place.append(make("p", "fine", say("repairs_none")));
    for (const repair of found.repairs) place.append(box(repair, say, take));
    if (found.stopped) place.append(make("p", "note", say("repairs_stopped")));
  } catch (error) {
    place.replaceChildren(make("p", "flag", say("refused", { why: error instanceof Refused ? error.message : say("offline") })));
  }
}

function box(repair, say, take) {
  const lines = [...repair.changes.map((text) => make("p", "", text)), ...repair.implies.map((text) => make("p", "note", text))];
  if (repair.remaining) lines.push(make("p", "note", say("repairs_left", { count: repair.remaining })));
  lines.push(button(say("repairs_take"), () => take(repair.record, repair.changes.join("; "))));
  return make("div", "repair", null, ...lines);
}
