// News of tables: one stream for all pages of this browser, whoever of them leads it. It reopens by itself, whatever a
// proxy did to it, and another page leads when the one that did is closed, frozen or silent.
const me = crypto.getRandomValues(new Uint32Array(1))[0];
const root = document.documentElement.dataset.root ?? "";
const GREETING = 300, PAUSES = [500, 1000, 2000, 4000, 8000];

// table: the id of the own table; beat: ms between two signs of life of the server.
// heard(version): the table has this version, or null for a mere sign of life; lost(): the stream broke.
export function listen(table, beat, { heard, lost }) {
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(`entrepot${root}`) : null;
  const silence = 2.5 * beat, forgotten = 15 * beat;
  const wanted = new Map(), versions = new Map();
  let source = null, leading = false, opened = "", failures = 0, sign = Date.now(), retry, stopped = false;

  const say = (kind, more = {}) => { if (!stopped) channel?.postMessage({ kind, from: me, ...more }); };
  const want = () => say("want", { table });

  function lead() {
    if (leading || stopped) return;
    leading = true;
    say("lead");
    open();
  }

  function follow() {
    leading = false;
    close();
    sign = Date.now();
    want();
  }

  function close() {
    clearTimeout(retry);
    source?.close();
    source = null;
  }

  function open() {
    close();
    if (stopped) return;
    const now = Date.now();
    for (const [one, at] of wanted) if (now - at > forgotten) wanted.delete(one);
    const tables = [...new Set([table, ...wanted.keys()])].slice(0, 20);
    opened = tables.join();
    source = new EventSource(`${root}/stream?${new URLSearchParams(tables.map((one) => ["table", one]))}`);
    sign = now;
    source.addEventListener("version", (event) => {
      if (stopped) return;
      const [one, version] = event.data.split(" ");
      versions.set(one, Number(version));
      alive();
      say("version", { table: one, version: Number(version) });
      if (one === table) heard(Number(version));
    });
    source.addEventListener("beat", alive);
    // After an answer that is no stream a browser never tries again, so that is done here, for every end alike.
    source.addEventListener("error", broken);
  }

  // Events that were on their way when the page was left come when it is shown again.
  function alive() {
    if (stopped) return;
    failures = 0;
    sign = Date.now();
    say("lead");
    heard(null);
  }

  function broken() {
    close();
    if (stopped) return;
    retry = setTimeout(open, PAUSES[Math.min(failures, PAUSES.length - 1)]);
    failures += 1;
    say("lost");
    lost();
  }

  channel?.addEventListener("message", ({ data }) => {
    if (stopped || data.from === me) return;
    if (data.kind === "want" && leading) {
      wanted.set(data.table, Date.now());
      say("lead");
      if (!opened.split(",").includes(data.table)) open();
      else if (versions.has(data.table)) say("version", { table: data.table, version: versions.get(data.table) });
    } else if (data.kind === "lead") {
      if (leading && data.from > me) follow();
      else if (!leading) {
        sign = Date.now();
        heard(null);
      }
    } else if (data.kind === "version" && data.table === table) {
      heard(data.version);
    } else if (data.kind === "lost") {
      lost();
    } else if (data.kind === "bye" && !leading) {
      setTimeout(() => { if (Date.now() - sign > GREETING) lead(); }, GREETING * (1 + Math.random()));
      sign = Date.now() - GREETING;
    }
  });

  const ticking = setInterval(() => {
    const quiet = Date.now() - sign;
    if (leading && source && quiet > silence) broken();
    else if (!leading && quiet > silence && (!document.hidden || quiet > 2 * silence)) lead();
  }, Math.min(1000, beat / 2));
  const renewing = setInterval(() => { if (!leading) want(); }, beat);

  want();
  if (channel) setTimeout(() => { if (Date.now() - sign >= GREETING) lead(); }, GREETING);
  else lead();

  return {
    // The page is left, for good or until it is shown again.
    stop() {
      if (stopped) return;
      clearInterval(ticking);
      clearInterval(renewing);
      close();
      if (leading) say("bye");
      stopped = true;
      channel?.close();
    },
  };
}
