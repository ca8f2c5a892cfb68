/** The page: from the form to the table, the two views of it, and the way back after a lost connection. */

import { copyText } from "./clipboard.js";
import { Connection } from "./connection.js";
import { showKeys } from "./keys.js";
import { recall, remember } from "./memory.js";
import { NameForm } from "./name_form.js";
import { SimpleView } from "./simple_view.js";

const part = (id) => document.getElementById(id);
const touched = matchMedia("(pointer: coarse)");
const isPortrait = () => innerHeight > innerWidth;
const LOST = "Connection lost. Trying again …";
const STILL_CLOSED = `The ${document.documentElement.dataset.place} is still closed.`; // a table, or a club
const GO_ELSEWHERE = "Go on at another machine";
const LOST_BEFORE_ELSEWHERE = 4; // attempts to connect again, some eight seconds, before another host is offered
const MAINS = ["door", "table", "farewell"];
const NEWS_TIME = 3000; // milliseconds that a piece of news stays, and the bar of a page on a TV after a movement
const SETTLE = 300; // milliseconds in which a second tap is still meant for the screen below a question
const RESIZE_WAIT = 120; // milliseconds; a turned phone changes its size several times

let entry = null; // what the form was sent with
let screen = null; // the terminal, once it has been needed
let opening = null; // the promise of it
let early = []; // what came before it was ready
let elsewhere = []; // the addresses of the page at other hosts of a club
let losses = 0; // how often in a row there was no connection
let entered = false; // whether the host has let this browser in
let view = recall("view", true) ?? (touched.matches && isPortrait() ? "simple" : "screen");
let takesText = true; // whether the program has a field for text under its cursor
let resizeTimer = 0;
let pointingTimer = 0;

const connection = new Connection(enterFrame, {
  open: () => {
    losses = 0;
    showNotice("");
  },
  lost: tellLost,
  bytes: draw,
  frame: receive,
});
const form = new NameForm((answers) => {
  entry = answers;
  entered = false;
  if (entry.big) view = "screen";
  connection.start();
});
const simple = new SimpleView({ scores: part("scores"), status: part("status"), said: part("said"), piles: part("piles"), hand: part("hand"), choices: part("choices") }, say);

function enterFrame() {
  const size = screen?.size ?? { columns: 80, rows: 24 };
  return { kind: "enter", ...entry, ...size, view, colours: true, fingers: touched.matches };
}

function receive(frame) {
  if (frame.kind === "entered") enter(frame);
  else if (frame.kind === "refused") refuse(frame);
  else if (frame.kind === "keys") showWhatKeysDo(frame);
  else if (frame.kind === "said") simple.addLines(frame.lines);
  else if (frame.kind === "choices") showChoices(frame);
  else if (frame.kind === "device") showDeviceCode(frame);
  else if (frame.kind === "which") askWhich(frame);
  else if (frame.kind === "copy") copyText(frame.text, showNews);
  else if (frame.kind === "farewell") sayFarewell(frame);
}

function enter(frame) {
  entry = { ...entry, name: frame.name, device: "" };
  entered = true;
  elsewhere = frame.elsewhere ?? [];
  form.setBusy(false);
  if (!entry.big) form.keepName(frame.name); // the host knows the seat by it
  remember("entry", JSON.stringify(entry), true); // a reloaded page goes back to the table
  part("table-name").textContent = frame.table;
  part("listen-at-table").hidden = frame.encrypted;
  screen?.clear(); // what was there until now is drawn again
  showMain("table");
  showView();
}

function refuse(frame) {
  connection.stop();
  remember("entry", null, true);
  showNotice("");
  showMain("door");
  form.show(frame.sentence, frame.wants);
}

function sayFarewell(frame) {
  connection.stop();
  if (frame.elsewhere?.length) {
    remember("entry", null, true);
    location.assign(frame.elsewhere[0]);
  }
  showNotice("");
  if (!frame.again) remember("entry", null, true);
  part("farewell-sentence").textContent = frame.sentence;
  part("come-back").hidden = !frame.again;
  showChoices({}); // nothing can be chosen any more
  showMain("farewell");
  part("sit-again").hidden = frame.again;
  part(frame.again ? "come-back" : "sit-again").focus();
}

/** Tell that the connection is lost; after a farewell there is one attempt for each tap on the button. */
function tellLost() {
  if (part("farewell").hidden) {
    showNotice(LOST);
    if (++losses >= LOST_BEFORE_ELSEWHERE) offerOtherHosts();
    return;
  }
  connection.stop();
  part("farewell-sentence").textContent = STILL_CLOSED;
}

/** Show the way to another host of the club, as this one does not answer. */
function offerOtherHosts() {
  const links = elsewhere.map((address) => {
    const link = document.createElement("a");
    link.href = address;
    link.textContent = GO_ELSEWHERE;
    return link;
  });
  part("notice").append(...links.slice(0, 1).flatMap((link) => [" ", link]));
}

function showMain(name) {
  for (const id of MAINS) part(id).hidden = id !== name;
  if (name !== "table") for (const id of ["device-dialog", "which-dialog", "copy-dialog", "leave-dialog"]) part(id).close();
}

function showNotice(text) {
  part("notice").textContent = text;
  part("notice").hidden = !text;
}

/** Show a sentence for a moment, unless the connection is lost. */
function showNews(sentence) {
  if (!part("notice").hidden) return;
  showNotice(sentence);
  setTimeout(() => part("notice").textContent === sentence && showNotice(""), NEWS_TIME);
}

// The two views

async function showView() {
  part("table").dataset.view = view;
  part("table").classList.toggle("room", Boolean(entry.big));
  part("screen").hidden = view !== "screen";
  part("simple").hidden = view !== "simple";
  part("keys").hidden = view !== "screen";
  for (const id of ["rules", "what-to-type"]) part(id).hidden = view === "screen"; // there the host has keys for them
  part("switch-view").textContent = view === "screen" ? "Simple view" : "Screen";
  showPlaceholder();
  if (view !== "screen") return;
  await openScreen();
  screen.isForRoom = Boolean(entry.big);
  screen.fit();
  if (!touched.matches) screen.focus();
}

function showChoices(frame) {
  simple.show(frame);
  showPlaceholder();
}

/** Say what can be typed; the cards of a hand have no numbers. */
function showPlaceholder() {
  const onCards = touched.matches ? "Tap a card, or type" : "Click a card, or type";
  part("typed").placeholder = view === "screen" ? "Type here" : simple.hasCardsToChoose ? onCards : "Number, command or ?";
}

function openScreen() {
  opening ??= import("./terminal.js").then(async ({ Screen }) => {
    const send = (text, binary) => connection.type(text, binary);
    screen = await Screen.open(part("screen"), send, (x, y) => connection.send({ kind: "tap", x, y }), sendSize);
    for (const bytes of early) screen.write(bytes);
    early = [];
  });
  return opening;
}

function sendSize(size) {
  if (entered) connection.send({ kind: "resize", ...size, fingers: touched.matches });
}

function draw(bytes) {
  if (screen) screen.write(bytes);
  else early.push(bytes);
}

function switchView() {
  view = view === "screen" ? "simple" : "screen";
  remember("view", view, true);
  screen?.clear();
  connection.send({ kind: "view", view });
  showView();
}

/** Fit the terminal to its room: not while somebody types on a phone, whose keyboard takes half of it for a moment. */
function fitToRoom() {
  const height = visualViewport ? visualViewport.height * visualViewport.scale : innerHeight;
  document.documentElement.style.setProperty("--height", `${Math.floor(height)}px`);
  const typing = touched.matches && document.activeElement === part("typed");
  part("table").classList.toggle("typing", typing);
  clearTimeout(resizeTimer);
  if (!typing) resizeTimer = setTimeout(() => view === "screen" && screen?.fit(), RESIZE_WAIT);
}

// What people send

function showWhatKeysDo({ keys, typing }) {
  takesText = typing !== false;
  showKeys(part("keys"), keys, type, (choice, menu) => connection.send({ kind: "choose", choice, menu }));
  part("line").classList.toggle("wanted", typing === true && view === "screen");
}

function say(text, menu) {
  simple.markAsRead();
  connection.send({ kind: "say", text, menu }); // of a typed line nobody knows which choices it is for
}

function type(text) {
  connection.type(text);
}

/** Send a line: in the screen view one character is a key, and more are a text; Enter ends it where a text is awaited. */
function sendLine(event) {
  event.preventDefault();
  const text = part("typed").value;
  part("typed").value = "";
  if (view === "simple") say(text);
  else if ([...text].length > 1) {
    screen?.paste(text);
    if (takesText) type("\r");
  } else type(text || "\r");
}

// Another device, a TV, full screen, leaving

function showDeviceCode({ code, seconds }) {
  part("device-code").textContent = code;
  part("device-time").textContent = `It is good for ${seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${seconds} seconds`}, and for one device.`;
  part("device-dialog").showModal();
}

/** Ask which of several things that are drawn close together a finger has tapped. */
function askWhich({ targets, number }) {
  const askedAt = performance.now();
  const buttons = targets.map((words, place) => {
    const button = document.createElement("button");
    button.textContent = words;
    button.addEventListener("click", (event) => {
      if (performance.now() - askedAt < SETTLE) event.preventDefault();
      else connection.send({ kind: "pick", place, number });
    });
    return button;
  });
  part("which").replaceChildren(...buttons);
  part("which-dialog").close();
  part("which-dialog").showModal();
}

/** Let the link to the page for a TV carry the table's code, which that page needs as every other one does. */
function prepareRoomLink() {
  part("open-room").hash = new URLSearchParams({ tv: "", ...(entry?.code ? { code: entry.code } : {}) });
}

/** Show the bar of a page on a TV while somebody moves the mouse. */
function showBarForAMoment() {
  part("table").classList.add("pointing");
  clearTimeout(pointingTimer);
  pointingTimer = setTimeout(() => part("table").classList.remove("pointing"), NEWS_TIME);
}

function switchFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => (part("full-screen").hidden = true));
}

function leave() {
  connection.stop();
  remember("entry", null, true);
  showNotice("");
  showMain("door");
  form.show();
}

/** F6 leads out of the terminal, which takes all other keys, and back. */
function moveFocus(event) {
  if (event.key !== "F6" || view !== "screen" || part("table").hidden) return;
  event.preventDefault();
  if (part("screen").contains(document.activeElement)) part("switch-view").focus();
  else screen?.focus();
}

part("switch-view").addEventListener("click", switchView);
part("line").addEventListener("submit", sendLine);
part("rules").addEventListener("click", () => say("rules"));
part("what-to-type").addEventListener("click", () => say("?"));
part("ask-device").addEventListener("click", () => connection.send({ kind: "device" }));
part("open-room").addEventListener("click", prepareRoomLink);
part("table").addEventListener("pointermove", showBarForAMoment);
part("full-screen").addEventListener("click", switchFullScreen);
part("full-screen").hidden = !document.fullscreenEnabled;
part("leave").addEventListener("click", () => part("leave-dialog").showModal());
for (const id of ["leave-now", "sit-again"]) part(id).addEventListener("click", leave);
part("come-back").addEventListener("click", () => connection.start());
part("menu").addEventListener("click", (event) => event.target.closest("button, a") && (part("menu").open = false));
part("typed").addEventListener("focus", fitToRoom);
part("typed").addEventListener("blur", fitToRoom);
document.addEventListener("pointerdown", (event) => part("menu").contains(event.target) || (part("menu").open = false));
document.addEventListener("keydown", moveFocus, true);
(visualViewport ?? window).addEventListener("resize", fitToRoom);
touched.addEventListener("change", () => screen && sendSize(screen.size)); // a mouse was plugged in, or taken away
new ResizeObserver(fitToRoom).observe(part("screen"));

fitToRoom();
const kept = recall("entry", true);
if (kept) {
  entry = JSON.parse(kept);
  showMain("table");
  showView();
  connection.start();
} else {
  form.show();
}
addEventListener("load", () => setTimeout(openScreenEarly, 300), { once: true });

/** Load the terminal while somebody types their name. */
function openScreenEarly() {
  if (view === "screen") import("./terminal.js");
}
