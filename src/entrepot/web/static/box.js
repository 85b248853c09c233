// The page of one's own box: what was entered stays in this browser, so that nobody types it twice.
import "./page.js";
import { keep, kept } from "./kept.js";

const box = document.querySelector("form.box");
const entered = () => new URLSearchParams(new FormData(box)).toString();
const key = box.getAttribute("action");
box.addEventListener("input", () => keep(key, entered()));

const resume = document.querySelector("[data-resume]");
const draft = kept(key);
if (resume && draft && draft !== entered()) {
  resume.hidden = false;
  resume.addEventListener("click", () => {
    const form = Object.assign(document.createElement("form"), { method: "post", action: key });
    for (const [name, value] of new URLSearchParams(draft)) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    document.body.append(form);
    form.submit();
  });
}

// The parts of the box are folded where there is little room. A way to a place opens what it lies in; paper has it all.
const folds = [...document.querySelectorAll(".fold, .others")];
if (matchMedia("(min-width: 70rem) and (min-height: 34rem)").matches) {
  for (const fold of folds) if (!fold.matches(".others")) fold.open = true;
}

function unfold(hash) {
  const place = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!place) return;
  const inside = place.querySelector(":scope > .fold, :scope > .others");
  if (inside) inside.open = true;
  for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  place.scrollIntoView();
}

addEventListener("hashchange", () => unfold(location.hash));
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link) unfold(link.hash);
});
unfold(location.hash);

let folded = [];
addEventListener("beforeprint", () => {
  folded = folds.filter((fold) => !fold.open);
  for (const fold of folded) fold.open = true;
});
addEventListener("afterprint", () => { for (const fold of folded) fold.open = false; });
