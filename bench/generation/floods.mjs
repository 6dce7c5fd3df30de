// B2 and B3: what a client makes of previews and progress that come as fast as a server can send them.

import { clients } from "../peers/clients.mjs";
import { median } from "../measure.mjs";
import { quiet, start } from "../processes.mjs";
import { printTable } from "../table.mjs";
import { chain } from "./fake-catalog.mjs";

const limitMs = 120_000;
const alone = { ...quiet, execArgv: ["--expose-gc"] };

/** A fresh process for each client and round, so that none inherits another's memory. */
async function turn(server, name, load) {
  const client = await start(import.meta.url, "./flood-client.mjs", [name, server.word, limitMs], alone);
  try {
    await server.ask({ flood: undefined });
    await client.ask({ graph: load.graph }); // opens what is opened once
    await server.ask({ flood: load.flood });
    return await client.ask({ graph: load.graph, slowMs: load.slowMs });
  } finally {
    client.kill();
  }
}

async function floodTable(server, names, load) {
  const figures = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < load.rounds; round++) {
    for (const name of round % 2 === 0 ? names : [...names].reverse())
      figures[name].push(await turn(server, name, load));
  }
  const of = (name, key) => median(figures[name].map((figure) => figure[key]));
  printTable(
    `${load.title} (${load.rounds} rounds, medians)`,
    ["", load.unit, "CPU ms", "worst stall ms", "extra MB", "seen", "ending"],
    names.map((name) => [
      clients[name].title,
      ((load.flood.count / of(name, "wallMs")) * 1000).toFixed(0),
      of(name, "cpuMs").toFixed(0),
      of(name, "stallMs").toFixed(1),
      of(name, "extraMb").toFixed(0),
      of(name, "seen"),
      figures[name].at(-1).status,
    ]),
  );
}

const previews = (bytes) => ({ kind: "previews", count: 1000, bytes });
const graph = chain(50);

const previewLoads = [
  {
    title: "B2: 1000 previews of 20 kB",
    flood: previews(20_000),
    unit: "frames/s",
    rounds: 7,
    slowMs: 0,
    graph,
  },
  {
    title: "B2: 1000 previews of 500 kB",
    flood: previews(500_000),
    unit: "frames/s",
    rounds: 5,
    slowMs: 0,
    graph,
  },
  {
    title: "B2: 1000 previews of 500 kB, and a reader that needs 5 ms for each",
    flood: previews(500_000),
    unit: "frames/s",
    rounds: 3,
    slowMs: 5,
    graph,
  },
];
const eventLoads = [
  {
    title: "B3: 50000 progress_state of 50 nodes",
    flood: { kind: "states", count: 50_000 },
    unit: "events/s",
    rounds: 3,
    slowMs: 0,
    graph,
  },
];

const run = (loads) => async (names) => {
  const server = await start(import.meta.url, "./fake-server.mjs");
  for (const load of loads) await floodTable(server, names, load);
  server.end();
};
export const previewFlood = run(previewLoads);
export const eventFlood = run(eventLoads);
