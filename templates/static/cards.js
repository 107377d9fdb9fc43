// Cards as elements. A card is a kind 0–19, 20 for one nobody recorded, or BACK for one that lies face down.

export const BACK = -2;
const RED = new Set([1, 6, 9, 11, 16, 19]);

/** Return an element with a class, its text (never markup) and its children. */
export function make(tag, className = "", text = null, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== null) element.textContent = text;
  element.append(...children.filter(Boolean));
  return element;
}

/** Return a maker of cards that knows their faces and names in the page's language. */
export function cardMaker(data) {
  return function card(kind, className = "", note = "") {
    const known = kind >= 0 && kind < 20;
    const look = known ? `${kind < 10 ? "small" : "big"} ${RED.has(kind) ? "red" : "black"}` : kind === BACK ? "back" : "unknown";
    const element = make("span", `card ${look} ${className}`);
    const name = kind === BACK ? data.words["board.back"] : data.card_names[known ? kind : 20];
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", note ? `${name} · ${note}` : name);
    if (kind !== BACK) {
      const face = known ? data.faces[kind] : "?";
      element.append(make("b", "", face), make("i", "", face));
      for (const part of element.children) part.setAttribute("aria-hidden", "true");
    }
    return element;
  };
}
