// The sea: large or small, and in view when it is asked for.
import { keep, kept } from "./kept.js";

// A choice of its reader, never of a decision, so it stays in this browser.
function enlarge() {
  const on = Boolean(kept("sea"));
  const table = document.getElementById("table");
  if (on) table.setAttribute("data-focus", "sea");
  else table.removeAttribute("data-focus");
  for (const button of document.querySelectorAll("[data-enlarge]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", on);
  }
  for (const part of document.querySelectorAll(".sea-page .boards, .ports")) {
    if (on) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-enlarge]");
  if (!button) return;
  keep("sea", button.getAttribute("aria-pressed") === "true" ? "" : "1");
  enlarge();
});

// In one column, what a new decision is about comes into view.
let looked;
function look() {
  const where = document.querySelector("[data-look]")?.dataset.look;
  if (where && where !== looked && matchMedia("(max-width: 69.99rem), (max-height: 33.99rem)").matches) document.getElementById(where)?.scrollIntoView();
  looked = where;
}

document.addEventListener("table:shown", () => {
  enlarge();
  look();
});
enlarge();
