// Runs hard cases with several clients, and counts right, wrong and missing results. See bench/README.md.

import { parseArgs } from "node:util";
import { clients } from "../peers/clients.mjs";
import { installPeers } from "../peers/install.mjs";
import { printTable } from "../table.mjs";
import { cases } from "./cases.mjs";
import { proxyFaults, proxyOnly } from "./proxy.mjs";
import { runCase } from "./run-case.mjs";

const options = {
  json: { type: "boolean", default: false },
  clients: { type: "string", default: "pictor,saintno,stable-canvas,comfy-ui-client" },
  /** Selects the cases whose names contain one of these texts. */
  only: { type: "string", multiple: true, default: [] },
  /** Address of a server to test against, through the proxy. `graph` is then a file in API format. */
  backend: { type: "string" },
  url: { type: "string" },
  /** `basic` or `oauth2`: the clients reach the server through the gateway of Pictor, which has the credentials that it demands. `distance`: through a relay that adds time only. */
  gateway: { type: "string" },
  graph: { type: "string" },
  /** Number of concurrent attempts. */
  jobs: { type: "string" },
};

/** Faults that only slow down the embedded server, whose runs would end too early. */
const paces = new Set(["slow-steps"]);

const canBeProxied = ({ embeddedOnly, faults = [] }) =>
  !embeddedOnly && faults.every(({ kind }) => proxyFaults.has(kind) || paces.has(kind));

const needsProxy = ({ faults = [] }) => faults.some(({ kind }) => proxyOnly.has(kind));

const watchMsOf = ({ patienceMs = 20_000, outageMs = 0 }) => patienceMs + outageMs;

/** The slowest cases first, so that none of them is still running when the others have ended. */
function plan(wanted, names) {
  const attempts = wanted.flatMap(({ index, ...entry }) =>
    names.map((client) => ({ client, index, watchMs: watchMsOf(entry), inFront: needsProxy(entry) })),
  );
  return attempts.sort((a, b) => b.watchMs - a.watchMs || a.index - b.index);
}

async function inParallel(attempts, width, work) {
  const left = [...attempts];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

const isAfterFailure = ({ mark, note }) => mark === "right" && /reported a failure/.test(note);
const isGivenUp = ({ mark, gaveUp }) => mark === "right" && gaveUp;
const isLate = (outcome) => outcome.mark === "right" && outcome.isLate;
const seconds = (ms) => (ms / 1000).toFixed(1);
const rightOf = (outcome) =>
  `right${isAfterFailure(outcome) ? "*" : ""}${isGivenUp(outcome) ? " gave up" : ""}${isLate(outcome) ? " late" : ""}`;
const cellOf = (outcome) => {
  const { mark, ms, status } = outcome;
  if (mark === "n/a" || mark === "broken") return mark;
  if (mark === "hang") return `hang >${seconds(ms)}`;
  if (mark === "right") return `${rightOf(outcome)} ${seconds(ms)}`;
  return `WRONG ${status} ${seconds(ms)}`;
};

/** The last rows: for each title, the outcomes that count. */
const tallies = {
  right: ({ mark }) => mark === "right",
  "  of these right*": isAfterFailure,
  "  of these gave up": isGivenUp,
  "  of these late": isLate,
  wrong: ({ mark }) => mark === "wrong",
  hang: ({ mark }) => mark === "hang",
  "n/a": ({ mark }) => mark === "n/a",
  broken: ({ mark }) => mark === "broken",
};

function print(wanted, names, outcomes) {
  const of = (index, name) => outcomes.get(`${index} ${name}`) ?? { mark: "broken" };
  printTable(
    `scorecard: ${wanted.length} cases (seconds from submit to the verdict)`,
    ["", ...names.map((name) => clients[name].title)],
    [
      ...wanted.map(({ index, name }) => [name, ...names.map((client) => cellOf(of(index, client)))]),
      ...Object.entries(tallies).map(([title, counts]) => [
        title,
        ...names.map((client) => wanted.filter(({ index }) => counts(of(index, client))).length),
      ]),
    ],
  );
  console.log("\nwhat was wrong:");
  for (const { index, name, right } of wanted) {
    for (const client of names) {
      const { mark, note = "", reason = "" } = of(index, client);
      if (mark === "wrong" || mark === "broken")
        console.log(
          `  ${name} / ${client}: ${[note, reason].filter(Boolean).join(" - ").slice(0, 220)} (right: ${right.says})`,
        );
    }
  }
}

export async function run(parameters = []) {
  const { values } = parseArgs({ args: parameters, options });
  const names = values.clients.split(",");
  const unknown = names.filter((name) => !(name in clients));
  if (unknown.length > 0)
    throw new Error(`There is no client ${unknown}; there are ${Object.keys(clients).join(", ")}.`);
  if (names.some((name) => clients[name].isPeer) && !installPeers()) return void (process.exitCode = 1);
  const backend = values.backend ?? values.url;
  const wanted = cases
    .map((entry, index) => ({ ...entry, index }))
    .filter(({ name }) => values.only.length === 0 || values.only.some((part) => name.includes(part)))
    .filter((entry) => backend === undefined || canBeProxied(entry));
  const width = Number(values.jobs ?? (backend === undefined ? 8 : 1));
  if (!Number.isInteger(width) || width < 1)
    throw new Error(`--jobs takes a number of attempts, such as 4, not ${values.jobs}.`);
  // A real server needs longer for an image, and other attempts may be in its queue.
  const shared = {
    backend: backend?.replace(/\/?$/, "/"),
    gateway: values.gateway,
    graphFile: values.graph,
    paceMs: backend === undefined ? 0 : 60_000,
  };
  const outcomes = new Map();
  const started = performance.now();
  const attempts = plan(wanted, names);
  await inParallel(attempts, width, async (attempt) => {
    outcomes.set(`${attempt.index} ${attempt.client}`, await runCase({ ...attempt, ...shared }));
    if (process.stderr.isTTY) process.stderr.write(`\r${outcomes.size} of ${attempts.length} `);
  });
  const broken = attempts.filter(
    ({ index, client }) => outcomes.get(`${index} ${client}`)?.mark === "broken",
  );
  if (broken.length > 0) {
    const cells = broken.map(({ index, client }) => `${cases[index].name} / ${client}`);
    console.error(`\nThe harness could not make ${cells.length} of the cases:\n  ${cells.join("\n  ")}`);
    process.exitCode = 1;
  }
  if (values.json) {
    const rows = wanted.flatMap(({ index, name, right, best }) =>
      names.map((client) => ({
        case: name,
        client,
        expected: right.says,
        ...(best === undefined ? {} : { best: best.says }),
        ...outcomes.get(`${index} ${client}`),
      })),
    );
    console.log(JSON.stringify(rows, null, 2));
    return;
  }
  print(wanted, names, outcomes);
  console.log(`\n${seconds(performance.now() - started)} s`);
}
