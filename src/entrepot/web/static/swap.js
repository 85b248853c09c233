// Puts a new inside of the table in the place of the old one: what stays the same stays untouched, with its focus, its
// selection, its place in the scrolling; what its reader opened stays open.
/* global Idiomorph */
import { deed } from "./deed.js";

const LOOSE = "main, section, article, header, nav, ol, ul, .side";

// Blanks between the parts of a page say nothing; they would be matched with one another, and what stays be moved for them.
function tight(root) {
  for (const part of [root, ...root.querySelectorAll(LOOSE)]) {
    for (const node of [...part.childNodes]) if (node.nodeType === Node.TEXT_NODE && !node.data.trim()) node.remove();
  }
  return root;
}

// Whether an answer comes from another build than this page: its inside is not for these scripts, and the page must be
// loaded anew. A page just loaded takes it all the same, lest it be loaded again and again where two builds take turns.
const YOUNG = 3000, BUILD = import.meta.url.split("/").at(-2);
export function outdated(answer) {
  const build = answer.headers.get("Entrepot")?.split(" ")[1];
  return Boolean(build) && !build.endsWith(`/${BUILD}`) && performance.now() > YOUNG;
}

// What the page itself adds inside the table.
const STAYS = ["strip", "away", "meaning"], OURS = ["tabindex", "data-pointed"];

export function swap(table, text) {
  const before = { ...table.querySelector("[data-version]").dataset };
  const active = document.activeElement, within = table.contains(active), did = deed(active);
  const next = document.createElement("template");
  next.innerHTML = text;
  const settle = moving();
  Idiomorph.morph(tight(table), tight(next.content), {
    morphStyle: "innerHTML",
    callbacks: {
      beforeNodeMorphed: (_, next) => !next.hasAttribute?.("data-stays"),
      beforeNodeRemoved: (node) => !STAYS.includes(node.id),
      beforeAttributeUpdated: (name, node, how) => !(name === "open" && node.matches("details")) && !(how === "remove" && OURS.includes(name)),
    },
  });
  settle();
  // The focus never stays on what has become another choice.
  if (within && active.isConnected && deed(active) !== did) active.blur();
  const now = table.querySelector("[data-version]").dataset;
  document.title = now.title;
  document.dispatchEvent(new CustomEvent("table:shown", { detail: { before, now: { ...now }, within } }));
}

// ---- what moves ---------------------------------------------------------------------------------------------------------

// Cards and cubes that moved slide to where they now lie; nothing else moves, and a press always reaches what is drawn.
const CALM = 220;
const still = matchMedia("(prefers-reduced-motion: reduce)");

const places = () => new Map([...document.querySelectorAll("[data-moves]")].map((one) => [one.dataset.moves, one.getBoundingClientRect()]));

// Takes note of where everything lies; call what it returns once the table has changed.
function moving() {
  if (still.matches || document.hidden) return () => {};
  const before = places();
  return () => {
    for (const one of document.querySelectorAll("[data-moves]")) {
      for (const running of one.getAnimations()) running.cancel();
      const was = before.get(one.dataset.moves), is = one.getBoundingClientRect();
      if (!was || !was.width || !is.width) continue;
      const [x, y] = [was.left - is.left, was.top - is.top];
      if (Math.abs(x) + Math.abs(y) < 2) continue;
      one.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: CALM, easing: "cubic-bezier(.2, .7, .2, 1)" });
    }
  };
}
