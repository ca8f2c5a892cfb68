/** The row of what can be pressed now, as buttons: keys, and the choices of a menu. */

const SETTLE = 300; // milliseconds in which a tap is still meant for the buttons that were there before

let shownAt = -Infinity; // when the buttons that are shown now came
let former = []; // the boxes of the buttons before them, and what those sent

/** Whether a tap at this place, so soon after a change, was meant for a button that sent something else. */
function wasMeantForAnother({ clientX, clientY }, key) {
  if (performance.now() - shownAt >= SETTLE) return false;
  return former.some(
    ({ box, send }) =>
      send !== key.send &&
      box.left <= clientX && clientX <= box.right && box.top <= clientY && clientY <= box.bottom,
  );
}

/** Remember the buttons of `row`, which are replaced now, beside those that they replaced just before. */
function rememberButtons(row) {
  const now = performance.now();
  const shown = [...row.children].map((button) => ({ box: button.getBoundingClientRect(), send: button.dataset.send }));
  former = now - shownAt < SETTLE ? [...former, ...shown] : shown;
  shownAt = now;
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
      button.append(cap);
    }
    button.append(key.label);
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", (event) => press(key, event));
    return button;
  });
  row.replaceChildren(...buttons);
  const menu = String(keys.find((key) => key.choice !== undefined)?.menu ?? "");
  if (row.dataset.menu !== menu) row.scrollTop = 0; // another menu begins with its first choice
  row.dataset.menu = menu;
}
