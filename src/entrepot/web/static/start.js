// The first page: one seat is mine, and my name goes with me.
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
