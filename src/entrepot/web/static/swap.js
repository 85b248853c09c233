// Puts a new inside of the table in the place of the old one: what stays the same stays untouched, with its focus, its
// selection, its place in the scrolling; what its reader opened stays open.
/* global Idiomorph */
import { moving } from "./motion.js";

// What the page itself adds inside the table.
const STAYS = ["strip", "meaning"], OURS = ["tabindex", "data-pointed"];

export function swap(table, text) {
  const before = { ...table.querySelector("[data-version]").dataset };
  const settle = moving();
  Idiomorph.morph(table, text, {
    morphStyle: "innerHTML",
    callbacks: {
      beforeNodeRemoved: (node) => !STAYS.includes(node.id),
      beforeAttributeUpdated: (name, node, how) => !(name === "open" && node.matches("details")) && !(how === "remove" && OURS.includes(name)),
    },
  });
  settle();
  const now = table.querySelector("[data-version]").dataset;
  document.title = now.title;
  document.dispatchEvent(new CustomEvent("table:shown", { detail: { before, now: { ...now } } }));
}
