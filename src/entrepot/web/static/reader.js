// Where its reader is, and what is said to who listens. Only a question that is the reader's own and new takes the focus;
// what the others did is said once, in order, in whole sentences.
const AFTER = 150, KEPT = 40;
const told = document.getElementById("told");
const said = new Map(); // of each turn, how many sentences

const sentences = (line) => line.dataset.told.split("\n");

function news() {
  const found = [];
  for (const line of [...document.querySelectorAll("#table .log [data-told]")].reverse()) {
    const all = sentences(line), from = said.get(line.dataset.turn) ?? 0;
    if (all.length > from) found.push(all.slice(from).join(" "));
    said.set(line.dataset.turn, all.length);
  }
  return found;
}

// The focus comes first, and cuts off what is being said; so that is said after it.
function say(texts) {
  if (!texts.length) return;
  setTimeout(() => {
    for (const text of texts) {
      const line = document.createElement("p");
      line.textContent = text;
      told.append(line);
    }
    while (told.childElementCount > KEPT) told.firstElementChild.remove();
  }, AFTER);
}

// Somebody who types, reads the log, has the menu open or something selected is not called away.
function busy() {
  const active = document.activeElement;
  return !getSelection().isCollapsed || Boolean(active.closest("input, select, textarea, .log, .sure, [role=dialog]") || document.querySelector(".menu[open]"));
}

document.addEventListener("table:shown", ({ detail: { before, now, within } }) => {
  const ask = document.getElementById("ask"), was = document.activeElement;
  const fresh = now.ask && now.ask !== before.ask;
  const lost = within && was === document.body;
  if (lost || (fresh && !busy())) ask.focus({ preventScroll: true });
  const heard = was !== ask && document.activeElement === ask;
  const texts = news();
  const asked = ask.textContent.trim();
  const informed = now.say && (now.say !== before.say || now.refused !== before.refused);
  if (informed && !(heard && asked === now.say)) texts.push(now.say);
  if (fresh && !heard && !(informed && asked === now.say)) texts.push(asked);
  say(texts);
});

news();
