/** Fingers on the terminal: a tap is a click of the mouse, and a stroke up or down turns the wheel. */

const TAP_PIXELS = 12; // a finger that moves less has tapped

/** Send what fingers do on `terminal` by `send(text)`, in the SGR form of xterm's mouse reports. */
export function sendTouches(terminal, send) {
  const element = terminal.element;
  let finger = null;

  const report = (button, event, end) => {
    if (terminal.modes.mouseTrackingMode === "none") return;
    const drawn = element.querySelector(".xterm-screen").getBoundingClientRect();
    const cell = (at, from, length, count) => Math.min(count, Math.max(1, Math.ceil(((at - from) / length) * count)));
    const column = cell(event.clientX, drawn.left, drawn.width, terminal.cols);
    const row = cell(event.clientY, drawn.top, drawn.height, terminal.rows);
    send(`\x1b[<${button};${column};${row}${end}`);
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    event.preventDefault(); // otherwise the browser adds a mouse click of its own, and opens the keyboard
    finger = { id: event.pointerId, y: event.clientY, x: event.clientX, moved: false };
  });
  element.addEventListener("pointermove", (event) => {
    if (finger?.id !== event.pointerId) return;
    finger.moved ||= Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > TAP_PIXELS;
    const step = 2 * (element.clientHeight / terminal.rows);
    if (finger.moved && Math.abs(event.clientY - finger.y) >= step) {
      report(event.clientY > finger.y ? 64 : 65, event, "M");
      finger.y = event.clientY;
    }
  });
  element.addEventListener("pointerup", (event) => {
    if (finger?.id !== event.pointerId) return;
    if (!finger.moved) {
      report(0, event, "M");
      report(0, event, "m");
    }
    finger = null;
  });
  element.addEventListener("pointercancel", () => (finger = null));
}
