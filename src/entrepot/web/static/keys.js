// The number keys press the choices of the bar.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  document.querySelector(`.choices [data-key="${CSS.escape(event.key)}"]`)?.click();
});
