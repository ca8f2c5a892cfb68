/** Cards drawn small, with a spoken name. */

const SUITS = { "♣": "Clubs", "♦": "Diamonds", "♥": "Hearts", "♠": "Spades" };
const RANKS = { J: "Jack", Q: "Queen", K: "King", A: "Ace" };
const TEXT_FORM = "\ufe0e"; // without it phones draw ♥ and ♦ as emoji, both in red

/** The name of a card for a screen reader, such as “Queen of Spades”. */
export function spokenName(card) {
  const suit = SUITS[card.at(-1)];
  if (suit) return `${RANKS[card.slice(0, -1)] ?? card.slice(0, -1)} of ${suit}`;
  return card === "Jk" ? "Joker" : "face-down card";
}

/** Fill an element with the drawing of a card, such as "10♦"; anything that is no card is drawn face down. */
export function drawCard(element, card) {
  const suit = SUITS[card.at(-1)];
  element.classList.add("card", suit ? suit.toLowerCase() : card === "Jk" ? "joker" : "down");
  element.replaceChildren();
  if (suit) {
    const rank = document.createElement("b");
    rank.textContent = card.slice(0, -1);
    const sign = document.createElement("i");
    sign.textContent = card.at(-1) + TEXT_FORM;
    element.append(rank, sign);
  } else if (card === "Jk") {
    element.textContent = "Joker";
  }
  return element;
}

/** A drawn card that is no button. */
export function cardPicture(card) {
  const picture = drawCard(document.createElement("span"), card);
  picture.role = "img";
  picture.ariaLabel = spokenName(card);
  return picture;
}
