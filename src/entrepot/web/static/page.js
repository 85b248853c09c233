// What every page has: cubes with letters, selects that act at once, links to copy.
import { keep, kept } from "./kept.js";

// Pips or letters: a choice of the reader's eyes, so it stays in this browser.
export function letters() {
  const on = Boolean(kept("letters"));
  document.documentElement.toggleAttribute("data-letters", on);
  for (const box of document.querySelectorAll("[type=checkbox][data-letters]")) {
    box.checked = on;
    box.parentElement.hidden = false;
  }
}

export function links() {
  for (const field of document.querySelectorAll("[data-link]")) field.value = new URL(field.dataset.link, location.href).href;
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  const alone = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  for (const hint of document.querySelectorAll("[data-loopback]")) hint.hidden = !alone;
  for (const hint of document.querySelectorAll("[data-cookieless]")) hint.hidden = navigator.cookieEnabled;
}

// My name is kept in a cookie, so that it is filled in without scripts too; an empty one is forgotten.
export function remember(name) {
  const kept = name.trim();
  const path = document.documentElement.dataset.root || "/", secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `name=${encodeURIComponent(kept)}; path=${path}; samesite=lax; max-age=${kept ? 31536000 : 0}${secure}`;
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[type=checkbox][data-letters]")) {
    keep("letters", event.target.checked ? "1" : "");
    letters();
  }
  if (event.target.matches("[data-my-name]")) remember(event.target.value);
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
  button.querySelector("[role=status]").textContent = button.dataset.done;
});

// Another language: the page comes again in it, with all that was entered and where it was.
const ENTERED = "entered", FOLDS = "details:not(.menu)";
const entries = () => [...document.querySelectorAll("input:not([type=hidden], [type=file]), select, textarea")].filter((one) => !one.closest(".lang"));

function leave() {
  const fields = entries().map((one) => (one.matches("[type=checkbox], [type=radio]") ? one.checked : one.value));
  const folds = [...document.querySelectorAll(FOLDS)].map((one) => one.open);
  try {
    sessionStorage.setItem(ENTERED, JSON.stringify({ path: location.pathname, top: scrollY, fields, folds }));
  } catch { /* then it is entered anew */ }
}

function arrive() {
  let left = null;
  try {
    left = JSON.parse(sessionStorage.getItem(ENTERED));
    sessionStorage.removeItem(ENTERED);
  } catch { /* nothing is kept here */ }
  const fields = entries(), folds = [...document.querySelectorAll(FOLDS)];
  if (left?.path !== location.pathname || left.fields.length !== fields.length || left.folds.length !== folds.length) return;
  for (const [place, one] of fields.entries()) {
    if (one.matches("[type=checkbox], [type=radio]")) one.checked = left.fields[place];
    else one.value = left.fields[place];
  }
  for (const [place, one] of folds.entries()) one.open = left.folds[place];
  scrollTo(0, left.top);
}

document.addEventListener("submit", (event) => { if (event.target.matches(".lang")) leave(); });

// As an app: the service worker (sw.js) has a page for when there is no answer, in the language read last. Where browsers allow
// none, as over http in a local network or in a private window, only that page is missed.
const root = document.documentElement.dataset.root ?? "";

async function say() {
  try {
    const shelf = await caches.open(`entrepot:${root}:reader`);
    await shelf.put(`${root}/lang`, new Response(document.documentElement.lang));
  } catch { /* nothing is kept here */ }
}

async function install() {
  try {
    await navigator.serviceWorker.register(`${root}/sw.js`, { updateViaCache: "none" });
    await say();
  } catch { /* not here */ }
}

if (document.readyState === "complete") install();
else addEventListener("load", install);
document.addEventListener("visibilitychange", () => { if (document.hidden) say(); });

letters();
links();
arrive();
