// The local API: what it adds to a job, how many events and previews it sends to its sockets, and how soon it answers
// after its start.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inFolder } from "../folders.js";
import { chain } from "../generation/fake-catalog.js";
import { startFakeServer } from "../generation/fake-messages.js";
import { added, amount, median, repeated, takeTurns } from "../measure.js";
import { openPictor } from "../open-pictor.js";
import { processorMsOf, shown } from "../process-figures.js";
import { start } from "../processes.js";
import { startServe } from "../start-command.js";
import { printTable } from "../table.js";
import type { Received } from "./event-readers.js";
import type { Order, Published } from "./event-server.js";

const rounds = amount(15);
const jobsPerRound = amount(20, 3);
const starts = amount(7);

/** The median of some runs, one after another. */
const usual = async (work: () => Promise<unknown>): Promise<number> =>
  median(await repeated(jobsPerRound, work));

async function post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<void> {
  const reply = await fetch(url, { method: "POST", headers, body });
  const job = (await reply.json()) as { readonly state?: string; readonly error?: unknown };
  if (job.state !== "finished") throw new Error(JSON.stringify(job.error ?? job));
}

async function overheadOfJobs(folder: string, baseUrl: string): Promise<void> {
  const flags = { backends: { fake: { kind: "remote", baseUrl } }, outputs: { directory: folder } };
  const request = { workflow: "custom", backend: "fake", params: { graph: join(folder, "graph.json") } };
  const pictor = await openPictor(folder, flags);
  const bare = await start<string>(import.meta.url, "./bare-server.js", [folder, baseUrl]);
  const served = await startServe(folder);
  const json = { "Content-Type": "application/json" };
  const headers = { ...json, Authorization: `Bearer ${served.token}`, Prefer: "wait=30" };
  const body = JSON.stringify(request);
  const results = await takeTurns(
    {
      kernel: () => usual(() => pictor.generate(request).result),
      bare: () => usual(() => post(bare.hello, json, body)),
      api: () => usual(() => post(`${served.url}/v1/jobs`, headers, body)),
      entry: () => usual(async () => (await fetch(`${served.url}/v1`, { headers })).json()),
    },
    rounds,
  );
  await pictor.dispose();
  bare.end();
  await served.close();
  const row = (title: string, figures: readonly number[]) => [
    title,
    median(figures).toFixed(2),
    added(figures, results.kernel).toFixed(2),
  ];
  printTable(
    `A job over the local API, ${rounds * jobsPerRound} one after another (goal + 2 ms)`,
    ["", "p50 ms", "added"],
    [
      ["the kernel in the same process", median(results.kernel).toFixed(2), ""],
      row("the kernel behind node:http, in a process of its own", results.bare),
      row("the local API", results.api),
      ["GET /v1, without a job", median(results.entry).toFixed(2), ""],
    ],
  );
}

/** What is published to how many sockets, for a number of seconds. */
const eventLoads: readonly (readonly [title: string, readers: number, order: Omit<Order, "count">])[] = [
  ["1,000 events/s to 50 sockets", 50, { perSecond: 1_000 }],
  ["10,000 events/s to 50 sockets", 50, { perSecond: 10_000 }],
  ["100 previews/s of 20 kB to 10 sockets", 10, { perSecond: 100, previewBytes: 20_000 }],
  ["1,000 previews/s of 20 kB to 10 sockets", 10, { perSecond: 1_000, previewBytes: 20_000 }],
];

async function eventsOnSockets(): Promise<void> {
  const options = { execArgv: ["--expose-gc"] };
  const server = await start<string, Order, Published>(import.meta.url, "./event-server.js", [], options);
  const measure = async ([title, readers, load]: (typeof eventLoads)[number]) => {
    const clients = await start<"ready", "report", Received>(import.meta.url, "./event-readers.js", [
      server.hello,
      String(readers),
    ]);
    const order = { ...load, count: load.perSecond * amount(10) };
    const first = await server.ask({ ...order, count: order.count / 10 });
    await clients.ask("report");
    const { ms, cpuMs, heapMebibytes } = await server.ask(order);
    const { events, previews, resets, bytes } = await clients.ask("report");
    clients.end();
    return [
      title,
      Math.round((order.count / ms) * 1000),
      `${(((events + previews) / order.count / readers) * 100).toFixed(0)} %`,
      resets,
      (bytes / 2 ** 20 / (ms / 1000)).toFixed(0),
      ((cpuMs / ms) * 100).toFixed(0),
      (heapMebibytes - first.heapMebibytes).toFixed(1),
    ];
  };
  const rows = [];
  for (const load of eventLoads) rows.push(await measure(load));
  server.end();
  printTable(
    "Events on real sockets (goal: 10,000 a second to 50, with flat memory)",
    ["", "published/s", "received", "resets", "MiB/s", "processor %", "heap MiB more"],
    rows,
  );
}

async function startOfServe(folder: string): Promise<void> {
  const times: number[] = [];
  const processor: number[] = [];
  while (times.length < starts) {
    const served = await startServe(folder);
    times.push(served.ms);
    processor.push(processorMsOf(served.pid));
    await served.close();
  }
  printTable(
    "pictor serve, from its start to its first answer (goal 300 ms)",
    ["", "ms"],
    [
      ["p50", Math.round(median(times))],
      ["least", Math.round(Math.min(...times))],
      ["processor time", shown(median(processor), 0)],
    ],
  );
}

export const run = (): Promise<void> =>
  inFolder(async (folder) => {
    const backend = await startFakeServer();
    try {
      writeFileSync(join(folder, "graph.json"), JSON.stringify(chain(3)));
      const backends = { fake: { kind: "remote", baseUrl: backend.hello } };
      writeFileSync(
        join(folder, "pictor.json"),
        JSON.stringify({ backends, outputs: { directory: folder } }),
      );
      await overheadOfJobs(folder, backend.hello);
      await eventsOnSockets();
      await startOfServe(folder);
    } finally {
      backend.end();
    }
  });
