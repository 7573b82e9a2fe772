"use strict";
// Keys under the terminal for screens that are touched: no keyboard slides over the table for a die or a digit.

const CODES = { Escape: 27, ArrowUp: 38, ArrowDown: 40, Enter: 13, Backspace: 8 };
const typing = document.getElementById("typing");

function input() {
  return document.querySelector(".xterm-helper-textarea");
}

function press(key) {
  const keyCode = CODES[key] || key.toUpperCase().charCodeAt(0);
  input()?.dispatchEvent(new KeyboardEvent("keydown", { key, keyCode, bubbles: true, cancelable: true }));
}

function useKeyboard(wanted) {
  typing.setAttribute("aria-pressed", String(wanted));
  input()?.setAttribute("inputmode", wanted ? "text" : "none");
  input()?.blur();
  input()?.focus({ preventScroll: true });
}

if (navigator.maxTouchPoints > 0 || matchMedia("(any-pointer: coarse)").matches) {
  document.body.classList.add("-touch");
  window.addEventListener("load", () => useKeyboard(false));
  for (const button of document.querySelectorAll("#keypad [data-key]")) {
    button.addEventListener("click", () => press(button.dataset.key));
  }
  for (const button of document.querySelectorAll("#keypad button")) {
    button.addEventListener("pointerdown", (event) => event.preventDefault()); // the terminal keeps the focus
  }
  typing.addEventListener("click", () => useKeyboard(typing.getAttribute("aria-pressed") !== "true"));
}
document.getElementById("again").addEventListener("click", () => window.location.reload());
