// The rules beside the table: a panel at the right, on a phone a sheet over the page; open at the rule that was asked for.
const panel = document.getElementById("rules");
const text = panel.querySelector(".leaf"), heading = document.getElementById("h-rules");
export const wide = matchMedia("(min-width: 70rem) and (min-height: 34rem)");
const ours = `a[href^='${document.documentElement.dataset.root ?? ""}/rules/']`;
const pages = new Map();
let opener = null, shown = "";

// The page of a game's rules, fetched once.
export function rulesOf(path) {
  if (!pages.has(path)) {
    pages.set(path, fetch(path, { redirect: "error" }).then((answer) => {
      if (!answer.ok) throw new Error("no rules");
      return answer.text();
    }).then((html) => new DOMParser().parseFromString(html, "text/html")));
    pages.get(path).catch(() => pages.delete(path));
  }
  return pages.get(path);
}

export async function open(address, back = document.activeElement) {
  const url = new URL(address, location.href);
  const rules = (await rulesOf(url.pathname)).querySelector("main.rules");
  if (panel.hidden) opener = back;
  if (shown !== url.pathname) {
    const copy = document.importNode(rules, true);
    const name = copy.querySelector("h1");
    heading.textContent = name.textContent;
    name.remove();
    for (const link of copy.querySelectorAll(`a:not(${ours})`)) Object.assign(link, { target: "_blank", rel: "noopener" });
    copy.querySelector(".btn.go")?.parentElement.remove();
    text.replaceChildren(...copy.childNodes);
    shown = url.pathname;
  }
  panel.querySelector("a").href = url.href;
  panel.hidden = false;
  fit();
  const rule = url.hash ? text.querySelector(`[id="${CSS.escape(url.hash.slice(1))}"]`) : null;
  for (const old of text.querySelectorAll("[data-asked]")) old.removeAttribute("data-asked");
  rule?.setAttribute("data-asked", "");
  (rule ?? heading).tabIndex = -1;
  (rule ?? heading).focus({ preventScroll: true });
  text.scrollTop = rule ? rule.offsetTop - text.offsetTop - 8 : 0;
}

function close() {
  panel.hidden = true;
  fit();
  if (opener?.isConnected) opener.focus({ preventScroll: true });
  else document.getElementById("ask")?.focus({ preventScroll: true });
}

// On a phone the sheet covers the page, which then can wait; on a wide screen the table stays in use beside it.
function fit() {
  const covers = !panel.hidden && !wide.matches;
  document.getElementById("table").inert = covers;
  panel.setAttribute("aria-modal", covers);
  const side = document.querySelector("#table > .side");
  if (side) panel.style.setProperty("--w", `${innerWidth - side.getBoundingClientRect().left}px`);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#rules [data-close]")) close();
  const link = event.target.closest(`${ours}:not([data-away])`);
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const menu = link.closest("details");
  open(link.getAttribute("href"), menu?.querySelector("summary") ?? link).catch(() => window.open(link.href, "_blank", "noopener"));
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || panel.hidden || !(panel.contains(document.activeElement) || !wide.matches)) return;
  event.stopImmediatePropagation();
  close();
}, true);

wide.addEventListener("change", fit);
addEventListener("resize", fit);
