// The first page: one seat is mine.
import "./page.js";

document.addEventListener("change", (event) => {
  if (event.target.value !== "me") return;
  for (const other of document.querySelectorAll("[value=me]:checked")) {
    if (other !== event.target) document.querySelector(`.levels [name=${other.name}][value="bot:greedy"]`).checked = true;
  }
});
