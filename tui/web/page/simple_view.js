/** The simple view: what happens as text, and what can be done as buttons and cards. */

import { ButtonList } from "./button_list.js";
import { cardPicture, drawCard } from "./cards.js";

const BACK = "0"; // what the host calls the way back out of a menu
const LINES_KEPT = 200;
const SETTLE = 300; // milliseconds after a change in which a tap was meant for what was there before

/**
 * Shows the frames `said` and `choices` in the parts of the page; `say(text, menu)` is called with what was chosen
 * and the number that the host has given those choices.
 *
 * What has been said since the last choice stands out.
 */
export class SimpleView {
  #parts;
  #choices;
  #say;
  #labels = [];
  #menu = 0;
  #shown = "";
  #changedAt = 0;

  constructor(parts, say) {
    this.#parts = parts;
    this.#choices = new ButtonList(parts.choices);
    this.#say = say;
  }

  /** Add sentences to what has happened, and show the newest unless somebody reads further up. */
  addLines(lines) {
    const said = this.#parts.said;
    const atEnd = this.#isAtEnd();
    for (const line of lines) {
      const paragraph = document.createElement("p");
      paragraph.className = "new";
      paragraph.textContent = line;
      said.append(paragraph);
    }
    while (said.children.length > LINES_KEPT) said.firstElementChild.remove();
    if (atEnd) this.#scrollToEnd();
  }

  #isAtEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.#parts.said;
    return scrollHeight - scrollTop - clientHeight < 40;
  }

  #scrollToEnd() {
    this.#parts.said.scrollTop = this.#parts.said.scrollHeight;
  }

  /** Let what has been said until now stand back, because somebody has chosen, and show the newest. */
  markAsRead() {
    this.#scrollToEnd();
    for (const line of this.#parts.said.querySelectorAll(".new")) line.classList.remove("new");
  }

  /** Whether a card of the hand can be chosen. */
  get hasCardsToChoose() {
    return this.#parts.hand.querySelector("button") !== null;
  }

  /** Show what can be chosen, the scores, where the match stands, the hand and the table, instead of those before. */
  show({ choices = [], hand = [], table = [], menu = 0, scores = "", status = [] }) {
    const atEnd = this.#isAtEnd();
    const shown = JSON.stringify([choices, hand]);
    if (shown !== this.#shown) this.#changedAt = performance.now();
    this.#shown = shown;
    this.#menu = menu;
    const focused = document.activeElement?.dataset?.say;
    const onCards = choicesOnCards(choices, hand);
    this.#parts.scores.textContent = scores;
    this.#parts.scores.hidden = !scores;
    this.#parts.status.replaceChildren(...statusTexts(status));
    this.#parts.status.hidden = !status.length;
    this.#parts.piles.replaceChildren(...table.map(pile));
    this.#parts.hand.replaceChildren(...hand.map((card) => this.#handCard(card, onCards.get(card), onCards.size > 0)));
    const others = choices.filter((choice) => onCards.get(choice.card) !== choice);
    for (const part of [this.#parts.piles, this.#parts.hand]) part.hidden = !part.children.length;
    this.#parts.choices.hidden = !others.length;
    const buttons = others.map((choice) => this.#button(choice));
    this.#choices.show(buttons, buttons.find((button) => button.dataset.say === BACK));
    const labels = others.filter((choice) => choice.say !== BACK).map((choice) => choice.label);
    if (!labels.some((label) => this.#labels.includes(label))) this.#choices.scrollToTop(); // another menu
    this.#labels = labels;
    if (focused) document.querySelector(`[data-say="${CSS.escape(focused)}"]`)?.focus();
    if (atEnd) this.#scrollToEnd();
  }

  #handCard(card, choice, someCanBeChosen) {
    if (!choice) {
      const picture = cardPicture(card);
      picture.classList.toggle("idle", someCanBeChosen);
      return picture;
    }
    const button = drawCard(this.#chooser(choice), card);
    button.ariaLabel = `${choice.say}: ${choice.label}`;
    return button;
  }

  #button(choice) {
    const button = this.#chooser(choice);
    const number = document.createElement("small");
    number.textContent = choice.say;
    const label = document.createElement("span");
    label.textContent = choice.label;
    button.className = "choice";
    if (/^\d+$/.test(choice.say)) button.append(number); // a word of the hall says no more than its label
    button.append(label);
    if (choice.card) {
      const picture = drawCard(document.createElement("span"), choice.card);
      picture.ariaHidden = "true"; // the label names the card
      number.after(picture);
    }
    return button;
  }

  #chooser(choice) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.say = choice.say;
    button.addEventListener("click", () => {
      if (performance.now() - this.#changedAt >= SETTLE) this.#say(choice.say, this.#menu);
    });
    return button;
  }
}

/** Return the choices that a tap on a card of the hand can make: one choice for the card, and the card there once. */
function choicesOnCards(choices, hand) {
  const once = (list, item) => list.filter((other) => other === item).length === 1;
  const named = choices.map((choice) => choice.card);
  return new Map(
    choices
      .filter(({ card }) => card && once(named, card) && once(hand, card))
      .map((choice) => [choice.card, choice]),
  );
}

/** Where the match stands; the last text says whom it waits for, and stands out. */
function statusTexts(texts) {
  const last = document.createElement("strong");
  last.textContent = texts.at(-1);
  return [texts.slice(0, -1).map((text) => `${text} · `).join(""), last];
}

/** A name with its cards. */
function pile({ name, cards }) {
  const row = document.createElement("div");
  const label = document.createElement("span");
  label.textContent = name;
  const list = document.createElement("div");
  list.append(...cards.map(cardPicture));
  row.append(label, list);
  return row;
}
