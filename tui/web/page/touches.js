/** Fingers on the terminal: a tap is sent as such, and a stroke up or down turns the wheel of the mouse. */

const TAP_PIXELS = 12; // a finger that moves less has tapped

/**
 * Tell what fingers do on `terminal`: `tapped(x, y)` is called with the columns and rows, with fractions, from its upper
 * left corner; `send(text)` with the wheel in the SGR form of xterm's mouse reports.
 */
export function sendTouches(terminal, tapped, send) {
  const element = terminal.element;
  let finger = null;

  const isListening = () => terminal.modes.mouseTrackingMode !== "none";
  const place = (event) => {
    const drawn = element.querySelector(".xterm-screen").getBoundingClientRect();
    const cells = (at, from, length, count) => Math.min(count, Math.max(0, ((at - from) / length) * count));
    return {
      x: cells(event.clientX, drawn.left, drawn.width, terminal.cols),
      y: cells(event.clientY, drawn.top, drawn.height, terminal.rows),
    };
  };
  const turnWheel = (button, event) => {
    const { x, y } = place(event);
    if (isListening()) send(`\x1b[<${button};${Math.max(1, Math.ceil(x))};${Math.max(1, Math.ceil(y))}M`);
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
      turnWheel(event.clientY > finger.y ? 64 : 65, event);
      finger.y = event.clientY;
    }
  });
  element.addEventListener("pointerup", (event) => {
    if (finger?.id !== event.pointerId) return;
    if (!finger.moved && isListening()) {
      const { x, y } = place(event);
      tapped(x, y);
    }
    finger = null;
  });
  element.addEventListener("pointercancel", () => (finger = null));
}
