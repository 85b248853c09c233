// What cannot be taken back: first the question, then the deed. Without a script the question is the target of a link.
import { renew } from "./press.js";

const table = document.getElementById("table");
const question = () => table.dataset.sure && document.getElementById(`sure-${table.dataset.sure}`);
let opener = null, done = false;

function open(link) {
  close();
  opener = link;
  done = false;
  const menu = link.closest("details");
  if (menu) menu.open = false;
  table.dataset.sure = link.getAttribute("href").replace("#sure-", "");
  renew(question().querySelectorAll("button"));
  question().querySelector("h2").focus({ preventScroll: true });
}

function close() {
  delete table.dataset.sure;
  renew(table.querySelectorAll(".choices button"));
}

function back() {
  close();
  const way = opener?.isConnected && opener.getClientRects().length ? opener : document.getElementById("ask");
  way.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#table a[href^='#sure-'], .sure a[href='#ask']");
  if (!link) return;
  event.preventDefault();
  if (link.closest(".sure")) back();
  else open(link);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && question()) back();
  if (event.key === " " && event.target.matches("a[role=button]")) {
    event.preventDefault();
    if (!event.repeat) event.target.click();
  }
});

document.addEventListener("submit", (event) => { done ||= Boolean(event.submitter?.closest(".sure")); });

// It is void once it is answered, or asked for something else; to end the game may be wished whoever is asked what.
document.addEventListener("table:shown", ({ detail: { before, now } }) => {
  if (!table.dataset.sure || (!done && question() && (before.ask === now.ask || table.dataset.sure === "end"))) return;
  const inside = document.activeElement === document.body || document.activeElement.closest(".sure");
  close();
  if (inside) document.getElementById("ask").focus({ preventScroll: true });
});
