/** The screen view: the terminal that shows what the host draws, with letters as large as fit. */

import { FitAddon } from "./addon-fit.js";
import { Unicode11Addon } from "./addon-unicode11.js";
import { allowStylesOfScripts } from "./style_sheets.js";
import { sendTouches } from "./touches.js";
import { Terminal } from "./xterm.js";

const FONT = '"Queens Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace';
const USUAL_SIZE = 16; // pixels; letters of a window on a desk
const MOST = { columns: 200, rows: 60 }; // in a larger window the letters are larger: no board needs more
const SMALLEST_SIZE = 7;
const LARGEST_SIZE = 40;
const LANDSCAPE = { columns: 80, rows: 24 };
const PORTRAIT = { columns: 48, rows: 28 };
const ROOM = { columns: 120, rows: 34 }; // to be read from five metres
const KEYS_OF_THE_BROWSER = new Set(["F5", "F6", "F11", "F12"]);
const REPORTS_OF_FOCUS = new Set(["\x1b[I", "\x1b[O"]); // without focus the program would ignore the buttons of the page

allowStylesOfScripts();

/** Whether a key is the browser's: its own keys, Ctrl+V, which pastes, and Ctrl+C while something is marked. */
function isForBrowser(event, hasSelection) {
  const key = event.key.toLowerCase();
  const held = (event.ctrlKey || event.metaKey) && !event.altKey;
  return KEYS_OF_THE_BROWSER.has(event.key) || (held && (key === "v" || (key === "c" && hasSelection)));
}

/** Whether the fingers are what this device is used with. */
export const isTouched = () => matchMedia("(pointer: coarse)").matches;

/**
 * A terminal in `parent`. `send(text, binary)` is called with what is typed or clicked with a mouse, `tapped(x, y)` with
 * where a finger has tapped, in columns and rows, and `resized(size)` for a new size.
 */
export class Screen {
  #terminal;
  #fit = new FitAddon();
  #parent;
  #resized;

  /** Whether a whole room looks at it. */
  isForRoom = false;

  static async open(parent, send, tapped, resized) {
    await Promise.all(["", "bold "].map((weight) => document.fonts.load(`${weight}16px "Queens Mono"`)));
    return new Screen(parent, send, tapped, resized);
  }

  constructor(parent, send, tapped, resized) {
    this.#parent = parent;
    this.#resized = resized;
    const terminal = new Terminal({
      allowProposedApi: true, // the widths of Unicode 11
      cursorBlink: false,
      fontFamily: FONT,
      fontSize: USUAL_SIZE,
      linkHandler: { activate() {} }, // no text of others opens a page
      macOptionIsMeta: true,
      scrollback: 0,
      theme: { background: "#0b231b", foreground: "#e6efe9", cursor: "#ffb000", selectionBackground: "#2b4c7e" },
    });
    terminal.loadAddon(this.#fit);
    terminal.loadAddon(new Unicode11Addon());
    terminal.unicode.activeVersion = "11";
    terminal.open(parent);
    terminal.attachCustomKeyEventHandler((event) => !isForBrowser(event, terminal.hasSelection()));
    terminal.onData((text) => REPORTS_OF_FOCUS.has(text) || send(text));
    terminal.onBinary((text) => send(text, true));
    terminal.textarea.inputMode = isTouched() ? "none" : "text"; // a tap on the table opens no keyboard
    this.#terminal = terminal;
    sendTouches(terminal, tapped, send);
  }

  /** The columns and rows that are shown. */
  get size() {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows };
  }

  write(bytes) {
    this.#terminal.write(bytes);
  }

  /** Send a text as if it were pasted. */
  paste(text) {
    this.#terminal.paste(text);
  }

  focus() {
    this.#terminal.focus();
  }

  /** Forget what was drawn, before the host draws everything again. */
  clear() {
    this.#terminal.reset();
  }

  /** Choose letters and size for the room that there is now. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.#parent;
    if (!width || !height) return;
    const least = this.isForRoom ? ROOM : width < height && isTouched() ? PORTRAIT : LANDSCAPE;
    this.#setFontSize(this.#terminal.options.fontSize);
    const cell = this.#cell();
    const sizeFor = ({ columns, rows }) =>
      Math.ceil(4 * this.#terminal.options.fontSize * Math.min(width / columns / cell.width, height / rows / cell.height)) / 4;
    const most = isTouched() || this.isForRoom ? LARGEST_SIZE : Math.max(USUAL_SIZE, sizeFor(MOST));
    let size = Math.max(SMALLEST_SIZE, Math.min(most, sizeFor(least)));
    this.#setFontSize(size);
    while (size > SMALLEST_SIZE && !this.#fits(least)) this.#setFontSize((size -= 0.25));
    const { cols, rows } = this.#fit.proposeDimensions();
    if (cols !== this.#terminal.cols || rows !== this.#terminal.rows) {
      this.#terminal.resize(cols, rows);
      this.#resized(this.size);
    }
  }

  #setFontSize(size) {
    if (this.#terminal.options.fontSize !== size) this.#terminal.options.fontSize = size;
  }

  #fits(least) {
    const { cols, rows } = this.#fit.proposeDimensions();
    return cols >= least.columns && rows >= least.rows;
  }

  #cell() {
    const drawn = this.#terminal.element.querySelector(".xterm-screen").getBoundingClientRect();
    return { width: drawn.width / this.#terminal.cols, height: drawn.height / this.#terminal.rows };
  }
}
