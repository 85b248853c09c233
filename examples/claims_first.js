// A bot in another language: it reads lines of JSON and answers with lines of JSON (docs/bots.md).
//
//     entrepot tournament --bots 'random,exec:node examples/claims_first.js' --pairs 20
//
// It claims whatever it can, else does what leads there, and draws where it does not care.

"use strict";

const LIKED = ["claim", "outpost", "build", "bonus", "explore", "work", "play", "use", "acquire", "sail", "up"];

// Where the kind of an action stands among those that are liked.
function rank(action) {
  const place = LIKED.indexOf(action.split(" ")[0]);
  return place < 0 ? LIKED.length : place;
}

// A small generator (mulberry32): the same seed gives the same game.
let state = 0;
function below(n) {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % n;
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.kind === "hello") {
    state = message.seed | 0;
  } else if (message.kind === "choose") {
    const best = Math.min(...message.legal_actions.map(rank));
    const liked = message.legal_actions.filter((action) => rank(action) === best);
    console.log(JSON.stringify({ action: liked[below(liked.length)] }));
  } else if (message.kind === "bye") {
    process.exit(0);
  }
});
