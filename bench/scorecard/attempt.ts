// A separate process: one client in one case. Sends the outcome, and ends.

import { readFileSync } from "node:fs";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { Graph } from "@pictor/kernel/plugin";
import type { Ending, Run } from "../peers/client.js";
import { clientName, clients, connectTo } from "../peers/clients.js";
import { tell } from "../processes.js";
import { actions, type Acted, type Heard, type Job, type Scene } from "./actions.js";
import { patienceMsOf, type Attempt, type AttemptMessage, type Outcome } from "./case.js";
import { cases } from "./cases.js";
import type { JudgedEnding } from "./expect.js";
import { baseGraph, seeded, shapes, stepsOf, withImage } from "./graphs.js";
import { createImage, imageName, postImage, uploadFault } from "./image.js";
import { otherProgram } from "./server.js";

const { client: name, index, place, graphFile, paceMs } = JSON.parse(process.argv[2] ?? "") as Attempt;
const {
  faults = [],
  graph: shape = "image",
  act = "submit and wait",
  right,
  best,
  ...limits
} = cases[index]!;
const troubleMs = paceMs + (limits.outageMs ?? 0);
const patienceMs = troubleMs + patienceMsOf(limits);
/** The longest pause of a client that backs off. A right result that comes later after the end of the fault is late. */
const dueMs = troubleMs + 10_000;

const strays: string[] = [];
process.on("unhandledRejection", (error) => strays.push(String(error)));
process.on("uncaughtException", (error) => strays.push(String(error)));

const base = graphFile === undefined ? baseGraph : (JSON.parse(readFileSync(graphFile, "utf8")) as Graph);
const plain = seeded(base, { prefix: "case" });
let graph = shapes[shape](plain);

/** Sends a message to the parent process, which runs the server. */
const send = (message: AttemptMessage): void => {
  tell(message);
};
const server = otherProgram(place, async (next) => {
  const set = once(process, "message");
  send({ faults: next });
  await set;
});
const client = await connectTo(name, place.url);

let startedAt: number | undefined;
const elapsed = (): number => performance.now() - (startedAt ?? NaN);

const submit: Scene["submit"] = ({ graph: own, client: by = client } = { graph }) => {
  startedAt ??= performance.now();
  const heard: Heard = { max: new Set(), previews: 0 };
  const onProgress = (_value: number, max: number) => heard.max.add(max);
  const onPreview = () => {
    heard.previews++;
    return undefined;
  };
  return { ...by.run(own, { onProgress, onPreview }), heard };
};

/** A client without batches runs one graph after another. `began` gets each run. */
async function oneByOne(
  graphs: readonly Graph[],
  between: () => Promise<void>,
  began: (run: Run) => void,
): Promise<Ending> {
  const files: Ending["files"][number][] = [];
  for (const [at, next] of graphs.entries()) {
    if (at > 0) await between();
    const run = client.run(next);
    began(run);
    const ending = await run.ending;
    files.push(...ending.files);
    if (ending.status !== "finished") return ending;
  }
  return { status: "finished", files, reason: "" };
}

function inTurn(between: () => Promise<void>): Job {
  startedAt ??= performance.now();
  const graphs = [graph, shapes[shape](seeded(base, { prefix: "case" }))];
  if (client.runInTurn !== undefined) return client.runInTurn(graphs, between);
  let latest: Run | undefined;
  const ending = oneByOne(graphs, between, (run) => (latest = run));
  return { ending, reportedFailure: () => latest?.reportedFailure() };
}

/** Uploads with the client's own call if it has one. The image on the server must equal the one that was sent. */
const upload: Scene["upload"] = async () => {
  const image = createImage();
  const stored = await (client.uploadImage?.(image, imageName) ?? postImage(place.url, image, imageName));
  graph = withImage(graph, stored);
  return () => uploadFault(place.direct, image, stored);
};

const scene: Scene = {
  arm: () => server.set(faults),
  upload,
  submit,
  inTurn,
  warmUp: () => client.run(seeded(base, { prefix: "warm" })).ending,
  connect: () => connectTo(name, place.url),
  steps: stepsOf(base),
  variant: (steps, prefix = "case") => seeded(base, { prefix, steps }),
  other: (steps) => server.start(seeded(base, { prefix: "other", steps })),
  server: { ...server, run: () => server.run(graph) },
};

interface Verdict {
  /** Undefined after the time limit. */
  readonly ending: (Ending & { readonly ms: number }) | undefined;
  readonly hasReported: boolean;
}

/** The result. If there is none in time, a failure that the client reported counts. */
async function verdictOf(job: Job): Promise<Verdict> {
  let reported: Verdict["ending"];
  const watch = setInterval(() => {
    const failure = reported === undefined ? job.reportedFailure() : undefined;
    if (failure !== undefined) reported = { ...failure, ms: elapsed() };
  }, 50);
  const settled = job.ending.then((ending) => ({ ...ending, ms: elapsed() }));
  const ending = (await Promise.race([settled, wait(patienceMs)])) ?? reported;
  clearInterval(watch);
  return { ending, hasReported: reported !== undefined };
}

const isImpossible = ({ cancel, cancelsQueued = true }: Job): boolean =>
  (/\bcancel\b/.test(act) && cancel === undefined) || (act === "cancel while it waits" && !cancelsQueued);

async function attempt(): Promise<Outcome> {
  if (shape !== "image" && JSON.stringify(graph) === JSON.stringify(plain))
    return { mark: "n/a", note: "the graph has nothing that could be changed so" };
  const { job, harm }: Acted = await actions[act](scene);
  if (isImpossible(job)) return { mark: "n/a", note: "the client has no such call" };
  const { ending, hasReported } = await verdictOf(job);
  if (ending === undefined) return { mark: "hang", ms: patienceMs };
  await server.set([]);
  const { fetches } = clients[clientName(name)];
  const { status, reason, ms } = ending;
  const truths = await Promise.all(ending.files.map((file) => server.compare(file, fetches)));
  const judged: JudgedEnding = { status, reason, truths };
  const fault = right.fault(judged) ?? (await Promise.race([harm?.(), wait(patienceMs, "the other hangs")]));
  const notes = [
    ...(fault === undefined ? [] : [fault]),
    ...(hasReported && status === "finished" ? ["reported a failure first"] : []),
    ...(truths.includes("named") ? ["reference only"] : []),
  ];
  return {
    mark: fault === undefined ? "right" : "wrong",
    ms,
    status,
    reason,
    note: notes.join("; "),
    gaveUp: best?.fault(judged) !== undefined,
    isLate: ms > dueMs,
  };
}

const outcome = await attempt().catch((error: unknown): Outcome => ({
  mark: "broken",
  reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
}));
process.send?.({ outcome: { ...outcome, strays: strays.slice(0, 3) } } satisfies AttemptMessage, () =>
  process.exit(),
);
