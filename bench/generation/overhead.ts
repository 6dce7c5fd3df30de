// B1: the overhead of a client for a job that takes the server almost no time.

import type { Graph } from "@pictor/kernel/plugin";
import { added, amount, mapValues, quantile, takeTurns } from "../measure.js";
import type { ClientName } from "../peers/clients.js";
import { quiet, start, type Child } from "../processes.js";
import { baseGraph, seeded } from "../scorecard/graphs.js";
import { startProxy } from "../scorecard/proxy.js";
import { printTable } from "../table.js";
import { chain } from "./fake-catalog.js";
import { startFakeServer } from "./fake-messages.js";
import type { Jobs, JobTimes, Variant } from "./overhead-client.js";

const rounds = amount(10);
const jobsPerRound = amount(20, 3);

/** `jobs` is the number per round for clients that wait half a second. */
type MeasuredVariant = Variant & { readonly name: ClientName; readonly jobs?: number };
type Sender = Child<"ready", Jobs, JobTimes>;

const variants: Readonly<Record<string, MeasuredVariant>> = {
  "fetch + ws by hand": { name: "raw" },
  "the same by undici": { name: "raw", options: { undici: true } },
  pictor: { name: "pictor", options: { saves: false, listens: false } },
  "pictor, events read": { name: "pictor", options: { saves: false } },
  "by hand, images saved": { name: "raw", options: { saves: true } },
  "pictor, images saved": { name: "pictor", options: { saves: true, reads: false } },
  "@saintno/comfyui-sdk": { name: "saintno" },
  "@stable-canvas, enqueue": { name: "stable-canvas", options: { short: true } },
  "@stable-canvas, invoke": { name: "stable-canvas", jobs: 2 },
  "@artifyfun/comfy-ui-client": { name: "comfy-ui-client" },
};

const open = ({ name, options }: Variant, url: string): Promise<Sender> =>
  start(import.meta.url, "./overhead-client.js", [JSON.stringify({ name, options, url })], quiet);

interface Requests {
  readonly perJob: number;
  readonly afterSubmit: number;
}

/** Requests per job, counted by a proxy. */
async function requestsOf(variant: Variant, url: string, graph: Graph): Promise<Requests> {
  const proxy = await startProxy(url);
  const client = await open(variant, proxy.url);
  await client.ask({ graph, jobs: 2 });
  const before = proxy.requests().length;
  await client.ask({ graph, jobs: 3 });
  const all = proxy.requests().slice(before);
  client.kill();
  proxy.close();
  const submits = all.flatMap((route, index) => (route === "POST /prompt" ? [index] : []));
  const last = all.slice(submits.at(-1));
  return { perJob: all.length / Math.max(1, submits.length), afterSubmit: last.length - 1 };
}

/** A server, and the graph of a job that takes it almost no time. */
interface Place {
  readonly title: string;
  readonly graph: Graph;
  open(): Promise<{ readonly url: string; readonly end: () => void }>;
}
const places: readonly Place[] = [
  {
    title: "the embedded server, all but the saver cached",
    graph: seeded(baseGraph, { prefix: "overhead" }),
    async open() {
      const { hello, end } = await start<[string]>(import.meta.url, "../embedded-server.js");
      return { url: hello[0], end };
    },
  },
  {
    title: "a fake server that only sends the messages",
    graph: chain(7),
    async open() {
      const { hello, end } = await startFakeServer();
      return { url: hello, end };
    },
  },
];

async function overheadOn(
  { title, graph, open: openServer }: Place,
  wanted: Readonly<Record<string, MeasuredVariant>>,
): Promise<void> {
  const server = await openServer();
  const senders: Record<string, Sender> = {};
  const requests: Record<string, Requests> = {};
  for (const [name, variant] of Object.entries(wanted)) {
    const sender = await open(variant, server.url);
    await sender.ask({ graph, jobs: variant.jobs ?? jobsPerRound });
    senders[name] = sender;
    requests[name] = await requestsOf(variant, server.url, graph);
  }
  const turns = mapValues(
    senders,
    (sender, name) => () => sender.ask({ graph, jobs: wanted[name]?.jobs ?? jobsPerRound }),
  );
  const results = await takeTurns(turns, rounds);
  for (const { end } of [...Object.values(senders), server]) end();
  print(title, results, requests);
}

function print(
  title: string,
  results: Readonly<Record<string, readonly JobTimes[]>>,
  requests: Readonly<Record<string, Requests>>,
): void {
  const middles = mapValues(results, (all) => all.map(({ times }) => quantile(times, 0.5)));
  const [raw = []] = Object.values(middles);
  printTable(
    `B1: ${rounds * jobsPerRound} jobs one after another on ${title} (the bar is + 0.4 ms and 2 requests after the submit)`,
    ["", "p50 ms", "p95 ms", "+ ms to raw", "requests/job", "after submit", "hung"],
    Object.entries(results).map(([name, all]) => {
      const times = all.flatMap((round) => round.times);
      return [
        name,
        quantile(times, 0.5).toFixed(2),
        quantile(times, 0.95).toFixed(2),
        added(middles[name] ?? [], raw).toFixed(2),
        requests[name]?.perJob.toFixed(1) ?? "",
        requests[name]?.afterSubmit ?? "",
        all.at(-1)?.hung ?? "",
      ];
    }),
  );
}

export async function overhead(names: readonly ClientName[]): Promise<void> {
  const wanted = Object.fromEntries(Object.entries(variants).filter(([, { name }]) => names.includes(name)));
  for (const place of places) await overheadOn(place, wanted);
}
