// B2 and B3: how clients handle previews and progress messages that arrive as fast as a server can send them.

import { clients, type ClientName } from "../peers/clients.js";
import { amount, median } from "../measure.js";
import { quiet, start } from "../processes.js";
import { printTable } from "../table.js";
import { chain } from "./fake-catalog.js";
import { startFakeServer, type FakeServer, type Flood } from "./fake-messages.js";
import type { FloodFigures, FloodRun } from "./flood-client.js";

const limitMs = 120_000;
const alone = { ...quiet, execArgv: ["--expose-gc"] };

/** Megabytes of heap of a program that does more than read events. Above 8 MB, V8 collects incrementally; see README. */
const hostHeapMb = 6;

interface Row {
  readonly title: string;
  readonly name: ClientName;
  /** The additional heap of its process. */
  readonly heapMb: number;
}
interface Load {
  readonly title: string;
  readonly flood: Flood;
  readonly unit: string;
  readonly rounds: number;
  readonly slowMs: number;
}
interface Turn {
  readonly first: FloodFigures;
  readonly again: FloodFigures;
}

const rowsOf = (names: readonly ClientName[]): readonly Row[] =>
  names.flatMap((name) => {
    const row = { title: clients[name].title, name, heapMb: 0 };
    return name === "raw"
      ? [row, { title: `${row.title}, ${hostHeapMb} MB heap`, name, heapMb: hostHeapMb }]
      : [row];
  });

const graph = chain(50);

/** A new process for each client and round, so that none inherits another's memory. Each receives the flood twice. */
async function turn(server: FakeServer, { name, heapMb }: Row, { flood, slowMs }: Load): Promise<Turn> {
  const parameters = [name, server.hello, String(limitMs), String(heapMb)];
  const client = await start<"ready", FloodRun, FloodFigures>(
    import.meta.url,
    "./flood-client.js",
    parameters,
    alone,
  );
  try {
    await server.ask({ flood: null });
    await client.ask({ graph }); // opens connections and compiles
    await server.ask({ flood });
    return { first: await client.ask({ graph, slowMs }), again: await client.ask({ graph, slowMs }) };
  } finally {
    client.kill();
  }
}

/** The medians of the figures of one flood. */
function cells({ flood }: Load, figures: readonly FloodFigures[]): readonly string[] {
  const of = (figure: (figures: FloodFigures) => number) => median(figures.map(figure));
  return [
    of(({ wallMs }) => (flood.count / wallMs) * 1000).toFixed(0),
    of(({ stallMs }) => stallMs).toFixed(1),
    of(({ cpuMs }) => cpuMs).toFixed(0),
  ];
}

async function floodTable(server: FakeServer, names: readonly ClientName[], load: Load): Promise<void> {
  const rows = rowsOf(names).map((row) => ({ row, turns: [] as Turn[] }));
  for (let round = 0; round < load.rounds; round++) {
    for (const { row, turns } of round % 2 === 0 ? rows : [...rows].reverse())
      turns.push(await turn(server, row, load));
  }
  printTable(
    `${load.title}, ${load.flood.count} of them (${load.rounds} rounds, medians), and once more in the same process`,
    ["", load.unit, "stall ms", "CPU ms", "extra MB", "seen", "ending", "again", "stall ms", "CPU ms"],
    rows.map(({ row, turns }) => {
      const firsts = turns.map(({ first }) => first);
      return [
        row.title,
        ...cells(load, firsts),
        median(firsts.map(({ extraMb }) => extraMb)).toFixed(0),
        median(firsts.map(({ seen }) => seen)),
        firsts.at(-1)?.status ?? "",
        ...cells(
          load,
          turns.map(({ again }) => again),
        ),
      ];
    }),
  );
}

const previews = (bytes: number): Flood => ({ kind: "previews", count: amount(1000, 20), bytes });

const previewLoads: readonly Load[] = [
  { title: "B2: previews of 20 kB", flood: previews(20_000), unit: "frames/s", rounds: amount(7), slowMs: 0 },
  {
    title: "B2: previews of 500 kB",
    flood: previews(500_000),
    unit: "frames/s",
    rounds: amount(5),
    slowMs: 0,
  },
  {
    title: "B2: previews of 500 kB, and a reader that needs 5 ms for each",
    flood: previews(500_000),
    unit: "frames/s",
    rounds: amount(3),
    slowMs: 5,
  },
];
const eventLoads: readonly Load[] = [
  {
    title: "B3: progress_state of 50 nodes",
    flood: { kind: "states", count: amount(50_000, 500) },
    unit: "events/s",
    rounds: amount(3),
    slowMs: 0,
  },
];

const run = (loads: readonly Load[]) => async (names: readonly ClientName[]) => {
  const server = await startFakeServer();
  for (const load of loads) await floodTable(server, names, load);
  server.end();
};
export const previewFlood = run(previewLoads);
export const eventFlood = run(eventLoads);
