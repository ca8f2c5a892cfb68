/**
 * The styles of xterm.js under a Content-Security-Policy without `unsafe-inline`.
 *
 * xterm.js writes rules into <style> elements, and colours of cells into `style` attributes; the browser refuses both.
 * Here a <style> element that a script makes is an element whose text becomes a constructed style sheet, and a `style`
 * attribute is set through the element's `style` object. Both are allowed, because only a script of this page can do it.
 */

class AdoptedStyle extends HTMLElement {
  #sheet = new CSSStyleSheet();

  set textContent(text) {
    this.#sheet.replaceSync(text);
  }

  connectedCallback() {
    document.adoptedStyleSheets.push(this.#sheet);
  }

  disconnectedCallback() {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
  }
}

/** Let scripts of this page make styles from now on. */
export function allowStylesOfScripts() {
  customElements.define("adopted-style", AdoptedStyle);
  const createElement = document.createElement;
  document.createElement = function (name, options) {
    return createElement.call(document, name === "style" ? "adopted-style" : name, options);
  };
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    if (name === "style") this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
}
