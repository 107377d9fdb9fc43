// Scores while one writes: the form's own page is fetched, and the parts of it that are alive take their new state.

const form = document.getElementById("position");
const input = (name) => document.getElementById(name);
const VOICE = { peng: "碰", wei: "偎", chi: "吃" };
let waiting = 0;
let asked = 0;
let run = []; // the cards tapped of a 吃 that is not complete yet

function address() {
  const data = new FormData(form);
  const query = new URLSearchParams();
  for (const [name, value] of data) if (value !== "") query.append(name, value);
  return `${form.getAttribute("action").split("?")[0]}?${query}`;
}

async function score() {
  const mine = ++asked;
  const to = address();
  const reply = await fetch(to, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!reply || mine !== asked) return;
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  for (const old of document.querySelectorAll("[data-live]")) {
    const fresh = page.getElementById(old.id);
    if (fresh) old.replaceWith(document.adoptNode(fresh));
  }
  for (const field of form.querySelectorAll("input[type=text]")) {
    const fresh = page.getElementById(field.id);
    field.toggleAttribute("aria-invalid", Boolean(fresh?.hasAttribute("aria-invalid")));
    if (field.id !== "line" && input("line").value.trim() && fresh) field.value = fresh.value;
  }
  history.replaceState(null, "", to);
}

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(score, 250);
}

function tap(button) {
  const { kind, face } = button.dataset;
  const into = form.querySelector("[name=into]:checked") ?? document.querySelector("[name=into]:checked");
  const target = into.value;
  if (target === "hand") input("hand").value += face;
  else if (target === "won") input("won").value = face;
  else {
    if (target === "chi") {
      run.push([Number(kind), face]);
      if (run.length < 3) return;
    }
    const cards = target === "chi" ? run.sort(([a], [b]) => a - b).map(([, name]) => name).join("") : face;
    input("laid").value = `${input("laid").value.trim()} ${VOICE[target]}${cards}`.trim();
  }
  run = [];
  input("line").value = "";
  soon();
}

function undo() {
  const target = document.querySelector("[name=into]:checked").value;
  if (run.length) run.pop();
  else if (target === "won") input("won").value = "";
  else if (target === "hand") input("hand").value = input("hand").value.replace(/(?:[sSbB]\d+|\S)\s*$/u, "");
  else input("laid").value = input("laid").value.replace(/\s*\S+\s*$/, "");
  soon();
}

document.getElementById("tapped").hidden = false;
form.addEventListener("input", (event) => event.target.name !== "into" && soon());
form.addEventListener("change", (event) => event.target.name !== "into" && soon());
for (const button of document.querySelectorAll(".key")) button.addEventListener("click", () => tap(button));
document.getElementById("undo").addEventListener("click", undo);
for (const radio of document.querySelectorAll("[name=into]")) radio.addEventListener("change", () => (run = []));
