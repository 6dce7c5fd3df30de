// Follows a prompt that was submitted earlier, by this process, another one, or another program.

import {
  isCrash,
  withoutUndefined,
  type SubmissionSnapshot,
  type AttachRequest,
  type BackendEvent,
  type Graph,
  type NodeId,
  type Output,
} from "@pictor/kernel";
import { findSubmitted, promptLimits } from "@pictor/prompt-life";
import { Job } from "./job.js";
import type { JobRun } from "../run/job-run.js";
import { promptLost, promptLostInCrash, promptUnanswered } from "../state/prompt-lost.js";
import { reportEvicted, type OutputCollector } from "../run/output-collector.js";
import { usedSeed } from "../build/batch-seed.js";
import { collectOutputs } from "./collect-outputs.js";
import type { JobDependencies } from "../run/dependencies.js";
import type { GuardedBackend } from "../run/guarded-backend.js";
import { PromptFollower } from "../run/prompt-follower.js";
import { parsePromptRecord } from "../run/prompt-record.js";
import { retryDuringOutage } from "../run/retry-during-outage.js";

/** The submission of a prompt, and the id that the server uses for it. Rejects with `JOB_LOST` if the server does not know it. */
async function fetchSubmission(
  proposedId: string,
  backend: GuardedBackend,
  run: JobRun,
): Promise<SubmissionSnapshot & { readonly promptId: string }> {
  const { clock, signal } = run;
  let failure: unknown;
  const found = await findSubmitted(proposedId, {
    clock,
    signal,
    limits: promptLimits,
    wasCut: () => false,
    ask: (use) =>
      backend.ask(signal, use).catch((error: unknown) => {
        failure = error;
        throw error;
      }),
  });
  switch (found.is) {
    case "accepted": {
      const { id: promptId } = found;
      const fetching = retryDuringOutage(() => backend.fetchSubmission(promptId, { signal }), run);
      const snapshot = await fetching.catch((error: unknown) => {
        throw isCrash(error) ? promptLostInCrash(promptId, error) : error;
      });
      if (snapshot === undefined) throw promptLost(promptId, "unknown");
      return { ...snapshot, promptId };
    }
    case "uncertain":
      // What the server answers tells a person more than that it is not known what has become of the prompt.
      if (found.loss === "unreadable") throw failure;
      throw promptUnanswered(proposedId, failure);
    case "notTaken":
    case "refused":
      throw promptLost(proposedId, "unknown");
  }
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
  request: AttachRequest,
  run: JobRun,
  collector: OutputCollector,
): Promise<void> {
  const { promptId: proposedId, backend: name, directory, savesTexts = false, owner } = request;
  const { deps, signal } = run;
  const { backend } = await run.open(name);
  const { promptId, graph, outputs, record: kept } = await fetchSubmission(proposedId, backend, run);
  const info = await retryDuringOutage(() => backend.info({ signal }), run);
  const record = parsePromptRecord(kept);
  const { batch: recorded = 0, seed, graphSeed, prompts = { positive: "", negative: "" } } = record ?? {};
  const { batch = recorded } = request;
  const context = withoutUndefined({
    jobId: run.state().jobId,
    workflow: record?.workflow ?? "",
    params: record?.params ?? {},
    features: record?.features ?? [],
    inputs: [],
    seed,
    backend: info,
    owner,
    directory: deps.directory(directory),
    plugins: record?.plugins ?? deps.pluginVersions(),
  });
  const source = { backend, context, batch, ...usedSeed({ seed: graphSeed }, seed, recorded), prompts };
  run.dispatch({ type: "attached", promptId, batch, graph });
  const followed = { outputs: outputNodes(record?.outputs ?? [], outputs, graph), source, savesTexts };
  const follower = new PromptFollower(run, collector, { ...followed, ownsPrompt: false });
  const onEvent = (event: BackendEvent): void => {
    if (!("promptId" in event) || event.promptId === promptId) follower.onEvent(event);
  };
  const unsubscribe = await retryDuringOutage(() => backend.events(onEvent, { signal, promptId }), run);
  try {
    // Its earlier events are not repeated, so the record must be read for the state of the prompt.
    follower.requestReading();
    await follower.follow(promptId);
  } finally {
    unsubscribe();
  }
  await collector.drain();
  reportEvicted(collector.takeEvicted(), run.report);
  if (!collector.isComplete()) signal.throwIfAborted();
  run.dispatch({ type: "finished" });
}

/** Starts a job. A prompt that the backend does not know ends the job as `lost`. */
export function startAttached(request: AttachRequest, deps: JobDependencies): Job<readonly Output[]> {
  const { promptId: attachedTo, batch, count = 1, continues, signal } = request;
  const start = { batches: count, firstBatch: batch, continues, ownsPrompts: false, attachedTo, signal };
  return new Job(start, deps, (run) =>
    collectOutputs(run, (collector) => followAttached(request, run, collector)),
  );
}
