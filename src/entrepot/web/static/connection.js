// The page and its connection: the one home of what is known of it. The page always knows whether it is in touch with the
// server, shows it, recovers by itself; and every choice is carried out once, or said not to have been.
//
//   touch ── press ──▶ sending ── 300 ms ──▶ late ── no answer ──▶ lost ── an answer ──▶ back ── 6 s ──▶ touch
//     └──────────────── no sign of life, and no answer when asked ──▶ ┘
//
// There is one request at a time: a choice, or a look at the table. A choice keeps its action id until it is answered, so
// sending it again is safe; a look is wanted while the shown version is older than one that was heard of, or unsure.
import { listen } from "./stream.js";
import { outdated, swap } from "./swap.js";

const LATE = 300, BACK = 6000, FOLLOW = 250, STEADY = 300;
const GONE = [404, 410];
const PATIENCE = [8000, 12000, 20000, 30000], PAUSES = [500, 1000, 2000, 4000, 8000];

const table = document.getElementById("table");
const strip = document.getElementById("strip");
const inside = () => table.querySelector("[data-version]");
const shown = () => Number(inside().dataset.version);
const beat = 1000 * Number(table.dataset.beat);
const kept = Boolean(table.dataset.id); // else nothing happens here but what is pressed: it is a puzzle
const turns = () => [...table.querySelectorAll("[data-turn]")];
const pick = (list, n) => list[Math.min(n, list.length - 1)];

let state = "touch", changed = Date.now(), wanted = -1, unsure = false;
let pressed = null, control = null, working = false, failures = 0, swapped = 0, sign = Date.now(), touched = 0, behind = 0, hasty = false;
let fault = ""; // of the last request: none (no answer in time), busy, or something else
let due = false; // the table says something else from now on, though nothing was done
let again, timing, turning, told = new Map(), meanwhile = "";

// ---- requests ---------------------------------------------------------------------------------------------------------

// An answer of our own server, whole; anything else is no answer, whatever a proxy or a portal says.
async function request(url, options, patience) {
  const mine = control = new AbortController();
  const timer = setTimeout(() => {
    fault = "none";
    mine.abort();
  }, patience);
  fault = "";
  try {
    const answer = await fetch(url, {
      ...options, cache: "no-store", redirect: "error", signal: mine.signal, headers: { "HX-Request": "true" },
    });
    const text = await answer.text();
    if (!answer.headers.has("Entrepot") || (answer.status !== 204 && !text.trimEnd().endsWith("<!--end-->"))) throw new Error("no answer of the server");
    const whole = answer.status === 204 || text.includes("data-version=");
    if (!whole && !GONE.includes(answer.status)) {
      fault = "busy";
      throw new Error("the server is busy");
    }
    return { text, whole, old: outdated(answer) };
  } finally {
    clearTimeout(timer);
  }
}

function take({ text, whole, old }) {
  const before = shown();
  failures = 0;
  sign = Date.now();
  unsure = false;
  // The table is no more, and the page that says so is a page of its own; or the server is another than the page was made by.
  if (!whole || old) location.reload();
  else if (text) {
    swapped = performance.now();
    swap(table, text);
  }
  // A version that was heard of and never comes is a lie, or of a table that was put back.
  behind = shown() < wanted && shown() === before ? behind + 1 : 0;
  if (behind > 8) wanted = shown();
}

async function send() {
  const choice = pressed;
  let answer;
  try {
    answer = await request(choice.url, { method: "POST", body: choice.body }, pick(PATIENCE, choice.tries));
  } catch {
    choice.tries += 1;
    return false;
  }
  pressed = null;
  clearTimeout(timing);
  take(answer);
  return true;
}

async function look() {
  const known = new URLSearchParams({ since: due ? -1 : shown(), at: Date.now() });
  let answer;
  try {
    answer = await request(`${inside().dataset.view}?${known}`, {}, pick(PATIENCE, failures));
  } catch {
    return pressed !== null; // a look gives way to a choice
  }
  due = false;
  take(answer);
  return true;
}

async function work() {
  clearTimeout(again);
  if (working) return;
  working = true;
  try {
    while (pressed || (kept && (unsure || wanted > shown()))) {
      // Moves follow one another at a pace that eyes can follow.
      const early = swapped + FOLLOW - performance.now();
      if (!pressed && !unsure && early > 0) {
        again = setTimeout(work, early);
        return;
      }
      if (!await (pressed ? send() : look())) {
        failures += 1;
        unsure = true;
        if (failures > ({ none: 0, busy: 3 }[fault] ?? (pressed ? 0 : 1))) become("lost");
        if (!hasty) {
          again = setTimeout(work, pick(PAUSES, failures - 1));
          return;
        }
        hasty = false;
        continue;
      }
      hasty = false;
      if (behind && !pressed) {
        again = setTimeout(work, pick(PAUSES, behind));
        return;
      }
      if (!pressed) become(state === "lost" || state === "back" ? "back" : "touch");
    }
  } finally {
    working = false;
  }
}

// ---- what is pressed ----------------------------------------------------------------------------------------------------

function press(form, button) {
  if (pressed) return;
  if (kept && state === "lost") {
    retry();
    return;
  }
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.append(button.name, button.value);
  pressed = { url: form.getAttribute("action"), body, button, tries: 0 };
  if (state !== "back") become("sending");
  timing = setTimeout(() => { if (pressed && state !== "lost") become("late"); }, LATE);
  if (working) control?.abort();
  work();
}

// Whatever hangs is given up, and asked for again at once: an action id makes that safe for a choice too.
function retry() {
  failures = 0;
  if (!kept && !pressed) {
    become("touch"); // there is nothing to be asked for
    return;
  }
  unsure = hasty = true;
  if (working) control?.abort();
  else work();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("#table form[data-send]")) return;
  event.preventDefault();
  if (form.dataset.send === "aside") fetch(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(form)) }).catch(() => {});
  else press(form, event.submitter);
});

document.addEventListener("pointerdown", () => { touched = performance.now(); }, { capture: true, passive: true });

function turn() {
  clearTimeout(turning);
  const seconds = Number(inside().dataset.due);
  if (seconds) turning = setTimeout(() => {
    due = unsure = true;
    work();
  }, 1000 * seconds);
}

// ---- what is shown ----------------------------------------------------------------------------------------------------

function become(next) {
  if (next === state) return;
  if (next === "lost") told = new Map(turns().map((turn) => [turn.dataset.turn, turn.textContent]));
  if (next === "back") {
    const moved = turns().filter((turn) => told.get(turn.dataset.turn) !== turn.textContent);
    const names = [...new Set(moved.reverse().map((turn) => turn.dataset.name))];
    meanwhile = names.length ? new Intl.ListFormat(document.documentElement.lang).format(names) : "";
    setTimeout(() => { if (state === "back") become("touch"); }, BACK);
  }
  if (state !== "lost" || next !== "late") changed = Date.now();
  state = next;
  document.documentElement.dataset.touch = state;
  draw();
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function draw() {
  const counter = table.querySelector(".counter");
  if (counter) {
    counter.toggleAttribute("data-off", state === "lost");
    if (state === "late") counter.setAttribute("aria-busy", "true");
    else counter.removeAttribute("aria-busy");
  }
  const button = pressed?.button;
  for (const old of table.querySelectorAll(".sent")) if (old !== button || state !== "late") old.classList.remove("sent");
  if (state === "late") button?.classList.add("sent");
  for (const choice of table.querySelectorAll("[form^=do-]")) {
    if (state === "lost") choice.setAttribute("aria-disabled", "true");
    else choice.removeAttribute("aria-disabled");
  }
  // The bar never jumps under a finger.
  const rest = touched + STEADY - performance.now();
  if (rest > 0) setTimeout(draw, rest);
  else drawStrip();
}

function drawStrip() {
  const counter = table.querySelector(".counter");
  if (counter && counter.firstElementChild !== strip) counter.prepend(strip);
  const [lost, back] = [state === "lost", state === "back"];
  strip.hidden = !(lost || back);
  strip.classList.toggle("bad", lost);
  for (const part of strip.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== (lost ? "lost" : "back");
  const said = strip.querySelector("[role=status]"), drawn = strip.querySelector("[data-drawn]");
  const words = strip.dataset;
  const text = lost ? (pressed ? words.kept : words.lost) : back ? (meanwhile ? fill(words.meanwhile, { names: meanwhile }) : words.back) : "";
  if (said.textContent !== text) said.textContent = text;
  const seconds = Math.round((Date.now() - changed) / 1000);
  drawn.textContent = lost ? fill(pressed ? words.keptFor : words.lostFor, { n: seconds }) : text;
}

strip.querySelector("[data-try]").addEventListener("click", retry);
document.addEventListener("table:shown", draw);
document.addEventListener("table:shown", turn);

// ---- signs of life ----------------------------------------------------------------------------------------------------

let stream = null;

function start() {
  stream?.stop();
  if (!kept) return;
  stream = listen(table.dataset.id, beat, {
    heard(version) {
      sign = Date.now();
      if (version !== null && version !== shown()) wanted = Math.max(wanted, version);
      if (state === "lost") failures = 0;
      if (state === "lost" || wanted > shown()) work();
    },
    lost() {
      unsure = true;
      work();
    },
  });
}

let tick = Date.now();
setInterval(() => {
  const now = Date.now(), slept = now - tick > 5000;
  tick = now;
  if (kept && !document.hidden && (slept || now - sign > 2.5 * beat) && !unsure) retry();
  if (state === "lost") drawStrip();
}, 1000);

document.addEventListener("visibilitychange", () => { if (!document.hidden && Date.now() - sign > 2000) retry(); });
addEventListener("online", retry);
addEventListener("offline", retry);
addEventListener("pagehide", () => stream?.stop());
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  pressed = null;
  start();
  retry();
});

document.documentElement.dataset.touch = state;
start();
turn();
// A page out of the browser's own cache may be old.
if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") retry();
