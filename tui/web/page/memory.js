/** What the browser keeps for this page; where it keeps nothing, as in some private windows, the page works all the same. */

/** The text kept under a name, or null; `forTab`: what is kept only as long as this tab is open. */
export function recall(name, forTab = false) {
  try {
    return (forTab ? sessionStorage : localStorage).getItem(name);
  } catch {
    return null;
  }
}

/** Keep a text under a name, or with null forget it. */
export function remember(name, text, forTab = false) {
  try {
    const storage = forTab ? sessionStorage : localStorage;
    if (text === null) storage.removeItem(name);
    else storage.setItem(name, text);
  } catch {
    // it is not kept
  }
}
