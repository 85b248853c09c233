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
