// B1: the overhead of a client for a job that takes the server almost no time.

import { amount, median, takeTurns } from "../measure.mjs";
import { quiet, start } from "../processes.mjs";
import { baseGraph, seeded } from "../scorecard/graphs.mjs";
import { startProxy } from "../scorecard/proxy.mjs";
import { printTable } from "../table.mjs";
import { chain } from "./fake-catalog.mjs";

const rounds = amount(10);
const jobsPerRound = amount(20, 3);

/** The client of each title, and how it is opened. `jobs` is the number per round for clients that wait half a second. */
const variants = {
  "fetch + ws by hand": { name: "raw" },
  "the same by undici": { name: "raw", options: { undici: true } },
  pictor: { name: "pictor", options: { saves: false, listens: false } },
  "pictor, events read": { name: "pictor", options: { saves: false } },
  "by hand, images saved": { name: "raw", options: { saves: true } },
  "pictor, images saved": { name: "pictor", options: { reads: false } },
  "@saintno/comfyui-sdk": { name: "saintno" },
  "@stable-canvas, enqueue": { name: "stable-canvas", options: { short: true } },
  "@stable-canvas, invoke": { name: "stable-canvas", jobs: 2 },
  "@artifyfun/comfy-ui-client": { name: "comfy-ui-client" },
};

const quantile = (numbers, share) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * share)] ?? NaN;
const open = (variant, url) =>
  start(import.meta.url, "./overhead-client.mjs", [JSON.stringify({ ...variant, url })], quiet);

/** Requests per job, counted by a proxy. */
async function requestsOf(variant, server, graph) {
  const proxy = await startProxy(server.hello);
  const client = await open(variant, proxy.url);
  await client.ask({ graph, jobs: 2 });
  const before = proxy.requests().length;
  await client.ask({ graph, jobs: 3 });
  const all = proxy.requests().slice(before);
  client.kill();
  proxy.close();
  const submits = all.flatMap((route, index) => (route === "POST /prompt" ? [index] : []));
  const last = all.slice(submits.at(-1));
  return { perJob: all.length / Math.max(1, submits.length), after: last.length - 1, routes: last.slice(1) };
}

/** The server's process of each title, and the graph of a job that takes it almost no time. */
const servers = {
  "the embedded server, all but the saver cached": {
    script: "./embedded-server.mjs",
    graph: seeded(baseGraph, { prefix: "overhead" }),
  },
  "a fake server that only sends the messages": { script: "./fake-server.mjs", graph: chain(7) },
};

async function overheadOn([title, { script, graph }], wanted) {
  const server = await start(import.meta.url, script);
  const senders = {};
  const requests = {};
  for (const [name, variant] of wanted) {
    senders[name] = await open(variant, server.hello);
    await senders[name].ask({ graph, jobs: variant.jobs ?? jobsPerRound });
    requests[name] = await requestsOf(variant, server, graph);
  }
  const turns = Object.fromEntries(
    wanted.map(([name, { jobs = jobsPerRound }]) => [name, () => senders[name].ask({ graph, jobs })]),
  );
  const results = await takeTurns(turns, rounds);
  for (const { end } of [...Object.values(senders), server]) end();
  print(title, wanted, results, requests);
}

function print(title, wanted, results, requests) {
  const times = (name) => results[name].flatMap((round) => round.times);
  const [[raw]] = wanted;
  const middles = (name) => results[name].map((round) => quantile(round.times, 0.5));
  const added = (name) => median(middles(name).map((middle, round) => middle - middles(raw)[round]));
  printTable(
    `B1: ${rounds * jobsPerRound} jobs one after another on ${title} (the bar is + 0.4 ms and 2 requests after the submit)`,
    ["", "p50 ms", "p95 ms", "+ ms to raw", "requests/job", "after submit", "hung"],
    wanted.map(([name]) => [
      name,
      quantile(times(name), 0.5).toFixed(2),
      quantile(times(name), 0.95).toFixed(2),
      added(name).toFixed(2),
      requests[name].perJob.toFixed(1),
      requests[name].after,
      results[name].at(-1).hung,
    ]),
  );
}

export async function overhead(names) {
  const wanted = Object.entries(variants).filter(([, { name }]) => names.includes(name));
  for (const server of Object.entries(servers)) await overheadOn(server, wanted);
}
