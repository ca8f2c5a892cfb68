/** Buttons in a list that scrolls where it has no room for all of them; the way back stays in view below it. */

/** The buttons of `box`, whose first child is the list. The lower edge of a list that goes on further down fades. */
export class ButtonList {
  #box;
  #list;
  #buttons = [];
  #wayBack = null;

  constructor(box) {
    this.#box = box;
    this.#list = box.firstElementChild;
    this.#list.addEventListener("scroll", () => this.#fade());
    // a frame later, because this changes the size of the box
    new ResizeObserver(() => requestAnimationFrame(() => this.#arrange())).observe(box);
  }

  /** Show these buttons instead of those before; `wayBack` is the one among them that leads back, if there is one. */
  show(buttons, wayBack) {
    this.#wayBack?.remove();
    this.#buttons = buttons;
    this.#wayBack = wayBack;
    this.#arrange();
  }

  /** Show the first buttons of the list. */
  scrollToTop() {
    this.#list.scrollTop = 0;
  }

  #arrange() {
    const focused = document.activeElement;
    this.#list.replaceChildren(...this.#buttons);
    if (this.#wayBack && this.#list.scrollHeight > this.#list.clientHeight) this.#box.append(this.#wayBack);
    if (this.#buttons.includes(focused)) focused.focus({ preventScroll: true });
    this.#fade();
  }

  #fade() {
    const { scrollHeight, scrollTop, clientHeight } = this.#list;
    this.#list.classList.toggle("goes-on", scrollHeight - scrollTop - clientHeight > 1);
  }
}
