// B1: what a client adds to a job that costs the server next to nothing.

import { median, takeTurns } from "../measure.mjs";
import { quiet, start } from "../processes.mjs";
import { baseGraph, seeded } from "../scorecard/graphs.mjs";
import { startProxy } from "../scorecard/proxy.mjs";
import { printTable } from "../table.mjs";

const rounds = 10;
const jobsPerRound = 20;

/** Title to the client and how it is opened; `jobs` in a round, where one waits for half a second. */
const variants = {
  "fetch + ws by hand": { name: "raw" },
  pictor: { name: "pictor", options: { saves: false, listens: false } },
  "pictor, events read": { name: "pictor", options: { saves: false } },
  "pictor, pictures saved": { name: "pictor" },
  "@saintno/comfyui-sdk": { name: "saintno" },
  "@stable-canvas, enqueue": { name: "stable-canvas", options: { short: true } },
  "@stable-canvas, invoke": { name: "stable-canvas", jobs: 2 },
  "@artifyfun/comfy-ui-client": { name: "comfy-ui-client" },
};

const quantile = (numbers, share) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * share)] ?? NaN;
const open = (variant, url) =>
  start(import.meta.url, "./overhead-client.mjs", [JSON.stringify({ ...variant, url })], quiet);

/** Requests per job, as a proxy counts them. */
async function requestsOf(variant, server, graph) {
  const proxy = await startProxy(server.word);
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

export async function overhead(names) {
  const server = await start(import.meta.url, "./embedded-server.mjs");
  const graph = seeded(baseGraph, { prefix: "overhead" });
  const wanted = Object.entries(variants).filter(([, { name }]) => names.includes(name));
  const senders = {};
  const requests = {};
  for (const [title, variant] of wanted) {
    senders[title] = await open(variant, server.word);
    await senders[title].ask({ graph, jobs: variant.jobs ?? jobsPerRound });
    requests[title] = await requestsOf(variant, server, graph);
  }
  const turns = Object.fromEntries(
    wanted.map(([title, { jobs = jobsPerRound }]) => [title, () => senders[title].ask({ graph, jobs })]),
  );
  const results = await takeTurns(turns, rounds);
  const times = (title) => results[title].flatMap((round) => round.times);
  const p50 = (title) => quantile(times(title), 0.5);
  const [raw] = wanted.map(([title]) => title);
  const added = (title) =>
    median(
      results[title].map(
        (round, index) => quantile(round.times, 0.5) - quantile(results[raw][index].times, 0.5),
      ),
    );
  printTable(
    `B1: ${rounds * jobsPerRound} jobs one after another that save one picture, all else cached (the bar is + 0.4 ms and 2 requests after the submit)`,
    ["", "p50 ms", "p95 ms", "+ ms to raw", "requests/job", "after submit", "hung"],
    wanted.map(([title]) => [
      title,
      p50(title).toFixed(2),
      quantile(times(title), 0.95).toFixed(2),
      added(title).toFixed(2),
      requests[title].perJob.toFixed(1),
      requests[title].after,
      results[title].at(-1).hung,
    ]),
  );
  for (const { end } of [...Object.values(senders), server]) end();
}
