/** The connection to the table: frames in both directions, and a new connection whenever the last one is lost. */

const FIRST_WAIT = 500; // milliseconds; each further wait is twice as long
const LONGEST_WAIT = 10_000;
const LASTED = 10_000; // milliseconds after which a connection counts as a good one
const LONGEST_MESSAGE = 4096; // bytes; the host closes a connection that sends more at once
const LONGEST_SILENCE = 40_000; // milliseconds after which a host that sends `alive` is taken as lost

/**
 * Sends and receives the frames of one seat.
 *
 * `enterFrame()` returns the first frame of each connection. `on` has the functions that are called:
 * `bytes(Uint8Array)`, `frame(object)`, `open()`, and `lost()` each time that a connection is lost or cannot be made.
 */
export class Connection {
  #enterFrame;
  #on;
  #socket = null;
  #wait = FIRST_WAIT;
  #openedAt = Infinity;
  #timer = 0;
  #silence = 0;
  #wanted = false;

  constructor(enterFrame, on) {
    this.#enterFrame = enterFrame;
    this.#on = on;
    addEventListener("online", () => this.#tryNow());
    addEventListener("offline", () => this.#lose());
    addEventListener("pageshow", () => this.#tryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.#tryNow());
  }

  /** Connect, and again whenever the connection is lost, until `stop`. */
  start() {
    this.stop();
    this.#wanted = true;
    this.#wait = FIRST_WAIT;
    this.#connect();
  }

  /** End the connection for good. */
  stop() {
    this.#wanted = false;
    this.#forget();
  }

  /** Send a frame, if there is a connection. */
  send(frame) {
    this.#write(JSON.stringify(frame));
  }

  /** Send what was typed, if there is a connection: a text, or with `binary` one character a byte. */
  type(text, binary = false) {
    const bytes = binary ? Uint8Array.from(text, (letter) => letter.charCodeAt(0)) : new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length; at += LONGEST_MESSAGE) this.#write(bytes.subarray(at, at + LONGEST_MESSAGE));
  }

  #write(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(message);
  }

  #connect() {
    this.#forget();
    const address = new URL("socket", document.baseURI);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.#openedAt = performance.now();
      this.send(this.#enterFrame());
      this.#on.open();
    };
    socket.onclose = () => this.#lose();
    socket.onmessage = (event) => this.#receive(event.data);
    this.#socket = socket;
  }

  #receive(data) {
    if (typeof data !== "string") {
      this.#on.bytes(new Uint8Array(data));
      return;
    }
    const frame = JSON.parse(data);
    if (frame.kind === "alive" || this.#silence) {
      clearTimeout(this.#silence);
      this.#silence = setTimeout(() => this.#lose(), LONGEST_SILENCE);
    }
    if (frame.kind !== "alive") this.#on.frame(frame);
  }

  #lose() {
    if (!this.#wanted) return;
    this.#forget();
    if (performance.now() - this.#openedAt > LASTED) this.#wait = FIRST_WAIT;
    this.#openedAt = Infinity;
    this.#timer = setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
    this.#on.lost();
  }

  #tryNow() {
    if (!this.#wanted || this.#socket) return;
    this.#wait = FIRST_WAIT;
    this.#connect();
  }

  #forget() {
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#silence = 0;
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onopen = socket.onclose = socket.onmessage = null;
      socket.close();
    }
  }
}
