// Keeping what is written: in this browser at once, on the server as soon as it answers.

import { freshName } from "./recorder-doc.js";

const PREFIX = "wmq.draft.";
const PATIENCE = 10_000; // milliseconds until a server that says nothing counts as away
const LATER = [1000, 2000, 4000, 8000]; // milliseconds between tries when the server is away

export class Refused extends Error {
  constructor(status, answer) {
    super(answer?.problems?.map(([path, why]) => [path, why].filter(Boolean).join(": ")).join("; ") || answer?.error || String(status));
    this.status = status;
    this.answer = answer;
  }
}

/** Asks the server in JSON, with the CSRF token; fetches a new one once when it is refused. */
export class Server {
  constructor(urls, token) {
    this.urls = urls;
    this.token = token;
  }

  /** Return the answer. Throws Refused, or another error if there is no connection. */
  async ask(method, url, data, again = true) {
    const headers = { Accept: "application/json" };
    if (method !== "GET") headers["X-CSRFToken"] = this.token;
    if (data !== undefined) headers["Content-Type"] = "application/json";
    const reply = await fetch(url, { method, headers, body: data === undefined ? undefined : JSON.stringify(data), cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    const answer = await reply.json().catch(() => null);
    if (reply.ok) return answer;
    if (answer?.error === "token" && again) {
      this.token = (await this.ask("GET", this.urls.token)).token;
      return this.ask(method, url, data, false);
    }
    throw new Refused(reply.status, answer);
  }
}

/** Return what this browser keeps of drafts, newest first: {name, key, at, dirty, version, content, …}. */
export function keptHere(key = "") {
  const found = [];
  try {
    for (let n = 0; n < localStorage.length; n++) {
      const name = localStorage.key(n);
      if (!name.startsWith(PREFIX + (key ? `${key}.` : ""))) continue;
      const entry = JSON.parse(localStorage.getItem(name));
      if (entry?.content?.record) found.push({ ...entry, name });
    }
  } catch {
    return found;
  }
  return found.sort((a, b) => b.at - a.at);
}

export function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // nothing was kept there
  }
}

/** Keeps one document. `tell(state, detail)`: saved, saving, unsaved, refused, conflict, other, no_storage. */
export class Keeper {
  constructor(doc, server, tell, tab = "") {
    this.doc = doc;
    this.server = server;
    this.tell = tell;
    this.tab = tab || freshName(8); // the name of this window
    this.dirty = false;
    this.writing = null;
    this.tries = 0;
    this.ended = false;
    this.name = `${PREFIX}${doc.key}.${this.tab}`;
    this.other = (event) => {
      if (event.key?.startsWith(`${PREFIX}${doc.key}.`) && event.key !== this.name && event.newValue && !this.ended) this.tell("other");
    };
    this.online = () => this.push();
    addEventListener("storage", this.other);
    addEventListener("online", this.online);
  }

  /** Keep the document as it is now. */
  keep() {
    if (this.ended) return;
    this.dirty = true;
    this.store();
    this.push();
  }

  store() {
    const { key, version, done, undone } = this.doc;
    try {
      localStorage.setItem(this.name, JSON.stringify({ key, version, dirty: this.dirty, at: Date.now(), content: this.doc.content(), done, undone }));
    } catch {
      this.tell("no_storage");
    }
  }

  /** Send what is not sent yet; one request at a time, the last state only. */
  push() {
    clearTimeout(this.later);
    this.writing ??= this.send().finally(() => (this.writing = null));
    return this.writing;
  }

  async send() {
    while (this.dirty && !this.ended) {
      this.dirty = false;
      this.tell("saving");
      try {
        const url = this.server.urls.draft.replace("KEY", this.doc.key);
        const answer = await this.server.ask("PUT", url, { ...this.doc.content(), base: this.doc.version, writer: this.tab });
        this.doc.version = answer.version;
        this.tries = 0;
        this.store();
        if (answer.copy) this.tell("conflict", answer.copy);
        if (!this.dirty) this.tell("saved");
      } catch (error) {
        this.dirty = true;
        this.store();
        if (error instanceof Refused && error.status < 500) return this.tell("refused", error.message);
        this.tell("unsaved");
        this.later = setTimeout(() => this.push(), LATER[Math.min(this.tries++, LATER.length - 1)]);
        return;
      }
    }
  }

  /** Stop keeping the document: it is stored, or thrown away. */
  async end() {
    this.ended = true;
    clearTimeout(this.later);
    removeEventListener("storage", this.other);
    removeEventListener("online", this.online);
    await this.writing;
    for (const { name, dirty } of keptHere(this.doc.key)) if (name === this.name || !dirty) forget(name);
  }
}
