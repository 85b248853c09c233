// Cards and cubes that moved slide to where they now lie; nothing else moves, and a press always reaches what is drawn.
const CALM = 220;
const still = matchMedia("(prefers-reduced-motion: reduce)");

const places = () => new Map([...document.querySelectorAll("[data-moves]")].map((one) => [one.dataset.moves, one.getBoundingClientRect()]));

// Takes note of where everything lies; call what it returns once the table has changed.
export function moving() {
  if (still.matches || document.hidden) return () => {};
  const before = places();
  return () => {
    for (const one of document.querySelectorAll("[data-moves]")) {
      for (const running of one.getAnimations()) running.cancel();
      const was = before.get(one.dataset.moves), is = one.getBoundingClientRect();
      if (!was || !was.width || !is.width) continue;
      const [x, y] = [was.left - is.left, was.top - is.top];
      if (Math.abs(x) + Math.abs(y) < 2) continue;
      one.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: CALM, easing: "cubic-bezier(.2, .7, .2, 1)" });
    }
  };
}
