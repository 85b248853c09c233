// Points out where a place is: of a line of the log, an entry of a list, or what a meaning is about. One thing at a time.
let held = false;

function draw(things) {
  for (const old of document.querySelectorAll("#table [data-pointed]")) if (!things.includes(old)) old.removeAttribute("data-pointed");
  for (const one of things) one.setAttribute("data-pointed", "");
}

const placed = (name) => [...document.querySelectorAll(`#table [data-place="${CSS.escape(name)}"]`)];

// Points at something until it is let go; what is hovered meanwhile is not pointed out.
export function hold(thing) {
  held = true;
  const place = thing.dataset.at ? placed(thing.dataset.at) : [];
  draw(place.length ? place : [thing]);
}

export function letGo() {
  held = false;
  draw([]);
}

function look(target) {
  if (held || !(target instanceof Element)) return;
  const own = target.closest("#table [data-at]"), line = target.closest("#table :is(.log li, .did)");
  const told = own ? [own] : line ? [...line.querySelectorAll("[data-at]")] : [];
  draw(told.flatMap((one) => placed(one.dataset.at)));
}

document.addEventListener("pointerover", (event) => look(event.target));
document.addEventListener("focusin", (event) => look(event.target));
document.addEventListener("focusout", () => look(document.body));
