// What on the boards is cut off, covered, beside its plate or beside the page; what measure.js does not look at.
() => {
  const found = new Set();
  const PIECES = ".cube, .i, .piece, .way";
  const BOX = ".loc, .fort, .mk, .rt, .claims > li, .boni > li, .crew, .hold, .opt, .btn, .seat, .face, .sea, .own-nw, .counter, .top, .ending, #table, body";
  const ground = document.documentElement;
  const unseen = [...document.querySelectorAll(".ports")].filter((one) => getComputedStyle(one).clipPath !== "none");
  const hidden = (one) => unseen.some((list) => list.contains(one)) || !one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) || one.closest(".sr, .skip, .symbols, .strip, .counter, .seats, .rivals, .news, .log, .top, [hidden]");
  const name = (one) => {
    const box = one.closest(".loc, .fort, .mk, .rt, .claims, .boni, .seat, .crew, .tile, .asked-about, .counter, .hold, .grid12, .log, .top, .rivals, .news, .legend, .result, .next, section, article");
    const said = box?.querySelector(".sr")?.textContent.trim().slice(0, 60) || box?.getAttribute("aria-label") || "";
    return `<${box?.className?.baseVal ?? box?.className ?? box?.id ?? ""}> ${said} :: <${one.className?.baseVal ?? one.className}>`;
  };
  const scale = (one) => { const m = one.getScreenCTM?.(); return m ? Math.hypot(m.b, m.d) : 1; };
  // what is drawn: pieces of text and symbols
  const leaves = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement, text = node.textContent.trim();
    if (!text || holder.closest("script, style, noscript, title, option, textarea") || hidden(holder)) continue;
    const size = parseFloat(getComputedStyle(holder).fontSize) * (holder.ownerSVGElement ? scale(holder) : 1);
    if (size === 0) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of holder.ownerSVGElement ? [holder.getBoundingClientRect()] : range.getClientRects()) {
      if (rect.width < 1) continue;
      // the letters, not the room of the line around them
      const slack = Math.max(0, (rect.height - size * 0.74) / 2);
      leaves.push({ holder, text, rect: { left: rect.left, right: rect.right, top: rect.top + slack, bottom: rect.bottom - slack } });
    }
  }
  for (const one of document.querySelectorAll(PIECES)) {
    if (hidden(one) || one.closest(".waves")) continue;
    const rect = one.getBoundingClientRect();
    if (rect.width < 1) { if (one.matches(".cube")) found.add(`a cube of no width: ${name(one)}`); continue; }
    if (one.matches(".cube") && rect.width < 12.9) found.add(`cube of ${rect.width.toFixed(1)} px: ${name(one)}`);
    leaves.push({ holder: one, text: "", rect });
  }
  // cut off by what holds it
  for (const { holder, text, rect } of leaves) {
    for (let box = holder; box && box !== ground; box = box.parentElement) {
      if (box.ownerSVGElement) continue;
      const style = getComputedStyle(box);
      const shape = style.overflowX !== "visible" || style.overflowY !== "visible";
      if (style.position === "fixed") { if (!shape) break; }
      if (!shape || box.localName === "svg") continue;
      const edge = box.getBoundingClientRect();
      const rolls = (which) => ["auto", "scroll"].includes(style[which]);
      const across = rect.left < edge.left - 1 || rect.right > edge.right + 1;
      const along = rect.top < edge.top - 1 || rect.bottom > edge.bottom + 1;
      if (across && !rolls("overflowX")) {
        const cut = style.textOverflow === "ellipsis" && text && !/^[\d×+−]+$/.test(text);
        if (cut) { rect.left = Math.max(rect.left, edge.left); rect.right = Math.min(rect.right, edge.right); }
        else found.add(`cut across: ${name(holder)} "${text}" in <${box.className}>`);
      }
      if (along && !rolls("overflowY")) found.add(`cut along: ${name(holder)} "${text}" in <${box.className}>`);
      if (along && rolls("overflowY") || across && rolls("overflowX")) {
        if (!box.hasAttribute("tabindex")) found.add(`rolls without a tab stop: <${box.className}> at ${name(holder)}`);
        break;
      }
    }
    if (rect.right > innerWidth + 1 || rect.left < -1) {
      let rolled = false;
      for (let box = holder; box; box = box.parentElement) rolled ||= ["auto", "scroll"].includes(getComputedStyle(box).overflowX);
      if (!rolled) found.add(`beside the page: ${name(holder)} "${text}"`);
    }
  }
  // one over the other
  const groups = new Map();
  for (const leaf of leaves) {
    const box = leaf.holder.closest(BOX);
    groups.set(box, [...(groups.get(box) ?? []), leaf]);
  }
  const nested = (a, b) => a.holder.contains(b.holder) || b.holder.contains(a.holder);
  for (const group of groups.values()) {
    for (let i = 0; i < group.length; i++) for (let j = i + 1; j < group.length; j++) {
      const [a, b] = [group[i], group[j]];
      if (nested(a, b) || a.holder.closest("svg.i") && a.holder.closest("svg.i") === b.holder.closest("svg.i")) continue;
      if (a.holder.ownerSVGElement && b.holder.ownerSVGElement) continue;
      const wide = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
      const high = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
      if (wide > 2 && high > 2) {
        if (a.holder.matches(".ship, .scene") || b.holder.matches(".ship, .scene")) continue;
        found.add(`over one another by ${wide.toFixed(0)} × ${high.toFixed(0)}: ${name(a.holder)} "${a.text}" and <${b.holder.className?.baseVal ?? b.holder.className}> "${b.text}"`);
      }
    }
  }
  // numbers of plates stay inside them
  for (const plate of document.querySelectorAll(".who, .need, .gift, .medal, .bonus, .find, .boon, .stack, .badge, .tag, .pts, .sum")) {
    if (hidden(plate)) continue;
    const box = plate.closest(".loc, .fort, .mk, .rt, .seat, .claims > li, .face, .counter");
    if (!box) continue;
    const [inner, outer] = [plate.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1) found.add(`out of its box: ${name(plate)} "${plate.textContent.trim().slice(0, 20)}"`);
    for (const part of plate.querySelectorAll(PIECES)) {
      const rect = part.getBoundingClientRect();
      if (rect.left < inner.left - 2 || rect.right > inner.right + 2 || rect.top < inner.top - 3 || rect.bottom > inner.bottom + 3) found.add(`sticks out of its plate: ${name(part)} of <${plate.className}>`);
    }
  }
  // what is drawn over it, at its middle
  for (const one of document.querySelectorAll(".loc .who, .loc .need, .loc .gift, .fort .medal, .fort .who, .fort .need, .fort .pt > .cubes > .cube, .mk .who, .mk .need, .find, .does .cube, .ware .cube, .stack .bonus, .loc .foot b, .fort .foot b, .boon")) {
    if (hidden(one)) continue;
    const rect = one.getBoundingClientRect();
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
    const over = document.elementFromPoint(x, y);
    if (over && !over.closest(".counter, .top") && !one.contains(over) && !over.contains(one)) found.add(`covered: ${name(one)} by <${over.className?.baseVal ?? over.className}>`);
  }
  const one_screen = matchMedia("(min-width: 70rem) and (min-height: 34rem)").matches;
  if (one_screen && ground.scrollHeight > innerHeight) found.add(`the page is ${ground.scrollHeight} px high`);
  return [...found];
}
