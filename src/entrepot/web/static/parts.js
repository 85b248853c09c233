// In one column: the switch of the bar leads to the parts of the page, and marks the one in view.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const links = () => [...document.querySelectorAll(".switch a")];
const aim = (link) => document.getElementById(link.hash.slice(1));

function mark() {
  const all = links(), parts = all.map(aim);
  if (!all.length || !all[0].offsetParent) return;
  const tops = parts.map((part) => part?.getBoundingClientRect().top ?? Infinity);
  const passed = tops.map((top, n) => [top, n]).filter(([top]) => top < innerHeight * 0.3).sort(([a], [b]) => a - b);
  const end = innerHeight + scrollY >= document.documentElement.scrollHeight - 4;
  const lowest = tops.indexOf(Math.max(...tops.filter(Number.isFinite)));
  const here = end && scrollY > 0 ? lowest : passed.at(-1)?.[1] ?? tops.indexOf(Math.min(...tops));
  all.forEach((link, n) => {
    if (n === here) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".switch a, .news, .more-cue");
  const part = link && aim(link);
  if (!part || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  part.scrollIntoView({ behavior: still.matches ? "auto" : "smooth", block: link.matches(".more-cue") ? "nearest" : "start" });
  (part.hasAttribute("tabindex") ? part : part.querySelector("h2[tabindex]"))?.focus({ preventScroll: true });
});

let due = 0;
const soon = () => { due ||= requestAnimationFrame(() => { due = 0; mark(); }); };
addEventListener("scroll", soon, { passive: true });
addEventListener("resize", soon);
document.addEventListener("table:shown", mark);
mark();
