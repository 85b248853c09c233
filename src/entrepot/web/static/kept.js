// What a reader chose stays in this browser; where the browser keeps nothing, it holds until the page is left.
const here = new Map();

export function kept(key) {
  if (here.has(key)) return here.get(key);
  try { return localStorage.getItem(key) ?? ""; } catch { return ""; }
}

export function keep(key, value) {
  here.set(key, value);
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch { /* kept for this page only */ }
}
