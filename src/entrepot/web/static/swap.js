// Puts a new inside of the table in the place of the old one: what stays the same stays untouched, with its focus, its
// selection, its place in the scrolling; what its reader opened stays open.
/* global Idiomorph */
import { moving } from "./motion.js";

export function swap(table, text) {
  const before = { ...table.querySelector("[data-version]").dataset };
  const settle = moving();
  Idiomorph.morph(table, text, {
    morphStyle: "innerHTML",
    callbacks: {
      beforeNodeRemoved: (node) => node.id !== "strip",
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.matches("details")),
    },
  });
  settle();
  const now = table.querySelector("[data-version]").dataset;
  document.title = now.title;
  document.dispatchEvent(new CustomEvent("table:shown", { detail: { before, now: { ...now } } }));
}
