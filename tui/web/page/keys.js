/** The row of what can be pressed now, as buttons: keys, and the choices of a menu. */

import { ButtonList } from "./button_list.js";

const ESCAPE = "\x1b";
const ARROW = /^[←↑→↓]$/;
const SETTLE = 300; // milliseconds in which a tap is still meant for the buttons that were there before

let list = null;
let shownAt = -Infinity; // when the buttons that are shown now came
let former = []; // the buttons that were replaced just now: their boxes, what they sent, and when they went

const isRecent = ({ goneAt }) => performance.now() - goneAt < SETTLE;

/** Whether a tap at this place was meant for a button that was here until just now and sent something else. */
function wasMeantForAnother({ clientX, clientY }, key) {
  return former.some(
    (button) =>
      isRecent(button) &&
      button.send !== key.send &&
      button.box.left <= clientX && clientX <= button.box.right &&
      button.box.top <= clientY && clientY <= button.box.bottom,
  );
}

/** Remember the buttons of `row`, which are replaced now. */
function rememberButtons(row) {
  const goneAt = performance.now();
  for (const button of row.querySelectorAll("button"))
    former.push({ box: button.getBoundingClientRect(), send: button.dataset.send, goneAt });
  former = former.filter(isRecent);
  shownAt = goneAt;
}

/**
 * Show `keys` as buttons in `row`. `type(text)` sends what a key sends, `choose(choice, menu)` a choice of a menu.
 * The focus stays where it is.
 */
export function showKeys(row, keys, type, choose) {
  rememberButtons(row);
  const press = (key, event) => {
    if (key.choice !== undefined) {
      if (performance.now() - shownAt >= SETTLE) choose(key.choice, key.menu);
    } else if (!wasMeantForAnother(event, key)) type(key.send);
  };
  const buttons = keys.map((key) => {
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = 0;
    button.className = "key";
    button.dataset.send = key.send;
    if (key.primary) button.classList.add("primary");
    if (key.key) {
      const cap = document.createElement("kbd");
      cap.textContent = key.key;
      if (key.label && !ARROW.test(key.key)) cap.className = "key-name"; // arrows say more than their labels
      button.append(cap);
    }
    button.append(key.label);
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", (event) => press(key, event));
    return button;
  });
  list ??= new ButtonList(row);
  list.show(buttons, buttons[keys.findLastIndex((key) => key.send === ESCAPE)]);
  const menu = String(keys.find((key) => key.choice !== undefined)?.menu ?? "");
  if (row.dataset.menu !== menu) list.scrollToTop(); // another menu begins with its first choice
  row.dataset.menu = menu;
}
