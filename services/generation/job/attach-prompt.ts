// Follows a prompt that was submitted before: by this or another process, or by another program.

import {
  pause,
  type Backend,
  type SubmissionSnapshot,
  type AttachRequest,
  type Graph,
  type NodeId,
} from "@pictor/kernel";
import { generationOf, type StartedGeneration } from "./start-generation.js";
import { openJob, type JobRun } from "./job.js";
import { lost, lostInCrash } from "../state/prompt-lost.js";
import { createOutputCollector, tellGone, type OutputCollector } from "./output-collector.js";
import { seedOf } from "./batch-submission.js";
import { collected } from "./collect-outputs.js";
import type { JobDependencies } from "./dependencies.js";
import { isCrash } from "../run/classify-error.js";
import { openGuarded } from "./prepare-generation.js";
import { readRecord } from "../run/prompt-record.js";
import { pursue } from "../run/run-batch.js";

/** Milliseconds until a server is asked once more: a prompt can be between its queue and its history. */
const recallAgainMs = 250;

async function recall(
  promptId: string,
  backend: Backend,
  run: JobRun,
  deps: JobDependencies,
): Promise<SubmissionSnapshot> {
  const { signal } = run;
  const ask = () =>
    backend.recall(promptId, { signal }).catch((error: unknown) => {
      throw isCrash(error) ? lostInCrash(promptId, error) : error;
    });
  const first = await ask();
  if (first !== undefined) return first;
  await pause(deps.host.clock, recallAgainMs, signal);
  const second = await ask();
  if (second === undefined) throw lost(promptId, "unknown");
  return second;
}

/** The nodes whose files count: those of the record, as far as they are the server's; all of the server's without them. */
function wantedOf(named: readonly NodeId[], executed: readonly NodeId[], graph: Graph): readonly NodeId[] {
  const known = executed.length > 0 ? executed : Object.keys(graph);
  const wanted = named.filter((id) => known.includes(id));
  return wanted.length > 0 ? wanted : known;
}

async function perform(
  { promptId, backend: name, directory }: AttachRequest,
  run: JobRun,
  deps: JobDependencies,
  keep: (collector: OutputCollector) => void,
): Promise<void> {
  const { signal } = run;
  const { backend } = await openGuarded(name, run, deps);
  const info = await backend.info({ signal });
  const { graph, outputs, record: kept } = await recall(promptId, backend, run, deps);
  const record = readRecord(kept);
  const { batch = 0, seed = 0n, prompts = { positive: "", negative: "" } } = record ?? {};
  const context = {
    jobId: run.state().jobId,
    workflow: record?.workflow ?? "",
    params: record?.params ?? {},
    features: record?.features ?? [],
    seed,
    backend: info,
    directory: deps.directory(directory),
    plugins: record?.plugins ?? deps.pluginVersions(),
  };
  const collector = createOutputCollector({ ...deps, ...run, backend, context });
  keep(collector);
  const source = {
    batch,
    seed: seedOf(seed, batch),
    prompts,
    mayBeCached: (node: string) => run.state().cached?.has(node) ?? true,
  };
  const pursuit = pursue(wantedOf(record?.outputs ?? [], outputs, graph), {
    ...run,
    isOwn: false,
    backend,
    clock: deps.host.clock,
    background: deps.background,
    drain: collector.drain,
    onFile: (file, place) => {
      collector.add(file, place, source);
    },
  });
  run.dispatch({ type: "attached", promptId, batch, graph });
  const stop = await backend.events(
    (event) => {
      if (!("promptId" in event) || event.promptId === promptId) pursuit.onEvent(event);
    },
    { signal, promptId },
  );
  try {
    // What was before is not told again: the record says where the prompt is.
    pursuit.watch.call();
    await pursuit.follow(promptId);
    await collector.drain();
    tellGone(collector.takeGone(), run.report);
  } finally {
    stop();
  }
  if (!collector.isWhole()) signal.throwIfAborted();
  run.dispatch({ type: "finished" });
}

/** A prompt that the backend does not know ends as `lost`. The job's id is a new one. */
export const startAttached = (request: AttachRequest, deps: JobDependencies): StartedGeneration =>
  generationOf(
    openJob({ batches: 1, isOwn: false, signal: request.signal }, deps, (run) =>
      collected(run, (keep) => perform(request, run, deps, keep)),
    ),
  );
