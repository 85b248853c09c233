// What a control does, as long as it does the same.
export const BUTTONS = "button:not([type=button]), a[href^='#sure-']";

export function deed(control) {
  if (!control.matches(BUTTONS)) return control.matches("a") ? control.getAttribute("href") : "";
  return [control.getAttribute("form") ?? control.form?.getAttribute("action"), control.name, control.value, control.getAttribute("href")].join();
}
