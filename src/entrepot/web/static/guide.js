// The guide of a first game and a hint point at one place: the ring is drawn by the bar itself, the words and what a reader hears here.
import { show } from "./look.js";

let shown = "";

function point() {
  const counter = document.querySelector("#table .counter"), { guide = "", place = "", tag = "", sign = "" } = counter?.dataset ?? {};
  const thing = place && document.querySelector(`#table ${place}`);
  if (thing) {
    thing.setAttribute("aria-describedby", "by-guide");
    if (thing.matches(".card, .loc, .fort, .mk")) {
      const words = Object.assign(document.createElement("span"), { className: "pointer", innerHTML: `<svg class="i" aria-hidden="true"><use href="#${sign}"/></svg>` });
      words.append(tag);
      words.setAttribute("aria-hidden", "true");
      thing.append(words);
    }
    if (guide !== shown && thing.getClientRects().length) show(thing);
  }
  shown = guide;
}

document.addEventListener("table:shown", point);
point();
