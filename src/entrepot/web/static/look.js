// In one column, what a new question is about comes into view: once, when the question comes.
const narrow = matchMedia("(max-width: 69.99rem), (max-height: 33.99rem)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const asked = () => document.querySelector("header.top[data-look]")?.dataset ?? {};
const key = ({ look, kind }) => (look ? `${look} ${kind}` : "");
const fixed = (one) => ["fixed", "sticky"].includes(getComputedStyle(one).position);

// What is left of the window between the top and the bar.
function room() {
  const [top, bar] = [document.querySelector(".top"), document.querySelector(".counter")];
  return [fixed(top) ? top.offsetHeight : 0, fixed(bar) ? bar.getBoundingClientRect().top : innerHeight];
}

function look() {
  const part = document.getElementById(asked().look);
  if (!part) return;
  const [from, to] = room();
  const fits = part.offsetHeight <= to - from;
  show((!fits && part.querySelector(".asked")) || part, part);
}

// Brings a place into view: the head of a whole part, else its middle.
export function show(place, part) {
  if (!narrow.matches) return;
  const [from, to] = room();
  const { top, bottom } = place.getBoundingClientRect();
  if (top >= from && bottom <= to) return;
  const far = place === part ? top - parseFloat(getComputedStyle(part).scrollMarginTop) : (top + bottom - from - to) / 2;
  scrollBy({ top: far, behavior: still.matches ? "auto" : "smooth" });
}

let looked = key(asked());
document.addEventListener("table:shown", () => {
  const now = key(asked());
  if (now && now !== looked) look();
  looked = now;
});
if (performance.getEntriesByType("navigation")[0]?.type !== "reload" && !location.hash) look();
