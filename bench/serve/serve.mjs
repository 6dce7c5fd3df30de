// The local API: what it adds to a job, how many events and previews it sends to its sockets, and how soon it answers after its start.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chain } from "../generation/fake-catalog.mjs";
import { amount, median, takeTurns } from "../measure.mjs";
import { importPackage } from "../packages.mjs";
import { start } from "../processes.mjs";
import { startServe } from "../start-serve.mjs";
import { printTable } from "../table.mjs";

const rounds = amount(15);
const jobsPerRound = amount(20, 3);
const starts = amount(7);

const repeat = async (run) => {
  const times = [];
  while (times.length < jobsPerRound) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  return median(times);
};

const post = async (url, headers, body) => {
  const reply = await fetch(url, { method: "POST", headers, body });
  const job = await reply.json();
  if (job.state !== "finished") throw new Error(JSON.stringify(job.error ?? job));
};

async function overheadOfJobs(folder, backendUrl) {
  const { createPictor, loadConfiguration } = await importPackage("@pictor/host");
  const flags = {
    backends: { fake: { kind: "remote", baseUrl: backendUrl } },
    outputs: { directory: folder },
  };
  const request = { workflow: "custom", backend: "fake", params: { graph: join(folder, "graph.json") } };
  const pictor = await createPictor({ configuration: await loadConfiguration({ directory: folder, flags }) });
  const bare = await start(import.meta.url, "./bare-server.mjs", [folder, backendUrl]);
  const served = await startServe(folder);
  const json = { "Content-Type": "application/json" };
  const headers = { ...json, Authorization: `Bearer ${served.token}`, Prefer: "wait=30" };
  const body = JSON.stringify(request);
  const results = await takeTurns(
    {
      kernel: () => repeat(async () => void (await pictor.generate(request).result)),
      bare: () => repeat(() => post(bare.hello, json, body)),
      api: () => repeat(() => post(`${served.url}/v1/jobs`, headers, body)),
      entry: () => repeat(async () => void (await (await fetch(`${served.url}/v1`, { headers })).json())),
    },
    rounds,
  );
  await pictor.dispose();
  bare.end();
  await served.close();
  const added = (name) => median(results[name].map((ms, round) => ms - results.kernel[round])).toFixed(2);
  const row = (title, name) => [title, median(results[name]).toFixed(2), added(name)];
  printTable(
    `A job over the local API, ${rounds * jobsPerRound} one after another (goal + 2 ms)`,
    ["", "p50 ms", "added"],
    [
      ["the kernel in the same process", median(results.kernel).toFixed(2), ""],
      row("the kernel behind node:http, in a process of its own", "bare"),
      row("the local API", "api"),
      ["GET /v1, without a job", median(results.entry).toFixed(2), ""],
    ],
  );
}

async function eventsOnSockets() {
  const server = await start(import.meta.url, "./event-server.mjs", [], { execArgv: ["--expose-gc"] });
  const rows = [];
  const measure = async (title, readers, order) => {
    const clients = await start(import.meta.url, "./event-readers.mjs", [server.hello, String(readers)]);
    const first = await server.ask({ ...order, count: order.count / 10 });
    await clients.ask("report");
    const { ms, cpuMs, heapMebibytes } = await server.ask(order);
    const { events, previews, resets, bytes } = await clients.ask("report");
    clients.end();
    rows.push([
      title,
      Math.round((order.count / ms) * 1000),
      `${(((events + previews) / order.count / readers) * 100).toFixed(0)} %`,
      resets,
      (bytes / 2 ** 20 / (ms / 1000)).toFixed(0),
      ((cpuMs / ms) * 100).toFixed(0),
      (heapMebibytes - first.heapMebibytes).toFixed(1),
    ]);
  };
  const seconds = amount(10);
  await measure("1,000 events/s to 50 sockets", 50, { count: 1_000 * seconds, perSecond: 1_000 });
  await measure("10,000 events/s to 50 sockets", 50, { count: 10_000 * seconds, perSecond: 10_000 });
  await measure("100 previews/s of 20 kB to 10 sockets", 10, {
    ...{ count: 100 * seconds, perSecond: 100, previewBytes: 20_000 },
  });
  await measure("1,000 previews/s of 20 kB to 10 sockets", 10, {
    ...{ count: 1_000 * seconds, perSecond: 1_000, previewBytes: 20_000 },
  });
  server.end();
  printTable(
    "Events on real sockets (goal: 10,000 a second to 50, with flat memory)",
    ["", "published/s", "received", "resets", "MiB/s", "processor %", "heap MiB more"],
    rows,
  );
}

/** Processor time of a running process in milliseconds; undefined on systems without /proc. */
function processorMs(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

async function startOfServe(folder) {
  const times = [];
  const processor = [];
  while (times.length < starts) {
    const served = await startServe(folder);
    times.push(served.ms);
    processor.push(processorMs(served.pid));
    await served.close();
  }
  printTable(
    "pictor serve, from its start to its first answer (goal 300 ms)",
    ["", "ms"],
    [
      ["p50", Math.round(median(times))],
      ["least", Math.round(Math.min(...times))],
      ["processor time", processor[0] === undefined ? "unknown" : median(processor)],
    ],
  );
}

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "pictor-bench-"));
  const backend = await start(import.meta.url, "../generation/fake-server.mjs");
  try {
    writeFileSync(join(folder, "graph.json"), JSON.stringify(chain(3)));
    const backends = { fake: { kind: "remote", baseUrl: backend.hello } };
    writeFileSync(join(folder, "pictor.json"), JSON.stringify({ backends, outputs: { directory: folder } }));
    await overheadOfJobs(folder, backend.hello);
    await eventsOnSockets();
    await startOfServe(folder);
  } finally {
    backend.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
