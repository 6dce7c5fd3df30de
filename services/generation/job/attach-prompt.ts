// Follows a prompt that was submitted earlier, by this process, another one, or another program.

import {
  pause,
  type Backend,
  type SubmissionSnapshot,
  type AttachRequest,
  type Graph,
  type NodeId,
  isCrash,
} from "@pictor/kernel";
import { generationOf, type StartedGeneration } from "./start-generation.js";
import { Job } from "./job.js";
import type { JobRun } from "./job-run.js";
import { promptLost, promptLostInCrash } from "../state/prompt-lost.js";
import { reportEvicted } from "./output-collector.js";
import { usedSeed } from "../build/batch-seed.js";
import { collectOutputs } from "./collect-outputs.js";
import type { JobDependencies } from "./dependencies.js";
import { parsePromptRecord } from "../run/prompt-record.js";
import { retryDuringOutage } from "../run/retry-during-outage.js";
import { followSubmitted, subscribeLate } from "../run/follow-submitted.js";

/** Milliseconds until an unknown prompt is looked up again: it can be between the server's queue and its history. */
const recallRetryMs = 250;

async function fetchSubmission(
  promptId: string,
  backend: Backend,
  run: JobRun,
  deps: JobDependencies,
): Promise<SubmissionSnapshot> {
  const { signal } = run;
  const { clock } = deps.host;
  const ask = () =>
    retryDuringOutage(() => backend.fetchSubmission(promptId, { signal }), { clock, signal }).catch(
      (error: unknown) => {
        throw isCrash(error) ? promptLostInCrash(promptId, error) : error;
      },
    );
  const first = await ask();
  if (first !== undefined) return first;
  await pause(clock, recallRetryMs, signal);
  const second = await ask();
  if (second === undefined) throw promptLost(promptId, "unknown");
  return second;
}

/**
 * The nodes whose files the job collects: the output nodes of the server that the record names, else all output nodes of
 * the server, else all nodes.
 */
function outputNodes(
  recorded: readonly NodeId[],
  executed: readonly NodeId[],
  graph: Graph,
): readonly NodeId[] {
  const known = executed.length > 0 ? executed : Object.keys(graph);
  const wanted = recorded.filter((id) => known.includes(id));
  return wanted.length > 0 ? wanted : known;
}

async function followAttached(
  { promptId, backend: name, directory, savesTexts = false, owner }: AttachRequest,
  run: JobRun,
  deps: JobDependencies,
): Promise<void> {
  const { signal } = run;
  const { backend } = await run.open(name);
  const patience = { clock: deps.host.clock, signal };
  const info = await retryDuringOutage(() => backend.info({ signal }), patience);
  const { graph, outputs, record: kept } = await fetchSubmission(promptId, backend, run, deps);
  const record = parsePromptRecord(kept);
  const { batch = 0, seed, graphSeed, prompts = { positive: "", negative: "" } } = record ?? {};
  const context = {
    jobId: run.state().jobId,
    workflow: record?.workflow ?? "",
    params: record?.params ?? {},
    features: record?.features ?? [],
    inputs: [],
    ...(seed !== undefined && { seed }),
    backend: info,
    ...(owner !== undefined && { owner }),
    directory: deps.directory(directory),
    plugins: record?.plugins ?? deps.pluginVersions(),
  };
  const collector = run.collect(backend, context);
  const source = {
    batch,
    ...usedSeed({ seed: graphSeed }, seed, batch),
    prompts,
    mayBeCached: (node: string) => run.state().cached?.has(node) ?? true,
  };
  run.dispatch({ type: "attached", promptId, batch, graph });
  const nodes = outputNodes(record?.outputs ?? [], outputs, graph);
  const follower = run.follow(nodes, { backend, collector, source, ownsPrompt: false, savesTexts });
  await followSubmitted(promptId, subscribeLate(promptId, { backend, ...patience }), follower);
  await collector.drain();
  reportEvicted(collector.takeEvicted(), run.report);
  if (!collector.isComplete()) signal.throwIfAborted();
  run.dispatch({ type: "finished" });
}

/** Starts a job with a new id. A prompt that the backend does not know ends the job as `lost`. */
export function startAttached(request: AttachRequest, deps: JobDependencies): StartedGeneration {
  const { promptId, signal } = request;
  const work = (run: JobRun) => collectOutputs(run, () => followAttached(request, run, deps));
  return generationOf(new Job({ batches: 1, ownsPrompts: false, attachedTo: promptId, signal }, deps, work));
}
