// Submits a generation and does not wait for it: all batches of it are in the backend's queue, or none.

import {
  type Receipt,
  type Clock,
  raceAbort,
  withTimeout,
  type GenerateRequest,
  type SubmissionResult,
  type WorkflowDraft,
} from "@pictor/kernel";
import { openJob, type JobRun } from "./job.js";
import { lostPromptOf } from "../state/prompt-lost.js";
import { reportDropped, submissionOf } from "./batch-submission.js";
import type { JobDependencies } from "./dependencies.js";
import { answerLimitMs } from "../state/time-limits.js";
import { place } from "../run/submit-once.js";
import { prepare, type Prepared } from "./prepare-generation.js";
import { createUploader } from "./upload-inputs.js";
import { confirmed, withdraw } from "../run/revoke-submission.js";
import { explainRefusal } from "../validate/graph-errors.js";

export interface StartedSubmission {
  readonly result: Promise<SubmissionResult>;
  leave(): Promise<void>;
  abandon(): void;
}

interface Submitted {
  /** Name of the instance. */
  readonly backend: string;
  readonly promptIds: readonly string[];
}
const nothing: Submitted = { backend: "", promptIds: [] };

/** A prompt that is in the queue, or may be: then `request` is what tells, with the id that was proposed. */
interface Queued {
  readonly promptId: string;
  readonly request?: Promise<Receipt>;
}

/** The branches that a reply lists, which can come when its prompt was found already; one that is too late says nothing. */
async function droppedIn(
  request: Promise<Receipt> | undefined,
  signal: AbortSignal,
  clock: Clock,
): Promise<Receipt["dropped"]> {
  if (request === undefined) return [];
  const said = raceAbort(signal, request).then(
    ({ dropped }) => dropped,
    () => [],
  );
  const dropped = await withTimeout(clock, answerLimitMs, said, () => []);
  signal.throwIfAborted();
  return dropped;
}

/** One batch, in the queue. `hold` is told what of it is there; undefined: nothing. */
async function placeBatch(
  index: number,
  draft: WorkflowDraft,
  graph: WorkflowDraft["graph"],
  hold: (queued: Queued | undefined) => void,
  { built, opened: { backend, instance } }: Prepared,
  run: JobRun,
  deps: JobDependencies,
): Promise<string> {
  const { jobId } = run.state();
  const submission = submissionOf(built, draft, graph, {
    jobId,
    batch: index,
    plugins: deps.pluginVersions(),
  });
  const { clock } = deps.host;
  const { signal } = run;
  const last: { request?: Promise<Receipt> | undefined } = {};
  const sent = (request: Promise<Receipt> | undefined): void => {
    last.request = request;
    hold(request === undefined ? undefined : { promptId: submission.promptId, request });
  };
  try {
    const { name } = instance;
    const over = deps.lifetime;
    const placing = place(submission, { backend, name, clock, signal, over, detached: true, sent });
    const promptId = await raceAbort(signal, placing);
    hold({ promptId });
    reportDropped(await droppedIn(last.request, signal, clock), draft, run.report);
    return promptId;
  } catch (error) {
    if (!signal.aborted && lostPromptOf(error) === undefined) hold(undefined);
    throw explainRefusal(error, draft);
  }
}

/** Takes back what may be in the queue, and tells of each prompt that is not known to be gone in time; `error` tells of its own. */
async function takeBack(
  queued: readonly Queued[],
  error: unknown,
  { opened: { backend } }: Prepared,
  { report }: JobRun,
  { lifetime, host: { clock }, background }: JobDependencies,
): Promise<void> {
  const confirmations = queued.map(async ({ promptId, request }) => {
    const withdrawing = withdraw(promptId, request, { backend, clock, lifetime });
    background(withdrawing);
    if (lostPromptOf(error) !== promptId) await confirmed(promptId, withdrawing, { clock, report });
  });
  await Promise.all(confirmations);
}

async function submitAll(request: GenerateRequest, run: JobRun, deps: JobDependencies): Promise<Submitted> {
  const queued = new Map<number, Queued>();
  let prepared: Prepared | undefined;
  try {
    prepared = await prepare(request, run, deps);
    if (prepared === undefined) return nothing;
    const { backend, instance } = prepared.opened;
    const upload = createUploader(backend, prepared.catalog, { ...run, name: instance.name });
    const { drafts } = prepared.built;
    // Everything is brought there first: what fails then has not queued anything.
    const graphs = [];
    for (const [index, draft] of drafts.entries()) {
      run.dispatch({ type: "batch", index, graph: draft.graph });
      graphs.push(await upload(draft.graph, draft.inputs));
    }
    for (const [index, draft] of drafts.entries()) {
      run.signal.throwIfAborted();
      run.dispatch({ type: "batch", index, graph: draft.graph });
      const hold = (one: Queued | undefined): void => {
        if (one === undefined) queued.delete(index);
        else queued.set(index, one);
      };
      const graph = graphs[index] ?? draft.graph;
      const promptId = await placeBatch(index, draft, graph, hold, prepared, run, deps);
      run.dispatch({ type: "submitted", promptId });
    }
    run.signal.throwIfAborted();
    return { backend: instance.name, promptIds: [...queued.values()].map(({ promptId }) => promptId) };
  } catch (error) {
    if (prepared !== undefined) await takeBack([...queued.values()], error, prepared, run, deps);
    run.fail(error);
    return nothing;
  }
}

export function startSubmission(request: GenerateRequest, deps: JobDependencies): StartedSubmission {
  const options = { batches: request.count ?? 1, isOwn: true, isDetached: true, signal: request.signal };
  const { jobId, done, leave, abandon } = openJob(options, deps, (run) => submitAll(request, run, deps));
  const result = done.then(({ state, value, problems }): SubmissionResult => {
    const { ending } = state;
    if (ending === undefined) return { status: "submitted", jobId, ...value, problems };
    const left = { jobId, outputs: [], problems };
    if (ending.status === "finished") return { status: "interrupted", by: "caller", ...left };
    return { ...ending, ...left };
  });
  return { result, leave, abandon };
}
