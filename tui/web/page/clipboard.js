/** What the host sends to be copied, because the player has pressed a key that copies. */

const part = (id) => document.getElementById(id);

/**
 * Copy a text, and call `tell(sentence)` when it is done. Where the browser does not let a page copy by itself, such as
 * over plain HTTP, show the text in a box, marked.
 */
export async function copyText(text, tell) {
  try {
    await navigator.clipboard.writeText(text);
    tell("Copied.");
  } catch {
    showBox(text, tell);
  }
}

function showBox(text, tell) {
  const box = part("copy-dialog");
  part("copy-text").value = text;
  part("copy").onclick = () => {
    part("copy-text").select();
    if (!document.execCommand("copy")) return; // what is left is the marked text
    box.close();
    tell("Copied.");
  };
  if (!box.open) box.showModal();
  part("copy-text").focus();
  part("copy-text").select();
}
