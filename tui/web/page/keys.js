/** The row of what can be pressed now, as buttons: keys, and the choices of a menu. */

const SETTLE = 300; // milliseconds in which a tap is still meant for the buttons that were there before

/**
 * Show `keys` as buttons in `row`. `type(text)` sends what a key sends, `choose(choice, menu)` a choice of a menu.
 * The focus stays where it is.
 */
export function showKeys(row, keys, type, choose) {
  const shownAt = performance.now();
  const press = (key) => {
    if (key.choice === undefined) type(key.send);
    else if (performance.now() - shownAt >= SETTLE) choose(key.choice, key.menu);
  };
  const buttons = keys.map((key) => {
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = 0;
    button.className = "key";
    if (key.primary) button.classList.add("primary");
    if (key.key) {
      const cap = document.createElement("kbd");
      cap.textContent = key.key;
      button.append(cap);
    }
    button.append(key.label);
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => press(key));
    return button;
  });
  row.replaceChildren(...buttons);
  const menu = String(keys.find((key) => key.choice !== undefined)?.menu ?? "");
  if (row.dataset.menu !== menu) row.scrollTop = 0; // another menu begins with its first choice
  row.dataset.menu = menu;
}
