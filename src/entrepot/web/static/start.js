// The first page: one seat is mine, and my name goes with me; arrow up or a long press shows all levels of bots.
import { longPress } from "./long.js";
import { remember } from "./page.js";

const name = (seat) => document.getElementById(`name${seat.replace("seat", "")}`);

document.addEventListener("change", ({ target }) => {
  if (target.value === "me" && target.type === "radio") {
    for (const other of document.querySelectorAll("[value=me]:checked")) {
      if (other === target) continue;
      document.querySelector(`.levels [name=${other.name}][value=bot]`).checked = true;
      const [here, there] = [name(target.name), name(other.name)];
      if (!here.value) [here.value, there.value] = [there.value, ""];
    }
  }
  if (target.matches(".chair:has([value=me]:checked) .named")) remember(target.value);
});

const all = document.getElementById("all-levels");
let asked = null;

function open(ladder) {
  asked = ladder;
  for (const one of all.querySelectorAll("[value]")) one.setAttribute("aria-pressed", ladder.querySelector(`[value=${one.value}]`).checked);
  all.hidden = false;
  const { left, top, bottom } = ladder.getBoundingClientRect(), { offsetWidth: wide, offsetHeight: high } = all;
  all.style.left = `${Math.max(8, Math.min(left, innerWidth - wide - 8))}px`;
  all.style.top = `${Math.max(8, top >= high + 16 ? top - high - 8 : Math.min(bottom + 8, innerHeight - high - 8))}px`;
  all.querySelector("[aria-pressed=true]").focus();
}

document.addEventListener("keydown", (event) => {
  const ladder = event.target.closest(".ladder");
  if (ladder && event.key === "ArrowUp") {
    event.preventDefault();
    open(ladder);
  } else if (event.key === "Escape" && !all.hidden) {
    all.hidden = true;
    asked.querySelector(":checked").focus();
  } else if (event.target.matches("#all-levels [value]") && ["ArrowUp", "ArrowDown"].includes(event.key)) {
    event.preventDefault();
    (event.key === "ArrowUp" ? event.target.previousElementSibling : event.target.nextElementSibling)?.focus();
  }
});

longPress((target) => target.closest(".ladder"), open);
document.addEventListener("pointerdown", (event) => { if (!all.contains(event.target)) all.hidden = true; });
document.addEventListener("contextmenu", (event) => { if (event.target.closest(".ladder")) event.preventDefault(); });

all.addEventListener("click", (event) => {
  const level = event.target.closest("[value]");
  if (!level) return;
  const chosen = asked.querySelector(`[value=${level.value}]`);
  chosen.checked = true;
  all.hidden = true;
  chosen.focus();
});
