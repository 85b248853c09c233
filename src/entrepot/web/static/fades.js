// What scrolls inside and goes on below fades at that end.
const ROLLS = ".side > .seats, .log ol, .spent, .hand, .ports, .sea-page .boards";

function mark(one) {
  const rolls = one.scrollHeight - one.clientHeight > 4 && getComputedStyle(one).overflowY !== "visible";
  one.classList.toggle("fades", rolls && one.scrollHeight - one.scrollTop - one.clientHeight > 4);
}

const all = () => document.querySelectorAll(ROLLS).forEach(mark);
document.addEventListener("scroll", ({ target }) => {
  if (target instanceof Element && target.matches(ROLLS)) mark(target);
}, { capture: true, passive: true });
document.addEventListener("table:shown", all);
addEventListener("resize", all);
all();
