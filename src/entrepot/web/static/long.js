// A long press, of a finger or the mouse: it ends with the finger, when it slips, and when the page scrolls.
const LONG = 500, SLIP = 10;

// found(target): what is pressed, or nothing; held(it): it has been pressed long.
export function longPress(found, held) {
  let pressing, from = [0, 0];
  const end = () => clearTimeout(pressing);
  document.addEventListener("pointerdown", (event) => {
    end();
    const one = found(event.target);
    if (!one || event.button) return;
    from = [event.clientX, event.clientY];
    pressing = setTimeout(() => held(one), LONG);
  }, true);
  document.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) > SLIP) end();
  }, { capture: true, passive: true });
  for (const over of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(over, end, { capture: true, passive: true });
}
