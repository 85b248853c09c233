// A table: everything its page does beside being HTML.
import { letters, links } from "./page.js";
import "./explain.js";
import "./connection.js";
import "./away.js";
import "./press.js";
import "./fades.js";
import "./keys.js";
import "./look.js";
import "./guide.js";
import "./parts.js";
import "./sure.js";
import "./reader.js";
import "./sea.js";

// Bots move one by one, so that one can follow; a press anywhere shows the last move at once.
document.addEventListener("click", (event) => {
  if (event.target.closest("a, button, input, label, select, summary") || !getSelection().isCollapsed) return;
  document.querySelector("#do-hurry")?.requestSubmit();
});

// The menu closes when something else is pressed.
document.addEventListener("click", (event) => {
  const menu = document.querySelector(".menu");
  if (menu?.open && !event.target.closest(".menu")) menu.open = false;
});

document.addEventListener("table:shown", () => {
  links();
  letters();
});
