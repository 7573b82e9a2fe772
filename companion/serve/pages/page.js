"use strict";
// Extends the terminal: watches the connection, and on touch screens adds a keypad, the phone's keyboard and swiping.

const BEFORE = " "; // precedes the typed text, so that a keyboard always has something to delete
const SWIPE = 48; // pixels that a finger moves for one turn of the wheel
const BEAT = 1500; // milliseconds between two beats to the server
const SILENCE = 3000; // milliseconds without an answer after which the page shows a message
const LOST = 15000; // milliseconds without an answer after which the page reconnects
const CLOSED_BY_PLAYER = 1000; // the code with which the server ends a visit
const TAKEN = 4001; // the code with which the server closes a connection whose app is shown on another page
const INPUT = /^\["(stdin|key|insert)"/; // messages with the player's input
const terminal = document.getElementById("terminal");
const typing = document.getElementById("typing");
const offered = document.getElementById("offered");
let socket = null;
let heard = Date.now(); // when the server last sent anything
let lost = false; // whether the page is reconnecting
let beat = 0; // the number of the server's last beat

window.WebSocket = class extends WebSocket {
  constructor(address) {
    super(address + tab());
    socket = this;
    heard = Date.now();
    this.addEventListener("open", sendBeat);
    this.addEventListener("close", ({ code }) => {
      if (code === TAKEN) showTaken();
      else if (code !== CLOSED_BY_PLAYER) reconnect();
    });
    this.addEventListener("message", ({ data }) => {
      heard = Date.now();
      if (!lost) document.body.classList.remove("-silent");
      const [kind, ...values] = typeof data === "string" ? JSON.parse(data) : [];
      if (kind === "keys") showKeys(...values);
      if (kind === "beat") followBeat(...values);
    });
  }

  // The terminal may report its focus before the connection is open: that message waits. Keys never wait, so that no
  // key takes effect later than the player expects.
  send(message) {
    const isInput = INPUT.test(message);
    if (isInput && (lost || document.body.classList.contains("-silent"))) return;
    if (this.readyState !== WebSocket.CONNECTING) super.send(message);
    else if (!isInput) this.addEventListener("open", () => super.send(message), { once: true });
  }
};

// The id of this tab, by which a reloaded page finds its app; empty in a browser without storage.
function tab() {
  try {
    let id = sessionStorage.getItem("tab");
    if (!id) {
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      id = Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
      sessionStorage.setItem("tab", id);
    }
    return `&tab=${id}`;
  } catch {
    return "";
  }
}

// A duplicated tab has the id of the first tab, and has taken its app. This page needs a new id for a new app.
function showTaken() {
  sessionStorage.removeItem("tab");
  document.querySelector("#over p").textContent = "This companion is open in another tab.";
}

function send(...message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

// The connection

function watch() {
  const silence = Date.now() - heard;
  if (!socket || lost || socket.readyState === WebSocket.CLOSED) return;
  sendBeat();
  document.body.classList.toggle("-silent", silence >= SILENCE);
  if (silence >= LOST) reconnect();
}

// The server drops input that follows an old beat, because an interrupted network may deliver it at any time.
function sendBeat() {
  send("beat", beat);
}

function followBeat(number) {
  const isLate = number - beat > 2 * BEAT; // the page was asleep, or hidden
  beat = number;
  if (isLate) sendBeat();
}

// Reload the page as soon as the server answers: the server keeps the app running, with its screen.
async function reconnect() {
  if (lost) return;
  lost = true;
  document.body.classList.add("-silent");
  for (let pause = BEAT; ; pause = Math.min(pause * 1.5, 10000)) {
    await new Promise((done) => { setTimeout(done, pause); });
    const answer = await fetch("/", { cache: "no-store", signal: AbortSignal.timeout(SILENCE) }).catch(() => null);
    if (answer?.ok) return window.location.reload();
  }
}

function input() {
  return document.querySelector(".xterm-helper-textarea");
}

// Keys

function showKeys(keys, views, isNewScreen) {
  const { scrollLeft, scrollTop } = offered;
  offered.replaceChildren(...keys.map((key) => label(document.createElement("button"), key)));
  offered.scrollTo(isNewScreen ? 0 : scrollLeft, isNewScreen ? 0 : scrollTop);
  for (const button of document.querySelectorAll("[data-view]")) {
    const key = views[button.dataset.view];
    button.ariaDisabled = String(!key); // a disabled button would take the focus from the terminal
    if (key) label(button, key);
  }
}

function label(button, [key, name, purpose]) {
  button.type = "button";
  button.dataset.key = key;
  button.replaceChildren(Object.assign(document.createElement("b"), { textContent: name }), ` ${purpose}`);
  return button;
}

function press(key) {
  input()?.focus({ preventScroll: true });
  forgetTyped();
  send("key", key);
}

function useKeyboard(wanted) {
  typing.setAttribute("aria-pressed", String(wanted));
  document.body.classList.toggle("-typing", wanted);
  input()?.setAttribute("inputmode", wanted ? "text" : "none");
  input()?.blur();
  input()?.focus({ preventScroll: true });
}

// The phone's keyboard: it may replace text that it has typed, so the app gets the difference after every change

let typed = "";

function forgetTyped() {
  if (input()) input().value = BEFORE;
}

function sendDifference(inputType) {
  const old = Array.from(typed), now = Array.from(input().value);
  let same = 0;
  while (same < old.length && old[same] === now[same]) same += 1;
  const beyond = same === 0 && old.length > 0; // more was deleted than was typed here
  const erases = inputType.startsWith("delete");
  let keys = "\x7f".repeat(old.length - same - (beyond && !(erases && inputType.includes("Content")) ? 1 : 0));
  if (beyond && erases && inputType.includes("Word")) keys += "\x17";
  if (beyond && erases && inputType.includes("Line")) keys += "\x15";
  const added = now.slice(same).join("");
  if (now.length - same > 1 && /\p{L}/u.test(added)) send("insert", keys.length, added); // text, not keys
  else if (keys || added) send("stdin", keys + added.replaceAll("\n", "\r"));
  return beyond || added.includes("\n");
}

function followKeyboard() {
  for (const kind of ["compositionstart", "compositionupdate", "compositionend"]) {
    document.addEventListener(kind, (event) => event.stopPropagation(), true);
  }
  document.addEventListener("beforeinput", () => { typed = input().value; }, true);
  document.addEventListener("input", (event) => {
    event.stopPropagation();
    const isPasted = event.inputType === "insertFromPaste"; // the terminal sends pasted text itself
    if (isPasted || (sendDifference(event.inputType) && !event.isComposing)) forgetTyped();
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.keyCode === 229) event.stopPropagation();
    else setTimeout(forgetTyped);
  }, true);
  // A capital letter of a hardware key: the terminal sends it now, so it must not arrive as input too.
  document.addEventListener("keypress", (event) => event.preventDefault(), true);
  terminal.addEventListener("pointerdown", forgetTyped);
  input()?.addEventListener("focus", forgetTyped);
}

// Fingers and the size of the screen

function followSwipes() {
  let last = 0;
  terminal.addEventListener("touchstart", (event) => { last = event.touches[0].clientY; }, { passive: true });
  terminal.addEventListener("touchmove", (event) => {
    if (event.touches.length > 1) return; // two fingers zoom
    event.preventDefault();
    const { clientX, clientY } = event.touches[0];
    while (Math.abs(clientY - last) >= SWIPE) {
      const turn = Math.sign(last - clientY);
      last -= turn * SWIPE;
      const place = { clientX, clientY, bubbles: true, cancelable: true };
      document.querySelector(".xterm-screen")
        .dispatchEvent(new WheelEvent("wheel", { deltaY: turn, deltaMode: WheelEvent.DOM_DELTA_LINE, ...place }));
    }
  }, { passive: false });
}

function raiseRows(size) {
  // Make rows high enough for a finger: the terminal takes their height from its font.
  const [above, below] = [18.2, 5.8].map((pixels) => `${Math.max(100 * pixels / size, 1.32 * pixels / 0.24)}%`);
  const faces = [["roboto-mono", "normal"], ["roboto-mono-italic", "italic"]].map(([file, style]) =>
    `@font-face { font-family: "Roboto Mono"; src: url("/static/${file}.ttf"); font-weight: 100 700; ` +
    `font-style: ${style}; ascent-override: ${above}; descent-override: ${below}; }`);
  document.head.append(Object.assign(document.createElement("style"), { textContent: faces.join("") }));
}

function fitAboveKeyboard() {
  const { height, scale, offsetTop } = window.visualViewport;
  document.body.style.height = `${height * scale}px`;
  document.body.style.top = scale === 1 ? `${offsetTop}px` : "0";
}

if (navigator.maxTouchPoints > 0 || matchMedia("(any-pointer: coarse)").matches) {
  document.body.classList.add("-touch");
  if (!new URLSearchParams(location.search).has("fontsize")) {
    // Forty columns, each 0.6 times as wide as the letters are high.
    terminal.dataset.fontSize = Math.max(8, Math.min(16, Math.floor(Math.min(innerWidth, innerHeight) / 24)));
  }
  raiseRows(Number(terminal.dataset.fontSize));
  window.addEventListener("load", () => {
    new ResizeObserver(() => window.dispatchEvent(new Event("resize"))).observe(terminal); // which the terminal follows
    useKeyboard(false);
    followKeyboard();
    followSwipes();
  });
  const keypad = document.getElementById("keypad");
  keypad.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]:not([aria-disabled=true])")?.dataset.key;
    if (key) press(key);
  });
  keypad.addEventListener("pointerdown", (event) => event.preventDefault()); // the terminal keeps the focus
  typing.addEventListener("click", () => useKeyboard(typing.getAttribute("aria-pressed") !== "true"));
  window.visualViewport.addEventListener("resize", fitAboveKeyboard);
  window.visualViewport.addEventListener("scroll", fitAboveKeyboard);
}
document.getElementById("again").addEventListener("click", () => window.location.reload());
document.addEventListener("visibilitychange", sendBeat);
setInterval(watch, BEAT);
