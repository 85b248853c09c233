// Measures a page; see measure.py. Returns what it fails in.
([least, target, bar, width, besides]) => {
  const faults = new Map();
  const slack = 0.6;
  const say = (what, node, more) => {
    const from = node.nodeType === 1 ? node : node.parentElement;
    const path = [];
    for (let one = from; one && one.id !== "table" && path.length < 4; one = one.parentElement) {
      path.unshift(one.localName + (one.id ? "#" + one.id : "") + [...one.classList].map((name) => "." + name).join(""));
    }
    const words = (node.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
    const [key, first] = [`${what}: ${path.join(" > ")}`, `${words ? `"${words}" ` : ""}${more}`];
    faults.set(key, [...(faults.get(key) ?? []), first]);
  };
  const left = (node) => (node.nodeType === 1 ? node : node.parentElement).closest(besides ? `.symbols, ${besides}` : ".symbols");

  // What is seen: neither hidden, nor kept for readers of the screen alone, nor faded out.
  const seen = (node) => {
    for (let one = node; one && one !== document.documentElement; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return false;
      if (style.clipPath === "inset(50%)") return false;
      if (one.localName === "details" && !one.open && one !== node && !node.closest("summary")) return false;
    }
    return true;
  };
  const known = new Map();
  const shown = (node) => {
    if (!known.has(node)) known.set(node, seen(node));
    return known.get(node);
  };

  const box = (node) => {
    if (node.nodeType === 1) return [node.getBoundingClientRect()];
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  };

  const texts = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, parent = node.parentElement;
    if (!node.data.trim() || ["SCRIPT", "STYLE", "NOSCRIPT"].includes(parent.tagName) || left(node) || !shown(parent)) continue;
    const boxes = box(node).filter((one) => one.width > 0.5 && one.height > 0.5);
    if (!boxes.length) continue;
    let size = parseFloat(getComputedStyle(parent).fontSize);
    if (parent.ownerSVGElement) size *= parent.getScreenCTM().a;
    if (size < 1) continue;
    if (size < least - 0.05) say("small text", node, `${size.toFixed(1)} px`);
    texts.push({ node, parent, boxes });
  }

  // What can also be chosen by a button of full size may be small.
  const big = (one) => { const { width, height } = one.getBoundingClientRect(); return width >= target - slack && height >= target - slack; };
  const elsewhere = ({ name, value }) => name === "action" && value && [...document.querySelectorAll("button[name=action]")].some((other) => other.value === value && shown(other) && big(other));
  for (const one of document.querySelectorAll("a[href], button, summary, input, select, textarea, label:has(input)")) {
    if (left(one) || !shown(one)) continue;
    if (one.matches("input[type=hidden], .skip") || one.closest("label") && one.localName === "input") continue;
    const { width, height } = one.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const inSentence = one.localName === "a" && getComputedStyle(one).display === "inline" && one.parentElement.textContent.trim() !== one.textContent.trim();
    if (inSentence) continue;
    if ((width < target - slack || height < target - slack) && !elsewhere(one)) say("small target", one, `${width.toFixed(0)} by ${height.toFixed(0)} px`);
  }

  // A third line: what a button or a switch says takes two at most. Turns and marks that lead there tell as much as happened.
  for (const one of document.querySelectorAll(".btn, .opt, button, [role=button], summary, .levels label, .switch a, .sheet a")) {
    if (left(one) || !shown(one) || one.closest(".log li, .marks li")) continue;
    const blocks = new Map();
    for (const { parent, boxes } of texts.filter(({ parent }) => one.contains(parent))) {
      let block = parent;
      while (block !== one && getComputedStyle(block).display.startsWith("inline")) block = block.parentElement;
      blocks.set(block, [...(blocks.get(block) ?? []), ...boxes]);
    }
    for (const boxes of blocks.values()) {
      const lines = boxes.sort((a, b) => a.top - b.top).reduce((bottoms, { top, bottom }) => (top > (bottoms.at(-1) ?? -Infinity) - 3 ? [...bottoms, bottom] : bottoms), []);
      if (lines.length > 2) say("third line", one, `${lines.length} lines`);
    }
  }

  const counter = document.querySelector(".counter");
  if (counter) {
    const { height } = counter.getBoundingClientRect();
    if (height > innerHeight * bar + slack) say("high bar", counter, `${height.toFixed(0)} of ${innerHeight} px`);
    if (getComputedStyle(counter).position === "fixed") {
      const parts = [...document.querySelectorAll("#table > *, .side > *")].filter((one) => one !== counter && !one.contains(counter) && shown(one));
      const end = Math.max(...parts.map((one) => one.getBoundingClientRect().bottom)) + scrollY;
      const room = document.documentElement.scrollHeight - end;
      if (room < height - slack) say("covered for ever", counter, `${room.toFixed(0)} px free below the page for a bar of ${height.toFixed(0)} px`);
    }
  }

  // Cut: what is drawn or written reaches out of a box that hides it, and cannot be scrolled to. An ellipsis may stand
  // for a word that is told in a title or when it is asked about, or that is drawn beside a sentence that tells it; what fades out says itself
  // that it goes on.
  const drawings = [...document.querySelectorAll("#table svg:is(.cube, .i, .piece)")].filter((one) => !left(one) && shown(one) && one.getBoundingClientRect().width > 1);
  const hidden = (value) => value === "hidden" || value === "clip";
  const cut = (node, boxes) => {
    for (let one = node.nodeType === 1 && !node.matches("svg") ? node : node.parentElement; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      const [x, y] = [hidden(style.overflowX), hidden(style.overflowY)];
      if (/auto|scroll/.test(style.overflowX + style.overflowY) || style.maskImage !== "none") return;
      if (x || y) {
        const edge = one.getBoundingClientRect();
        for (const each of boxes) {
          const over = Math.max(x ? Math.max(each.right - edge.right, edge.left - each.left) : 0, 0);
          const high = Math.max(y ? Math.max(each.bottom - edge.bottom, edge.top - each.top) : 0, 0);
          // The line box of a word is higher than its letters.
          const least = node.nodeType === 3 ? Math.max(1.5, each.height * 0.16) : 1.5;
          const said = style.textOverflow === "ellipsis" && (one.closest("[title], [aria-hidden=true], [data-what]") || one.parentElement.querySelector(":scope > [data-now]"));
          if (over > 1.5 && said && high <= least) return;
          if (over > 1.5 || high > least) {
            say("cut", node, `by ${Math.max(over, high).toFixed(0)} px in .${[...one.classList].join(".")}`);
            return;
          }
          if (over > 1.5) return;
        }
      }
      if (style.position === "fixed") return;
    }
  };
  for (const { node, boxes } of texts) cut(node, boxes);
  for (const one of drawings) cut(one, box(one));

  // Covered: words and drawings, and the plates they stand on, do not lie on one another.
  const layer = (node) => {
    for (let one = node.nodeType === 1 ? node : node.parentElement; one; one = one.parentElement) {
      if (["fixed", "sticky"].includes(getComputedStyle(one).position) || one.matches("details[open] > .sheet, .tip, dialog")) return one;
    }
    return null;
  };
  const clip = (node, { left, top, right, bottom }) => {
    for (let one = node.nodeType === 1 ? node.parentElement : node.parentElement; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const edge = one.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, edge.left), Math.max(top, edge.top), Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom };
  };
  const plates = [...document.querySelectorAll("#table :is(.tag, .pile, .medal, .who, .find, .badge, .bonus, .shelf, .can-n)")].filter((one) => !left(one) && shown(one));
  const things = [
    ...texts.flatMap(({ node, boxes }) => boxes.map((one) => {
      const trim = one.height * 0.2;
      return { node, kind: "text", at: clip(node, { left: one.left, right: one.right, top: one.top + trim, bottom: one.bottom - trim }) };
    })),
    ...drawings.map((node) => ({ node, kind: "drawing", at: clip(node, node.getBoundingClientRect()) })),
    ...plates.map((node) => ({ node, kind: "plate", at: clip(node, node.getBoundingClientRect()) })),
  ].filter(({ at }) => at.right - at.left > 1 && at.bottom - at.top > 1).map((one) => ({ ...one, layer: layer(one.node) }));
  things.sort((a, b) => a.at.top - b.at.top);
  for (let i = 0; i < things.length; i += 1) {
    for (let j = i + 1; j < things.length && things[j].at.top < things[i].at.bottom - 2; j += 1) {
      const [a, b] = [things[i], things[j]];
      if (a.node === b.node || a.layer !== b.layer || a.node.contains(b.node) || b.node.contains(a.node)) continue;
      if (a.kind === "drawing" && b.kind === "drawing") continue; // groups of cubes may close ranks
      const over = Math.min(a.at.right, b.at.right) - Math.max(a.at.left, b.at.left);
      const high = Math.min(a.at.bottom, b.at.bottom) - Math.max(a.at.top, b.at.top);
      if (over > 2.5 && high > 2.5) {
        const other = b.node.nodeType === 1 ? b.node : b.node.parentElement;
        say("covered", a.node, `${over.toFixed(0)} by ${high.toFixed(0)} px with ${other.localName}.${[...other.classList].join(".")} "${(b.node.textContent ?? "").trim().slice(0, 20)}"`);
      }
    }
  }

  // A phone widens its window to what is too wide.
  const wide = Math.max(document.documentElement.scrollWidth, innerWidth);
  if (wide > width + slack) faults.set("wide page", [`${wide} of ${width} px`]);
  return [...faults].map(([key, each]) => `${key} ${each[0]}${each.length > 1 ? `, ${each.length} times` : ""}`);
}
