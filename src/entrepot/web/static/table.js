// A table: everything its page does beside being HTML.
import { letters, links } from "./page.js";
import "./explain.js";
import "./connection.js";
import "./keys.js";
import "./look.js";
import "./parts.js";
import "./sea.js";

const inside = () => document.querySelector("#table [data-version]");

// With several people at one screen a second tap must not play for the next seat.
let passed = -Infinity;
document.addEventListener("click", (event) => {
  if (performance.now() - passed > 700 || !event.target.closest("[form=do-act]")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// Bots move one by one, so that one can follow; a press anywhere shows the last move at once.
document.addEventListener("click", (event) => {
  if (!event.target.closest("a, button, input, label, select, summary")) document.querySelector("#do-hurry")?.requestSubmit();
});

// The menu closes when something else is pressed.
document.addEventListener("click", (event) => {
  const menu = document.querySelector(".menu");
  if (menu?.open && !event.target.closest(".menu")) menu.open = false;
});

document.addEventListener("table:shown", ({ detail: { before, now } }) => {
  if (before.seat && now.seat && now.seat !== before.seat) passed = performance.now();
  links();
  letters();
  document.getElementById("ask")?.focus({ preventScroll: true });
});
