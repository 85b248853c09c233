// What happened while nobody looked: how far the game had come when its page was last seen is kept, and on coming back the
// way from there to now is offered to be watched, or skipped.
import { keep, kept } from "./kept.js";

const AWAY = 60000;
const table = document.getElementById("table"), offer = document.getElementById("away");
const key = `seen:${table.dataset.id}`;
const happened = () => Number(table.querySelector("[data-version]").dataset.happened ?? -1);

function look() {
  if (!offer.hidden) return;
  keep(key, happened() < 0 ? "" : `${happened()} ${Date.now()}`); // nothing is kept of a game that is over
}

function come() {
  const [seen, when] = kept(key).split(" ").map(Number);
  if (offer.hidden && seen < happened() && Date.now() - when > AWAY) {
    const way = offer.querySelector("a"), to = new URL(way.href);
    to.searchParams.set("after", seen);
    way.href = to;
    place();
    offer.hidden = false;
    const said = offer.querySelector("[data-text]");
    said.textContent = said.dataset.text;
  }
  look();
}

function place() {
  const counter = table.querySelector(".counter");
  if (counter && offer.parentElement !== counter) counter.prepend(offer);
}

function skip() {
  offer.hidden = true;
  look();
}

if (offer) {
  offer.querySelector("[data-skip]").addEventListener("click", () => {
    skip();
    document.getElementById("ask")?.focus();
  });
  offer.querySelector("a").addEventListener("click", skip);
  document.addEventListener("submit", (event) => { if (event.target.matches("#table form")) skip(); });
  document.addEventListener("table:shown", () => {
    if (!offer.hidden) happened() < 0 ? skip() : place();
    if (!document.hidden) look();
  });
  document.addEventListener("visibilitychange", () => { document.hidden ? look() : come(); });
  addEventListener("pagehide", () => { if (!document.hidden) look(); });
  if (!document.hidden) come();
}
