// What does it mean? Whatever carries `data-what`, and every symbol, tells its meaning: what cannot be played at a press or
// Enter, everything at a long press, at the key ? and, once the question mark at the top is pressed, at the next press. The
// sentences are those of the rules; what a thing is here and now is the sentence that readers have of it.
import { longPress } from "./long.js";
import { hold, letGo } from "./pointing.js";
import { open as openRules, rulesOf, wide } from "./rules.js";

const GAP = 10;
const CONTROL = "a, button, input, label, select, summary";
const PLAIN = /^(cube|ghost|seat|scene|arrow)/;

const box = document.getElementById("meaning"), strip = document.getElementById("strip");
const [drawn, title, means, here, parts, rule] = ["drawn", "title", "means", "here", "parts", "rule"].map((name) => box.querySelector(`[data-${name}]`));
const game = document.getElementById("rules").dataset.rules;
let thing = null, asked = "", asking = false, held = false;

// ---- what there is to tell ----------------------------------------------------------------------------------------------

let known = null;
async function meanings() {
  known ??= new Map([...(await rulesOf(game)).querySelectorAll("[data-means]")].flatMap((sign) => {
    const [name, text] = [sign.querySelector("dt b").textContent, sign.querySelector("dd").textContent.trim()];
    const entry = { name, text, rule: sign.dataset.rule, heading: sign.dataset.heading, symbol: sign.querySelector("dt svg") };
    return sign.dataset.means.split(" ").map((key) => [key, entry]);
  }));
  return known;
}

const symbol = (node) => node.querySelector?.("use")?.getAttribute("href").slice(1);
const keys = (node) => node.dataset.what?.split(" ") ?? [symbol(node)].filter(Boolean);

// The thing that a press is about: what says so itself, else the symbol that is pressed.
function about(target) {
  if (!(target instanceof Element) || !target.closest("#table")) return null;
  const named = target.closest("[data-what]");
  if (named) return named;
  const drawing = target.closest("svg:not(.scene, .waves, .plot, .plot *)");
  if (drawing && symbol(drawing)) return drawing;
  const control = target.closest(".tools :is(a, button, summary)");
  return control && symbol(control) ? control : null;
}

const own = (node) => [...node.querySelectorAll(".sr")].find((one) => one.closest("[data-what]") === node || !node.dataset.what)?.textContent.trim();

function now(node) {
  const around = node.parentElement?.closest("[data-what], .deed, .fact, li");
  const said = node.dataset.now || own(node) || node.getAttribute("aria-label") || (around && !node.dataset.now ? around.dataset.now || own(around) : "") || "";
  const waits = node.matches(".still, .tile:not(.go)") ? document.querySelector("#table [data-why]")?.dataset.why : "";
  return [said, waits].filter(Boolean).join(" ");
}

// ---- the meaning, beside the thing or in the strip of the bar ------------------------------------------------------------

async function tell(node) {
  let all;
  try { all = await meanings(); } catch { all = new Map(); }
  if (!node.isConnected) return;
  if (thing !== node) letGo();
  thing = node;
  asked = document.getElementById("ask")?.textContent ?? "";
  const found = keys(node).map((key) => all.get(key)).filter(Boolean);
  const first = found[0];
  box.hidden = false;
  hold(node);
  settle();
  const landmark = [...node.classList].find((name) => name.startsWith("lm-"));
  drawn.className = `drawn ${landmark ?? ""}`;
  drawn.replaceChildren(...found.map((one) => one.symbol).filter(Boolean).slice(0, 2).map((one) => document.importNode(one, true)));
  drawn.hidden = !drawn.childElementCount;
  title.textContent = found.map((one) => one.name).join(", ") || box.dataset.unknown;
  means.textContent = first?.text ?? "";
  const said = now(node);
  here.textContent = said === means.textContent ? "" : said;
  rule.hidden = !first;
  if (first) {
    rule.href = first.rule;
    rule.textContent = rule.dataset.text.replace("{heading}", first.heading);
  }
  list(node, all);
  if (wide.matches) box.focus({ preventScroll: true });
  place();
}

// What else is drawn on a thing can be asked about from its meaning.
function list(node, all) {
  const mine = new Set(keys(node).map((key) => all.get(key)));
  const more = new Map();
  const whole = (node.dataset.at && document.querySelector(`#table g[data-place="${CSS.escape(node.dataset.at)}"]`)) || node;
  for (const one of whole.querySelectorAll("[data-what], svg:not(.scene, .waves, .plot, .plot *)")) {
    const key = keys(one)[0], entry = all.get(key);
    if (entry && !mine.has(entry) && !more.has(entry) && !PLAIN.test(key)) more.set(entry, one);
  }
  parts.replaceChildren(...[...more].slice(0, 5).map(([entry, one]) => {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    if (entry.symbol) button.append(document.importNode(entry.symbol, true));
    button.append(Object.assign(document.createElement("b"), { textContent: entry.name }));
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      tell(one);
    });
    return button;
  }));
  parts.hidden = !more.size;
}

function settle() {
  const counter = document.querySelector("#table .counter");
  const stripped = !wide.matches && counter;
  box.classList.toggle("tip", !stripped);
  box.classList.toggle("strip", Boolean(stripped));
  if (stripped) box.setAttribute("role", "status");
  else box.setAttribute("role", "dialog");
  for (const one of document.querySelectorAll(".counter.explains")) one.classList.remove("explains");
  if (stripped) {
    if (counter.firstElementChild !== box) counter.prepend(box);
    counter.classList.add("explains");
  } else if (box.parentElement !== document.body) document.body.append(box);
}

// Above or below the thing, else beside it; never over the choices of the bar.
function place() {
  if (!box.classList.contains("tip")) {
    box.style.cssText = "";
    return;
  }
  const at = thing.getBoundingClientRect(), { offsetWidth: w, offsetHeight: h } = box;
  const shown = [...document.querySelectorAll("#table .choices")].find((one) => one.getClientRects().length);
  const keep = (shown ?? document.body).getBoundingClientRect();
  const across = Math.min(Math.max(at.left + at.width / 2 - w / 2, 8), innerWidth - w - 8);
  const along = Math.min(Math.max(at.top + at.height / 2 - h / 2, 8), innerHeight - h - 8);
  const aside = Math.min(across, keep.left - w - 4); // clear of the choices, but still with its arrow at the thing
  const slid = aside + w > at.left + at.width / 2 + GAP ? aside : across;
  const ways = [
    ["above", across, at.top - h - GAP], ["below", across, at.bottom + GAP], ["above", slid, at.top - h - GAP], ["below", slid, at.bottom + GAP], ["right", at.right + GAP, along], ["left", at.left - w - GAP, along],
  ];
  const free = ([, x, y]) => x >= 0 && y >= 0 && x + w <= innerWidth && y + h <= innerHeight
    && (x + w <= keep.left || x >= keep.right || y + h <= keep.top || y >= keep.bottom);
  const [side, x, y] = ways.find(free) ?? ["none", across, Math.max(8, keep.top - h - GAP)];
  box.dataset.side = side;
  box.style.left = `${x}px`;
  box.style.top = `${y}px`;
  box.style.setProperty("--arrow", `${side === "above" || side === "below" ? at.left + at.width / 2 - x : at.top + at.height / 2 - y}px`);
}

function close({ back = false } = {}) {
  if (!thing) return;
  const was = thing;
  thing = null;
  const inside = box.contains(document.activeElement);
  box.hidden = true;
  document.querySelector(".counter.explains")?.classList.remove("explains");
  letGo();
  if (!(back || inside) || !was.isConnected) return;
  const target = was.closest(`${CONTROL}, [tabindex]`);
  target?.focus({ preventScroll: true });
}

// ---- asking ---------------------------------------------------------------------------------------------------------------

const asks = () => document.getElementById("ask-what");

function ask(on) {
  asking = on;
  document.documentElement.toggleAttribute("data-asking", on);
  asks()?.setAttribute("aria-pressed", on);
}

const plays = (target) => target.closest(CONTROL) && !target.closest("[aria-disabled=true]:not([form])");

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

document.addEventListener("click", (event) => {
  const { target } = event;
  if (held) {
    held = false;
    stop(event);
    return;
  }
  if (!(target instanceof Element) || target.closest("#rules")) return;
  if (target.closest("#meaning")) {
    if (target.closest("[data-close]")) close({ back: true });
    else if (target.closest("[data-rule]") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      const was = thing?.closest(`${CONTROL}, [tabindex]`) ?? asks();
      stop(event);
      const address = rule.getAttribute("href");
      close();
      openRules(address, was).catch(() => window.open(address, "_blank", "noopener"));
    }
    return;
  }
  if (target.closest("#ask-what")) {
    close();
    ask(!asking);
    stop(event);
    return;
  }
  const one = about(target);
  if (asking && target.closest("#table")) {
    stop(event);
    if (!one) return;
    ask(false);
    tell(one);
    return;
  }
  if (thing) close();
  if (!one || plays(target) || !getSelection().isCollapsed) return;
  stop(event);
  tell(one);
}, true);

document.addEventListener("submit", (event) => { if (asking) stop(event); }, true);

document.addEventListener("pointerdown", () => { held = false; }, true);
longPress(about, (one) => {
  held = true;
  ask(false);
  tell(one);
});
document.addEventListener("contextmenu", (event) => {
  if (held || (event.pointerType === "touch" && about(event.target))) event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea")) return;
  if (event.key === "Escape" && (thing || asking)) {
    stop(event);
    if (thing) close({ back: true });
    else ask(false);
  } else if (event.key === "?") {
    stop(event);
    const one = about(document.activeElement);
    if (one && one !== thing) tell(one);
    else ask(!asking);
  } else if ((event.key === "Enter" || event.key === " ") && event.target.matches("#table [data-what][tabindex]") && !event.target.matches(CONTROL)) {
    stop(event);
    ask(false);
    tell(event.target);
  } else if (event.key === "Tab" && !event.shiftKey && thing && box.classList.contains("strip") && !box.contains(document.activeElement)) {
    event.preventDefault();
    (rule.hidden ? box.querySelector("[data-close]") : rule).focus({ preventScroll: true });
  } else if (event.key.startsWith("Arrow") && event.target.matches("#table [data-what][tabindex]") && !event.target.matches(CONTROL)) step(event);
}, true);

// ---- reached by keys: one stop of the Tab key a part of the page, arrows within it ---------------------------------------

const group = (node) => node.parentElement.closest("section, article, nav, header, main, #table");
const reached = () => [...document.querySelectorAll("#table [data-what]")].filter((one) => !one.closest(`svg, [aria-hidden=true], ${CONTROL}`) && !one.parentElement.closest("[data-what]"));

function reach() {
  const firsts = new Map();
  const things = reached();
  for (const one of things) if (one.tabIndex === 0 && !firsts.has(group(one))) firsts.set(group(one), one);
  for (const one of things) {
    if (!firsts.has(group(one))) firsts.set(group(one), one);
    const index = firsts.get(group(one)) === one ? 0 : -1;
    if (one.getAttribute("tabindex") !== String(index)) one.tabIndex = index;
  }
}

function step(event) {
  const things = reached().filter((one) => group(one) === group(event.target));
  const next = things[things.indexOf(event.target) + (event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

// What is hovered says itself too; never only so.
document.addEventListener("pointerover", (event) => {
  const one = event.pointerType === "mouse" ? about(event.target) : null;
  if (one instanceof HTMLElement && !one.title) one.title = now(one);
});

// ---- with the table -------------------------------------------------------------------------------------------------------

document.addEventListener("table:shown", ({ detail }) => {
  asks().hidden = false;
  asks().setAttribute("aria-pressed", asking);
  reach();
  if (!thing) return;
  const decides = detail.now.seat || document.getElementById("do-hand-over");
  const another = detail.now.seat !== detail.before.seat || document.getElementById("ask")?.textContent !== asked;
  if ((decides && another) || !thing.isConnected) close();
  else {
    settle();
    hold(thing);
    here.textContent = now(thing);
    place();
  }
});

// One strip only: no connection goes before a meaning.
new MutationObserver(() => { if (!strip.hidden && box.classList.contains("strip")) close(); }).observe(strip, { attributes: true, attributeFilter: ["hidden"] });
wide.addEventListener("change", () => { if (thing) tell(thing); });
addEventListener("resize", () => { if (thing) place(); });

asks().hidden = false;
reach();
