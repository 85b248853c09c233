// What is pressed is what was meant. Nothing is done by a press that lands on what has only just come beneath it, by the
// second half of a double click, or by a key that is held.
import { BUTTONS, deed } from "./deed.js";

const EARLY = 300, PASSED = 700;
const table = document.getElementById("table");

const known = new WeakMap();
let asked = performance.now(), passed = -Infinity, aimed = -Infinity, clicked = -Infinity, down = null;

const ask = () => table.querySelector("[data-ask]").dataset.ask;

function note(since) {
  for (const control of table.querySelectorAll(BUTTONS)) {
    const does = deed(control);
    if (known.get(control)?.does !== does) known.set(control, { does, since });
  }
}

// These have come into view.
export function renew(controls) {
  const now = performance.now();
  for (const control of controls) known.set(control, { does: deed(control), since: now });
}

function early(event, control) {
  const now = performance.now();
  // With several people at one screen a second press must not play for the next seat.
  if (now - passed < PASSED && control.matches("[form^=do-]")) return true;
  if (!event.detail) return false; // a key or a program, which chose it by name
  if (down?.control === control && (down.does !== deed(control) || down.ask !== ask())) return true;
  const since = Math.max(known.get(control)?.since ?? -Infinity, event.detail > 1 ? asked : -Infinity);
  if (event.detail > 1 && since > clicked) return true;
  const at = down?.control === control ? down.at : now;
  return at - since < EARLY && (down?.touch || aimed < since);
}

addEventListener("pointerdown", (event) => {
  const control = event.target.closest?.(BUTTONS);
  const touch = event.pointerType !== "mouse";
  down = control && table.contains(control) ? { control, does: deed(control), ask: ask(), at: performance.now(), touch } : null;
}, { capture: true, passive: true });

addEventListener("pointermove", () => { aimed = performance.now(); }, { capture: true, passive: true });

addEventListener("click", (event) => {
  const control = event.target.closest(BUTTONS);
  if (control && table.contains(control) && early(event, control)) {
    event.preventDefault();
    event.stopPropagation();
  }
  if (event.detail) clicked = performance.now();
}, true);

addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.closest("#table")) event.preventDefault();
}, true);

document.addEventListener("table:shown", ({ detail: { before, now } }) => {
  if (before.seat && now.seat && now.seat !== before.seat) passed = performance.now();
  if (before.ask !== now.ask) asked = performance.now();
  note(performance.now());
});
note(-Infinity); // a page that has just come took nothing's place
