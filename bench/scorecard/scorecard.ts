// Runs hard cases with several clients, and counts right, wrong and missing results. See bench/README.md.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inFolder } from "../folders.js";
import { clientName, clientNames, clients, type ClientName } from "../peers/clients.js";
import { havePeers } from "../peers/install.js";
import { start } from "../processes.js";
import { patienceMsOf, type Case, type FaultKind, type Outcome } from "./case.js";
import { cases } from "./cases.js";
import { baseGraph } from "./graphs.js";
import { proxyFaults, proxyOnly } from "./proxy.js";
import { printJson, printScorecard, seconds, type NumberedCase } from "./report.js";
import { runCase, type CaseRun } from "./run-case.js";
import { gateways } from "./schemes.js";

const options = {
  json: { type: "boolean", default: false },
  clients: { type: "string", default: "pictor,saintno,stable-canvas,comfy-ui-client" },
  /** Selects the cases whose names contain one of these texts. */
  only: { type: "string", multiple: true },
  /** Address of a server to test against, through the proxy. `graph` is then a file in API format. */
  backend: { type: "string" },
  graph: { type: "string" },
  /**
   * `basic` or `oauth2`: the clients reach the server through the gateway of Pictor, which has the credentials that it
   * demands. `distance`: through a relay that adds time only.
   */
  gateway: { type: "string" },
  /** Number of concurrent attempts. */
  jobs: { type: "string" },
} as const;

/** Faults that only slow down the embedded server, whose runs would end too early. */
const paces: ReadonlySet<FaultKind> = new Set<FaultKind>(["slow-steps"]);

const canBeProxied = ({ embeddedOnly = false, faults = [] }: Case): boolean =>
  !embeddedOnly && faults.every(({ kind }) => proxyFaults.has(kind) || paces.has(kind));

const needsProxy = ({ faults = [] }: Case): boolean => faults.some(({ kind }) => proxyOnly.has(kind));

type PlannedRun = Pick<CaseRun, "index" | "watchMs" | "inFront"> & { readonly client: ClientName };

/** The slowest cases first, so that none of them is still running when the others have ended. */
const plan = (wanted: readonly NumberedCase[], names: readonly ClientName[]): readonly PlannedRun[] =>
  wanted
    .flatMap((entry) => {
      const watchMs = patienceMsOf(entry) + (entry.outageMs ?? 0);
      return names.map((client) => ({ client, index: entry.index, watchMs, inFront: needsProxy(entry) }));
    })
    .sort((a, b) => b.watchMs - a.watchMs || a.index - b.index);

async function inParallel<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

function gatewayName(given: string | undefined): (typeof gateways)[number] | undefined {
  const found = gateways.find((name) => name === given);
  if (found === undefined && given !== undefined)
    throw new Error(`There is no gateway ${given}; there are ${gateways.join(", ")}.`);
  return found;
}

export async function run(parameters: readonly string[] = []): Promise<void> {
  const { values } = parseArgs({ args: [...parameters], options });
  const names = values.clients.split(",").map(clientName);
  if (names.some((name) => clients[name].isPeer) && !havePeers())
    throw new Error("Without the other clients: npm run bench -- scorecard --clients pictor");
  const { backend, only = [] } = values;
  const wanted = cases
    .map((entry, index) => ({ ...entry, index }))
    .filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)))
    .filter((entry) => backend === undefined || canBeProxied(entry));
  if (wanted.length === 0) throw new Error(`There is no case ${only.join(", ")}.`);
  const width = Number(values.jobs ?? (backend === undefined ? 8 : 1));
  if (!Number.isInteger(width) || width < 1)
    throw new Error(`--jobs takes a number of attempts, such as 4, not ${values.jobs}.`);
  // A real server needs longer for an image, and other attempts may be in its queue.
  const shared = {
    backend: backend?.replace(/\/?$/, "/"),
    gateway: gatewayName(values.gateway),
    graphFile: values.graph,
    paceMs: backend === undefined ? 0 : 60_000,
  };
  const outcomes = new Map<string, Outcome>();
  const started = performance.now();
  const attempts = plan(wanted, names);
  await inParallel(attempts, width, async (attempt) => {
    outcomes.set(`${attempt.index} ${attempt.client}`, await runCase({ ...attempt, ...shared }));
    if (process.stderr.isTTY) process.stderr.write(`\r${outcomes.size} of ${attempts.length} `);
  });
  const of = (index: number, client: ClientName): Outcome =>
    outcomes.get(`${index} ${client}`) ?? { mark: "broken" };
  if (values.json) printJson(wanted, names, of);
  else {
    printScorecard(wanted, names, of);
    console.log(`\n${seconds(performance.now() - started)} s`);
  }
  const broken = wanted.flatMap(({ index, name }) =>
    names.filter((client) => of(index, client).mark === "broken").map((client) => `${name} / ${client}`),
  );
  if (broken.length > 0) throw new Error(`broken cells: ${broken.join(", ")}`);
}

/** Each mode once, with few cases: the servers, the gateways, a server of somebody else, and the formats. */
export async function runQuick(): Promise<void> {
  const names = clientNames({ withPeers: havePeers() }).join(",");
  const plain = ["--only", "nothing goes wrong"];
  await run([
    ...plain,
    "--only",
    "cancelled while it is submitted",
    "--only",
    "image to image",
    "--clients",
    names,
  ]);
  for (const gateway of gateways) await run([...plain, "--clients", "pictor", "--gateway", gateway]);
  await inFolder(async (folder) => {
    const graph = join(folder, "graph.json");
    await writeFile(graph, JSON.stringify(baseGraph));
    const server = await start<[string]>(import.meta.url, "../embedded-server.js");
    const there = ["--backend", server.hello[0], "--graph", graph, "--only", "/view cut short once"];
    try {
      await run([...there, "--clients", "pictor", "--jobs", "1", "--json"]);
    } finally {
      server.end();
    }
  });
}
