// The service worker. It keeps the static files of its version, and one page that says so when there is no answer. It never
// keeps a table, nor answers for the server: whatever is no static file goes there, as if nobody stood between.
// A new version waits until the last page of the old one is closed, so no page loses the files it was made with.
const { root, version, files, pages } = SHELL; // of the server (pages/shell.py)
const OURS = `entrepot:${root}:`, OWN = OURS + version, READER = `${OURS}reader`;
const PATIENCE = 15000;
const kept = new Set(files.map((file) => new URL(file, location).href));

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(OWN).then((cache) => cache.addAll([...files, ...Object.values(pages)])));
});

// No navigation preload: when that fails, Firefox 153 shows its own page and never asks the worker.
self.addEventListener("activate", (event) => {
  event.waitUntil(tidy());
});

async function tidy() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== OWN && name !== READER);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (kept.has(request.url)) event.respondWith(file(request));
});

// What is kept; nothing where the browser cannot read it, as with a full disk.
const find = (what, cacheName) => caches.match(what, { cacheName, ignoreVary: true }).catch(() => undefined);

async function file(request) {
  return await find(request, OWN) ?? fetch(request);
}

async function page(event) {
  let timer;
  const late = new Promise((done) => { timer = setTimeout(done, PATIENCE); });
  try {
    const answer = await Promise.race([fetch(event.request), late]);
    if (answer && !away(answer)) return answer;
  } catch { /* no answer */ } finally { clearTimeout(timer); }
  return offline();
}

// A gateway says that the server behind it is away. Whatever else comes from others, as of a portal that wants a name, is
// for the reader to see.
const away = (answer) => [502, 503, 504].includes(answer.status) && !answer.headers.has("Entrepot");

async function offline() {
  const said = await find(`${root}/lang`, READER).then((one) => one?.text(), () => null);
  const lang = [said, ...self.navigator.languages.map((one) => one.split("-")[0]), Object.keys(pages)[0]].find((one) => one in pages);
  const page = await find(pages[lang], OWN);
  if (!page) return Response.error();
  const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };
  const policy = page.headers.get("Content-Security-Policy");
  return new Response(await page.text(), { status: 503, headers: policy ? { ...headers, "Content-Security-Policy": policy } : headers });
}
