// Puts a new inside of the table in the place of the old one: what stays the same stays untouched, with its focus, its
// selection, its place in the scrolling; what its reader opened stays open.
/* global Idiomorph */
import { moving } from "./motion.js";
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
