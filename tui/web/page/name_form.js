/** The form at the beginning: a name, and a code if the table wants one. */

import { recall, remember } from "./memory.js";

const part = (id) => document.getElementById(id);

const ROOM_NAME = "Big screen"; // what the others read of a page that shows the table to a whole room

/** The form; `enter({name, watch, big, code, device})` is called when it is sent. */
export class NameForm {
  #enter;

  constructor(enter) {
    this.#enter = enter;
    part("name").value = recall("name") ?? "";
    const { code, room, ticket } = wishesOfTheAddress();
    part("code").value = code;
    if (ticket) queueMicrotask(() => this.#comeFromAnotherHost(ticket));
    part("listen").hidden = location.protocol === "https:" || location.hostname === "localhost";
    part("name-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send(event.submitter?.id === "watch");
    });
    // who shows the code of another device has a name already
    part("device").addEventListener("input", () => (part("name").required = !part("device").value.trim()));
    part("other-device").addEventListener("click", () => {
      part("device-part").hidden = false;
      part("other-device").hidden = true;
      part("device").focus();
    });
    part("show-room").addEventListener("click", () => {
      document.documentElement.requestFullscreen?.().catch(() => {}); // a browser may refuse it
      this.#showRoom();
    });
    if (room) queueMicrotask(() => this.#showRoom());
  }

  /** Come in as the person whom another host of the club has sent here with a ticket. */
  #comeFromAnotherHost(ticket) {
    this.setBusy(true);
    this.#enter({ name: part("name").value, watch: false, big: false, code: part("code").value.trim(), device: ticket });
  }

  #showRoom() {
    this.setBusy(true);
    this.#enter({ name: ROOM_NAME, watch: true, big: true, code: part("code").value.trim(), device: "" });
  }

  /** Show the form, with a sentence on why, and the field that the host `wants`: "code", "name" or "". */
  show(sentence = "", wants = "") {
    part("refusal").textContent = sentence;
    part("refusal").hidden = !sentence;
    if (wants === "code") part("code-part").hidden = false;
    this.setBusy(false);
    const field = part(wants || "name");
    if (wants || !field.value) field.focus();
  }

  /** Keep the name that the person has at this host, for when they come back. */
  keepName(name) {
    part("name").value = name;
    remember("name", name);
  }

  /** Show whether an answer is awaited. */
  setBusy(busy) {
    part("sit").disabled = part("watch").disabled = busy;
    part("name-form").ariaBusy = busy;
  }

  #send(watch) {
    const name = part("name").value.trim();
    this.setBusy(true);
    this.#enter({ name, watch, big: false, code: part("code").value.trim(), device: part("device").value.trim() });
    part("device").value = ""; // such a code is good for one time
    part("name").required = true;
  }
}

/** Take the table's code out of the address, so that it is neither kept in the history nor shown; `room`: `#tv` stood there. */
function wishesOfTheAddress() {
  const wishes = new URLSearchParams(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  return { code: wishes.get("code") ?? "", room: wishes.has("tv"), ticket: wishes.get("device") ?? "" };
}
