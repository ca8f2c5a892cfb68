/** The row of keys that do something now, as buttons. */

/** Show `keys` as buttons in `row`; `type(text)` sends what a key sends. The focus stays where it is. */
export function showKeys(row, keys, type) {
  const buttons = keys.map((key) => {
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = 0;
    button.className = "key";
    if (key.primary) button.classList.add("primary");
    const cap = document.createElement("kbd");
    cap.textContent = key.key;
    button.append(cap, key.label);
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => type(key.send));
    return button;
  });
  row.replaceChildren(...buttons);
}
