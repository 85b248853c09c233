// The number keys press the choices of the bar: each press one, and only of a question that could be read.
const READ = 500;
const down = new Set();
let seen = performance.now();

const see = () => { seen = performance.now(); };

// The digit of a key, also where digits need Shift.
function digit({ key, code, shiftKey }) {
  if (/^[1-9]$/.test(key)) return key;
  return shiftKey ? "" : /^Digit([1-9])$/.exec(code)?.[1] ?? "";
}

document.addEventListener("keydown", (event) => {
  const held = event.repeat || down.has(event.code);
  down.add(event.code);
  if (held || event.defaultPrevented || event.isComposing || performance.now() - seen < READ) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.getModifierState("AltGraph")) return;
  if (event.target.closest("input, select, textarea, [contenteditable], .menu[open], [role=dialog]")) return;
  const number = digit(event);
  const choice = number && document.querySelector(`.choices [data-key="${number}"]`);
  if (choice && choice.getClientRects().length) choice.click();
});
document.addEventListener("keyup", (event) => down.delete(event.code));
addEventListener("blur", () => down.clear());
addEventListener("focus", see);
document.addEventListener("visibilitychange", see);
document.addEventListener("table:shown", ({ detail: { before, now } }) => { if (before.ask !== now.ask) see(); });
