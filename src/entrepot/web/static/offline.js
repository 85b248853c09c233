// The page for when there is no answer: it asks again by itself, and goes on to what was wanted as soon as there is one.
const PATIENCE = 8000, PAUSES = [2000, 3000, 5000, 8000];
const root = document.documentElement.dataset.root ?? "";
const itself = location.pathname === `${root}/offline`;
const wanted = itself ? `${root}/` : location.href;
let tries = 0, asking = false, again;

// A redirect is an answer too: of the server, or of a portal that wants something first.
async function answered() {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), PATIENCE);
  try {
    const answer = await fetch(wanted, { method: "HEAD", cache: "no-store", redirect: "manual", signal: control.signal });
    return answer.type === "opaqueredirect" || answer.headers.has("Entrepot");
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

async function ask() {
  clearTimeout(again);
  if (asking || document.hidden) return;
  asking = true;
  const there = await answered();
  asking = false;
  if (!there) later();
  else if (itself) location.replace(wanted);
  else location.reload();
}

function later() {
  again = setTimeout(ask, PAUSES[Math.min(tries, PAUSES.length - 1)]);
  tries += 1;
}

for (const sign of ["online", "pageshow"]) addEventListener(sign, (event) => { if (event.type === "online" || event.persisted) ask(); });
document.addEventListener("visibilitychange", ask);
document.querySelector("[data-try]").addEventListener("click", ({ currentTarget }) => currentTarget.setAttribute("aria-busy", "true"));
later();
