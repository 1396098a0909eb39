// Random games of Nim in boardgame.io: prints how many moves were made and the milliseconds of the processor.
// `NODE_PATH=… node benchmarks/nim.js GAMES HEAP…`
const { Client } = require("boardgame.io/client");

const [games, ...heaps] = process.argv.slice(2).map(Number);
const nim = {
  setup: () => ({ heaps: [...heaps] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { take: ({ G }, heap, count) => { G.heaps[heap] -= count; } },
  endIf: ({ G, ctx }) => G.heaps.every((left) => !left) && { winner: ctx.currentPlayer },
};

function played() {
  const client = Client({ game: nim, debug: false });
  let moves = 0;
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState(), moves += 1) {
    const legal = state.G.heaps.flatMap((left, heap) => Array.from({ length: left }, (_, n) => [heap, n + 1]));
    client.moves.take(...legal[Math.floor(Math.random() * legal.length)]);
  }
  return moves;
}

const before = process.cpuUsage();
let made = 0;
for (let game = 0; game < games; game += 1) made += played();
const used = process.cpuUsage(before);
console.log(made, (used.user + used.system) / 1000);
