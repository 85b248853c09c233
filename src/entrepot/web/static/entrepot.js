// Live updates, number keys, focus, copying a link, letters on cubes, the size of the sea. Everything else is HTML and htmx.
(() => {
  const inside = () => document.querySelector("#table [data-version]");
  const shown = () => Number(inside()?.dataset.version ?? -1);

  // One refresh at a time, and none while the answer to a choice is on its way or a transition runs.
  let wanted = -1, busy = 0, swapped = 0, timer;
  function refresh() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (busy || wanted <= shown()) return;
      window.htmx.ajax("GET", inside().dataset.view, { target: "#table", swap: "innerHTML transition:true" });
    }, Math.max(50, swapped + 250 - performance.now()));
  }

  // The stream begins with the current version, also after the connection was lost.
  function listen() {
    if (!inside()) return;
    new EventSource(inside().dataset.stream).addEventListener("version", (event) => {
      wanted = Number(event.data);
      refresh();
    });
  }

  // Pips or letters: a choice of the reader's eyes, so it stays in this browser.
  function letters(on) {
    document.documentElement.toggleAttribute("data-letters", on);
    for (const box of document.querySelectorAll("[type=checkbox][data-letters]")) {
      box.checked = on;
      box.parentElement.hidden = false;
    }
  }

  // The sea large or small: a choice of its reader, never of a decision, so it stays in this browser.
  function enlarge(on) {
    const table = document.getElementById("table");
    if (on) table?.setAttribute("data-focus", "sea");
    else table?.removeAttribute("data-focus");
    for (const button of document.querySelectorAll("[data-enlarge]")) {
      button.hidden = false;
      button.setAttribute("aria-pressed", on);
    }
    for (const part of document.querySelectorAll(".sea-page .boards, .ports")) {
      if (on) part.tabIndex = 0;
      else part.removeAttribute("tabindex");
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-enlarge]");
    if (!button) return;
    const on = button.getAttribute("aria-pressed") !== "true";
    localStorage.setItem("sea", on ? "1" : "");
    enlarge(on);
  });

  // In one column, what a new decision is about comes into view.
  let looked;
  function look() {
    const where = document.querySelector("[data-look]")?.dataset.look;
    if (where && where !== looked && matchMedia("(max-width: 69.99rem)").matches) document.getElementById(where)?.scrollIntoView();
    looked = where;
  }

  function links(root) {
    for (const field of root.querySelectorAll("[data-link]")) field.value = new URL(field.dataset.link, location.href).href;
    for (const button of root.querySelectorAll("[data-copy]")) button.hidden = false;
    const alone = /^(localhost|127\.|\[::1\])/.test(location.hostname);
    for (const hint of root.querySelectorAll("[data-loopback]")) hint.hidden = !alone;
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
    button.querySelector("[role=status]").textContent = button.dataset.done;
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-letters]")) {
      localStorage.setItem("letters", event.target.checked ? "1" : "");
      letters(event.target.checked);
    }
    if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
    if (event.target.value !== "me") return;
    for (const other of document.querySelectorAll("[value=me]:checked")) {
      if (other !== event.target) document.querySelector(`.levels [name=${other.name}][value="bot:greedy"]`).checked = true;
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    document.querySelector(`.choices [data-key="${CSS.escape(event.key)}"]`)?.click();
  });

  // With several people at one screen a second tap must not play for the next seat.
  let seat = inside()?.dataset.seat, passed = -Infinity;
  document.addEventListener("click", (event) => {
    if (performance.now() - passed > 700 || !event.target.closest("[form=do-act]")) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  // Bots move one by one, so that one can follow; a press anywhere shows the last move at once.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("a, button, input, label, select, summary")) document.querySelector("#do-hurry")?.requestSubmit();
  });

  // The menu stays open when the table moves on, and closes when something else is pressed.
  let open = false;
  document.addEventListener("click", (event) => {
    const menu = document.querySelector(".menu");
    if (!menu) return;
    if (event.target.closest(".menu > summary")) open = !menu.open;
    else if (!event.target.closest(".menu")) open = menu.open = false;
  });

  document.addEventListener("htmx:beforeRequest", () => { busy += 1; });
  document.addEventListener("htmx:afterRequest", () => {
    busy -= 1;
    refresh();
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (!inside()) return;
    swapped = performance.now();
    const before = seat;
    seat = inside().dataset.seat;
    if (before && seat && seat !== before) passed = swapped;
    document.querySelector(".menu")?.toggleAttribute("open", open);
    links(document);
    letters(Boolean(localStorage.getItem("letters")));
    enlarge(Boolean(localStorage.getItem("sea")));
    document.title = inside()?.dataset.title ?? document.title;
    document.querySelector(open ? ".menu > summary" : "#ask")?.focus({ preventScroll: true });
    look();
  });

  // A swap that begins while another still moves skips the motion of the first: nothing is wrong then.
  addEventListener("unhandledrejection", (event) => {
    if (event.reason?.name === "AbortError" && /transition/i.test(event.reason.message)) event.preventDefault();
  });

  // What was entered of a box stays in this browser, so that nobody types it twice.
  const box = document.querySelector("form.box");
  const entered = () => new URLSearchParams(new FormData(box)).toString();
  const draftKey = box?.getAttribute("action");
  box?.addEventListener("input", () => localStorage.setItem(draftKey, entered()));
  const resume = document.querySelector("[data-resume]");
  const draft = localStorage.getItem(draftKey);
  if (resume && draft && draft !== entered()) {
    resume.hidden = false;
    resume.addEventListener("click", () => {
      const form = Object.assign(document.createElement("form"), { method: "post", action: box.action });
      for (const [name, value] of new URLSearchParams(draft)) {
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
      }
      document.body.append(form);
      form.submit();
    });
  }

  links(document);
  letters(Boolean(localStorage.getItem("letters")));
  enlarge(Boolean(localStorage.getItem("sea")));
  listen();
})();
