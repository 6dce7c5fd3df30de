// B2 and B3: how clients handle previews and progress messages that arrive as fast as a server can send them.

import { clients } from "../peers/clients.mjs";
import { amount, median } from "../measure.mjs";
import { quiet, start } from "../processes.mjs";
import { printTable } from "../table.mjs";
import { chain } from "./fake-catalog.mjs";

const limitMs = 120_000;
const alone = { ...quiet, execArgv: ["--expose-gc"] };

/** Megabytes of heap of a program that does more than read events. Above 8 MB, V8 collects incrementally; see README. */
const hostHeapMb = 6;

/** The rows of a table: title, client, and the additional heap of its process. */
const rowsOf = (names) =>
  names.flatMap((name) => {
    const row = { title: clients[name].title, name, heapMb: 0 };
    return name === "raw"
      ? [row, { title: `${row.title}, ${hostHeapMb} MB heap`, name, heapMb: hostHeapMb }]
      : [row];
  });

/** A new process for each client and round, so that none inherits another's memory. Each receives the flood twice. */
async function turn(server, { name, heapMb }, { graph, flood, slowMs }) {
  const parameters = [name, server.hello, limitMs, heapMb];
  const client = await start(import.meta.url, "./flood-client.mjs", parameters, alone);
  try {
    await server.ask({ flood: null });
    await client.ask({ graph }); // opens connections and compiles
    await server.ask({ flood });
    return { first: await client.ask({ graph, slowMs }), again: await client.ask({ graph, slowMs }) };
  } finally {
    client.kill();
  }
}

async function floodTable(server, names, load) {
  const rows = rowsOf(names);
  const figures = new Map(rows.map((row) => [row, []]));
  for (let round = 0; round < load.rounds; round++) {
    for (const row of round % 2 === 0 ? rows : [...rows].reverse())
      figures.get(row).push(await turn(server, row, load));
  }
  const perSecond = ({ wallMs }) => (load.flood.count / wallMs) * 1000;
  const cells = (row, key) => {
    const all = figures.get(row).map((turn) => turn[key]);
    const of = (figure) => median(all.map(figure));
    return [
      of(perSecond).toFixed(0),
      of(({ stallMs }) => stallMs).toFixed(1),
      of(({ cpuMs }) => cpuMs).toFixed(0),
    ];
  };
  printTable(
    `${load.title}, ${load.flood.count} of them (${load.rounds} rounds, medians), and once more in the same process`,
    ["", load.unit, "stall ms", "CPU ms", "extra MB", "seen", "ending", "again", "stall ms", "CPU ms"],
    rows.map((row) => {
      const firsts = figures.get(row).map(({ first }) => first);
      const of = (key) => median(firsts.map((first) => first[key]));
      const { status } = firsts.at(-1);
      return [
        row.title,
        ...cells(row, "first"),
        of("extraMb").toFixed(0),
        of("seen"),
        status,
        ...cells(row, "again"),
      ];
    }),
  );
}

const previews = (bytes) => ({ kind: "previews", count: amount(1000, 20), bytes });
const graph = chain(50);

const previewLoads = [
  {
    title: "B2: previews of 20 kB",
    flood: previews(20_000),
    unit: "frames/s",
    rounds: amount(7),
    slowMs: 0,
    graph,
  },
  {
    title: "B2: previews of 500 kB",
    flood: previews(500_000),
    unit: "frames/s",
    rounds: amount(5),
    slowMs: 0,
    graph,
  },
  {
    title: "B2: previews of 500 kB, and a reader that needs 5 ms for each",
    flood: previews(500_000),
    unit: "frames/s",
    rounds: amount(3),
    slowMs: 5,
    graph,
  },
];
const eventLoads = [
  {
    title: "B3: progress_state of 50 nodes",
    flood: { kind: "states", count: amount(50_000, 500) },
    unit: "events/s",
    rounds: amount(3),
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
