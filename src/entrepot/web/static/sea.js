// The sea, large or small.
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

document.addEventListener("table:shown", enlarge);
enlarge();
