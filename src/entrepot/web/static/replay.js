// A game to look back on: from moment to moment without loading the page anew, by keys, by the slider, by itself.
import { keep, kept } from "./kept.js";
import { letters, links } from "./page.js";
import { outdated, swap } from "./swap.js";
import "./explain.js";
import "./fades.js";
import "./parts.js";
import "./sea.js";

const PACES = [[1, 1400], [2, 700], [4, 350]];
const KEYS = {
  Home: "first", PageUp: "round-back", "shift ArrowLeft": "turn-back", ArrowLeft: "back",
  ArrowRight: "on", "shift ArrowRight": "turn-on", PageDown: "round-on", End: "last", "shift C": "claim-back", c: "claim-on",
};
const table = document.getElementById("table"), form = document.getElementById("do-replay");
const here = () => table.querySelector("[data-version]").dataset;
const at = () => Number(here().version);

// ---- from moment to moment ----------------------------------------------------------------------------------------------

let wanted = null, under = null, aimed = 0;

// A page that knows no server brings all its moments along, as runs of lines.
const brought = document.getElementById("moments");
let all = null;

function unpacked(text) {
  const packed = Uint8Array.from(atob(text.trim()), (one) => one.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

async function fetched(moment, eyes) {
  if (brought) {
    const { lines, moments } = all ??= await unpacked(brought.textContent), runs = moments[moment], text = [];
    for (let n = 0; n < runs.length; n += 2) text.push(...lines.slice(runs[n], runs[n] + runs[n + 1]));
    return new Response(text.join("\n"));
  }
  const headers = { "HX-Request": "true" };
  if (form) {
    const sent = new FormData(form);
    sent.set("at", moment);
    sent.set("eyes", eyes);
    return fetch(form.action, { method: "POST", body: sent, headers });
  }
  return fetch(address(moment, eyes), { headers });
}

const address = (moment, eyes) => brought ? `#at=${moment}` : `${here().path}?${new URLSearchParams(eyes ? { at: moment, seat: eyes } : { at: moment })}`;

// Goes to the moment that was asked for last; those asked for meanwhile are passed over.
function go(moment, { eyes = here().seen, note = "pushState" } = {}) {
  wanted = { moment, eyes, note };
  aimed = moment;
  under ??= follow().finally(() => { under = null; });
  return under;
}

// Steps count from where one is going, so that none is lost on the way; longer ways begin where one has come to.
async function move(way) {
  const step = { back: -1, on: 1 }[way];
  if (step) {
    const from = under ? aimed : at(), to = Math.max(0, Math.min(Number(here().last), from + step));
    if (to !== from) go(to);
    return;
  }
  await under;
  const to = Number(table.querySelector(`[data-way="${way}"]`).dataset.go);
  if (to !== at()) go(to);
}

async function follow() {
  while (wanted) {
    const { moment, eyes, note } = wanted;
    wanted = null;
    let answer;
    try { answer = await fetched(moment, eyes); } catch { answer = null; }
    if (!answer?.ok) {
      pause();
      if (!form) location.assign(address(moment, eyes)); // the browser says what is the matter
      return;
    }
    if (outdated(answer)) {
      wanted = null;
      if (form) {
        form.elements.now.value = moment;
        form.elements.seat.value = eyes;
        form.submit();
      } else location.assign(address(moment, eyes));
      return;
    }
    swap(table, await answer.text());
    if (form) {
      form.elements.now.value = at();
      form.elements.seat.value = here().seen;
    } else if (note) history[note]({ moment }, "", address(at(), here().seen));
  }
}

addEventListener("popstate", () => {
  const searchParams = new URLSearchParams(brought ? location.hash.slice(1) : location.search);
  go(Number(searchParams.get("at") ?? 0), { eyes: searchParams.get("seat") ?? "", note: "" });
});

// ---- by itself ----------------------------------------------------------------------------------------------------------

let running = 0;
const pace = () => PACES.find(([name]) => String(name) === kept("pace")) ?? PACES[0];

function play() {
  const mine = ++running;
  const on = async () => {
    if (running !== mine) return;
    if (at() >= Number(here().last)) return pause();
    const since = performance.now();
    await go(at() + 1, { note: "replaceState" });
    if (running === mine) setTimeout(on, Math.max(0, pace()[1] - (performance.now() - since)));
  };
  auto = true;
  show();
  setTimeout(on, pace()[1] / 2);
}

let auto = false;
function pause() {
  if (!auto) return;
  auto = false;
  running += 1;
  show();
}

// What a page without scripts has no use for, and how the button that plays looks.
function show() {
  for (const one of document.querySelectorAll("[data-js]")) one.hidden = false;
  const run = document.getElementById("run"), said = auto ? run.dataset.pause : run.dataset.play;
  run.querySelector("use").setAttribute("href", auto ? "#i-pause" : "#i-play");
  run.querySelector(".sr").textContent = said;
  run.title = said;
  document.getElementById("ask").setAttribute("aria-live", auto ? "off" : "polite");
  for (const one of document.querySelectorAll("[data-pace] [data-drawn]")) one.textContent = `${pace()[0]}×`;
}

document.addEventListener("table:shown", () => {
  for (const line of document.querySelectorAll(".plots .now")) {
    for (const end of ["x1", "x2"]) line.setAttribute(end, `${here().cursor}%`);
  }
  links();
  letters();
  show();
});

// ---- by hand ------------------------------------------------------------------------------------------------------------

addEventListener("pointerdown", (event) => {
  if (!event.target.closest?.("#run, [data-pace]")) pause();
}, { capture: true, passive: true });

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const menu = document.querySelector(".menu");
  if (menu?.open && !event.target.closest(".menu")) menu.open = false;
  const way = event.target.closest("[data-go]"), eyes = event.target.closest("[data-eyes]");
  if (way || eyes) {
    event.preventDefault();
    if (eyes) go(at(), { eyes: eyes.dataset.eyes });
    else if (way.dataset.way) move(way.dataset.way);
    else go(Number(way.dataset.go));
  } else if (event.target.closest("#run")) {
    if (auto) pause();
    else play();
  } else if (event.target.closest("[data-list]:not(#table)")) {
    list(event.target.closest("[data-list]").dataset.list);
    document.querySelector(`#${table.dataset.list} h2`).focus();
  } else if (event.target.closest("[data-pace]")) {
    keep("pace", String(PACES[(PACES.indexOf(pace()) + 1) % PACES.length][0]));
    show();
  } else if (event.target.closest("a[href='#numbers']")) {
    document.querySelector("#numbers details").open = true;
  } else {
    time(event);
  }
});

// A press on the time line leads to the end of the turn that lies there.
function time(event) {
  const plot = event.target.closest(".plot"), line = event.target.closest(".plots");
  if (!plot || !line) return;
  const { left, width } = plot.getBoundingClientRect(), ends = line.dataset.ends.split(" ");
  const part = ((100 * (event.clientX - left)) / width - line.dataset.left) / line.dataset.wide;
  go(Number(ends[Math.round(Math.max(0, Math.min(1, part)) * (ends.length - 1))]));
}

document.addEventListener("input", (event) => {
  if (event.target.id === "at") go(Number(event.target.value), { note: "replaceState" });
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, .menu[open], [role=dialog]")) return;
  if (event.key === " " && !event.target.closest("a, button, summary")) {
    event.preventDefault();
    if (auto) pause();
    else play();
    return;
  }
  const way = KEYS[`${event.shiftKey ? "shift " : ""}${event.key}`];
  if (event.key !== " ") pause();
  if (!way) return;
  event.preventDefault();
  move(way);
});

// ---- the analysis -------------------------------------------------------------------------------------------------------

// Of the two lists at the side one is seen at a time, where there is no room for both.
function list(name) {
  table.dataset.list = name;
  keep("replay-list", name);
}
table.dataset.list = kept("replay-list") === "log" ? "log" : "costly";

// While more is to come, what is there is looked at again now and then: the lines, the list, the tables of numbers.
const EVERY = 2500, RENEWED = ["plots", "costly", "numbers"];
const costly = () => document.getElementById("costly")?.dataset ?? {};

let looking = false;
async function look() {
  const { state, mark } = costly();
  looking = state === "waiting" || state === "running";
  if (!looking) return;
  try {
    const known = await fetch(`${here().analysis}?since=${mark}`, { headers: { Accept: "application/json" } });
    if (known.status === 200) await renew();
  } catch { /* the next look may find the server again */ }
  setTimeout(look, EVERY);
}

document.addEventListener("submit", async (event) => {
  const { target } = event;
  if (!target.action.endsWith("/analysis")) return;
  event.preventDefault();
  let answer;
  try { answer = await fetch(target.action, { method: "POST", body: new URLSearchParams(), headers: { Accept: "application/json" } }); } catch { answer = null; }
  if (!answer?.ok) return target.submit(); // the browser says what is the matter
  await renew();
  if (!looking) look();
});

async function renew() {
  const answer = await fetch(address(at(), here().seen));
  if (!answer.ok || outdated(answer)) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of RENEWED) {
    const old = document.getElementById(id), now = page.getElementById(id);
    if (!old || !now) continue;
    const open = old.querySelector("details")?.open, scrolled = old.querySelector("ol")?.scrollTop;
    if (open) now.querySelector("details").open = true;
    const focus = document.activeElement?.closest?.(`#${id} [data-go]`)?.dataset.go;
    old.replaceWith(document.importNode(now, true));
    const put = document.getElementById(id);
    for (const rows of put.querySelectorAll("ol")) rows.scrollTop = scrolled ?? 0;
    if (focus) put.querySelector(`[data-go="${focus}"]`)?.focus();
  }
  document.dispatchEvent(new CustomEvent("table:shown", { detail: {} }));
}

show();
setTimeout(look, EVERY);
if (brought && location.hash) dispatchEvent(new Event("popstate"));
