// A separate process: one client in one case. Sends `{ mark, ms, status, reason, note, gaveUp,
// isLate }` and ends.

import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { clientModule, clients } from "../peers/clients.mjs";
import { actions } from "./actions.mjs";
import { cases } from "./cases.mjs";
import { baseGraph, seeded, shapes, stepsOf, withImage } from "./graphs.mjs";
import { createImage, imageName, postImage, uploadFault } from "./image.mjs";
import { otherProgram } from "./server.mjs";

const { client: clientName, index, place, graphFile, paceMs } = JSON.parse(process.argv[2]);
const { faults = [], graph: shape = "image", act = "submit and wait", right, best, ...limits } = cases[index];
const troubleMs = paceMs + (limits.outageMs ?? 0);
const patienceMs = troubleMs + (limits.patienceMs ?? 20_000);
/** The longest pause of a client that backs off. A right result that comes later after the end of the fault is late. */
const dueMs = troubleMs + 10_000;

const strays = [];
process.on("unhandledRejection", (error) => strays.push(String(error)));
process.on("uncaughtException", (error) => strays.push(String(error)));

const base = graphFile === undefined ? baseGraph : JSON.parse(readFileSync(graphFile, "utf8"));
const plain = seeded(base, { prefix: "case" });
let graph = shapes[shape](plain);

/** Sends a request to the parent process, which runs the server. */
const set = (next) =>
  new Promise((resolve) => {
    process.once("message", resolve);
    process.send({ faults: next });
  });
const server = otherProgram(place, { set });
const { connect } = await clientModule(clientName);
const client = await connect(place.url);

let startedAt;
function submit({ graph: own = graph, client: by = client } = {}) {
  startedAt ??= performance.now();
  const heard = { max: new Set(), previews: 0 };
  const hooks = { onProgress: (_value, max) => heard.max.add(max), onPreview: () => void heard.previews++ };
  return { ...by.run(own, hooks), heard };
}

/** A client without batches runs one graph after another. */
async function oneByOne([graph, ...rest], between, seen) {
  const job = client.run(graph);
  seen.reportedFailure = job.reportedFailure;
  const ending = await job.ending;
  if (ending.status !== "finished" || rest.length === 0) return ending;
  await between();
  const after = await oneByOne(rest, between, seen);
  return { ...after, files: [...ending.files, ...after.files] };
}

function inTurn(between) {
  startedAt ??= performance.now();
  const graphs = [graph, shapes[shape](seeded(base, { prefix: "case" }))];
  if (client.runInTurn !== undefined) return client.runInTurn(graphs, between);
  const seen = { reportedFailure: () => undefined };
  return { ending: oneByOne(graphs, between, seen), reportedFailure: () => seen.reportedFailure() };
}

/** Uploads with the client's own call if it has one. The image on the server must equal the one that was sent. */
async function upload() {
  const image = createImage();
  const send = client.uploadImage ?? ((...what) => postImage(place.url, ...what));
  const name = await send(image, imageName);
  graph = withImage(graph, name);
  return () => uploadFault(place.direct, image, name);
}

const scene = {
  arm: () => set(faults),
  upload,
  submit,
  inTurn,
  warmUp: () => client.run(seeded(base, { prefix: "warm" })).ending,
  connect: () => connect(place.url),
  steps: stepsOf(base),
  variant: (steps, prefix = "case") => seeded(base, { prefix, steps }),
  other: (steps) => server.start(seeded(base, { prefix: "other", steps })),
  server: { ...server, run: () => server.run(graph) },
};

/** The result, or undefined after the time limit. If there is no result, a failure that the client reported counts. */
async function verdictOf(job) {
  let reported;
  const watch = setInterval(() => {
    const failure = reported === undefined ? job.reportedFailure() : undefined;
    if (failure !== undefined) reported = { ...failure, ms: performance.now() - startedAt };
  }, 50);
  const settled = job.ending.then((ending) => ({ ...ending, ms: performance.now() - startedAt }));
  const ending = (await Promise.race([settled, wait(patienceMs)])) ?? reported;
  clearInterval(watch);
  return { ending, reported };
}

const isImpossible = ({ cancel, cancelsQueued = true }) =>
  (/\bcancel\b/.test(act) && cancel === undefined) || (act === "cancel while it waits" && !cancelsQueued);

async function attempt() {
  if (shape !== "image" && JSON.stringify(graph) === JSON.stringify(plain))
    return { mark: "n/a", note: "the graph has nothing that could be changed so" };
  const { job, harm } = await actions[act](scene);
  if (isImpossible(job)) return { mark: "n/a", note: "the client has no such call" };
  const { ending, reported } = await verdictOf(job);
  const ms = ending?.ms ?? patienceMs;
  if (ending === undefined) return { mark: "hang", ms, note: "" };
  await set([]);
  const { fetches } = clients[clientName];
  const files = await Promise.all(
    ending.files.map(async (file) => ({ truth: await server.compare(file, fetches) })),
  );
  const { status, reason } = ending;
  const judged = { ...ending, files };
  const gaveUp = best !== undefined && best.fault(judged) !== undefined;
  const fault = right.fault(judged) ?? (await Promise.race([harm?.(), wait(patienceMs, "the other hangs")]));
  const notes = [
    ...(fault === undefined ? [] : [fault]),
    ...(reported !== undefined && status === "finished" ? ["reported a failure first"] : []),
    ...(files.some(({ truth }) => truth === "named") ? ["reference only"] : []),
  ];
  const mark = fault === undefined ? "right" : "wrong";
  return { mark, ms, status, reason, note: notes.join("; "), gaveUp, isLate: ms > dueMs };
}

const outcome = await attempt().catch((error) => ({ mark: "broken", reason: String(error?.stack ?? error) }));
process.send({ outcome: { ...outcome, strays: strays.slice(0, 3) } }, () => process.exit());
