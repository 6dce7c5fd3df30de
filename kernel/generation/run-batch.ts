// Runs one batch on a backend: subscribe, submit, follow, and take the server's own record as the verdict.

import type { Backend, BackendEvent, OutputFile, PromptState, Receipt } from "../backend/types.js";
import { fault } from "../errors/catalogue.js";
import { PictorError, reasonOf } from "../errors/define.js";
import { problemOf } from "../hooks/call.js";
import type { Clock } from "../hooks/clock.js";
import type { Problem } from "../hooks/types.js";
import { until, within } from "../hooks/settle.js";
import type { JobInput } from "./reducer.js";
import type { Graph, NodeId } from "./types.js";

/** Milliseconds of silence after which the server's record is asked. */
export const silenceMs = 5_000;
/** Milliseconds without any answer of the server after which a job counts as lost. */
export const unreachableMs = 60_000;
/** Milliseconds for the record of a prompt to arrive. */
const stateLimitMs = 20_000;

export interface BatchDependencies {
  readonly backend: Backend;
  readonly clock: Clock;
  dispatch(input: JobInput): void;
  /** A file can be read. */
  onFile(file: OutputFile): void;
  /** Settles when every file so far is through. */
  drain(): Promise<unknown>;
  isCancelling(): boolean;
  report(problem: Problem): void;
  /** For what must still be done after the job was stopped. */
  background(work: Promise<unknown>): void;
  /** Aborted when the job must stop at once, whatever the backend does. */
  readonly signal: AbortSignal;
}

/** How a batch ended: the reducer knows the rest. */
export type BatchVerdict = Exclude<PromptState, { readonly state: "queued" | "running" }>;

/** Something that makes the record worth reading again. */
interface Attention {
  call(): void;
  wait(ms: number): Promise<void>;
}

function createAttention(clock: Clock, signal: AbortSignal): Attention {
  let wake: (() => void) | undefined;
  let called = false;
  return {
    call() {
      called = true;
      wake?.();
    },
    async wait(ms) {
      signal.throwIfAborted();
      if (!called) {
        await new Promise<void>((resolve, reject) => {
          const abort = (): void => {
            cancel();
            reject(signal.reason as Error);
          };
          const cancel = clock.after(ms, () => wake?.());
          wake = () => {
            cancel();
            signal.removeEventListener("abort", abort);
            resolve();
          };
          signal.addEventListener("abort", abort, { once: true });
        });
      }
      wake = undefined;
      called = false;
    },
  };
}

/** Reads the record until it is final. */
async function awaitVerdict(
  { promptId, outputs }: { readonly promptId: string; readonly outputs: readonly NodeId[] },
  attention: Attention,
  deps: BatchDependencies,
): Promise<BatchVerdict> {
  const { backend, clock, dispatch, signal } = deps;
  let reachedAt = clock.now();
  let unknowns = 0;
  for (;;) {
    await attention.wait(silenceMs);
    let record: PromptState;
    try {
      record = await within(clock, stateLimitMs, backend.state(promptId, { signal }), () => {
        throw fault("BACKEND_UNREACHABLE", { url: promptId, reason: `no answer within ${stateLimitMs} ms` });
      });
    } catch (error) {
      if (!(error instanceof PictorError) || error.code !== "BACKEND_UNREACHABLE") throw error;
      if (clock.now() - reachedAt < unreachableMs) continue;
      const reason = `it has not answered for ${unreachableMs / 1000} s (${reasonOf(error)})`;
      throw fault("JOB_LOST", { promptId, reason }, { cause: error });
    }
    reachedAt = clock.now();
    // An ending is announced behind the pictures that were made before it.
    if (record.state === "failed" || record.state === "interrupted") {
      record.outputs.filter(({ node }) => outputs.includes(node)).forEach(deps.onFile);
      await deps.drain();
    }
    dispatch({ type: "record", record });
    if (record.state === "queued" || record.state === "running") {
      unknowns = 0;
      continue;
    }
    if (record.state !== "unknown") return record;
    // Between dequeue and history a server may deny a prompt for a moment: only a second denial counts.
    unknowns++;
    if (unknowns > 1 || deps.isCancelling()) return record;
  }
}

/** Stopped while the submission was under way: whatever became of it, the server shall not go on with it. */
async function withdraw(proposed: string, submitting: Promise<Receipt>, backend: Backend): Promise<void> {
  const promptId = await submitting.then(
    (receipt) => receipt.promptId,
    () => proposed,
  );
  await backend.cancel(promptId).catch(() => undefined);
}

/** Runs the graph and settles with the verdict. Rejects when the backend cannot be used or the job is stopped. */
export async function runBatch(
  submission: { readonly promptId: string; readonly graph: Graph; readonly outputs: readonly NodeId[] },
  dependencies: BatchDependencies,
): Promise<BatchVerdict> {
  const { backend, clock, dispatch, onFile, signal } = dependencies;
  const attention = createAttention(clock, signal);
  let promptId: string | undefined;
  const early: BackendEvent[] = [];

  const take = (event: BackendEvent): void => {
    dispatch({ type: "backend", event });
    if (event.type === "connection" && promptId !== undefined) attention.call();
    if (!("promptId" in event) || event.promptId !== promptId) return;
    if (event.type === "output")
      event.files.filter(({ node }) => submission.outputs.includes(node)).forEach(onFile);
    if (event.type === "ended") attention.call();
  };
  // An older server gives the prompt an id of its own: until the reply tells it, nothing can be told apart.
  const unsubscribe = await backend.events(
    (event) => {
      if (promptId === undefined && "promptId" in event) early.push(event);
      else take(event);
    },
    { signal },
  );
  try {
    const submitting = backend.submit({ promptId: submission.promptId, graph: submission.graph });
    let receipt: Receipt;
    try {
      receipt = await until(signal, submitting);
      signal.throwIfAborted();
    } catch (error) {
      if (signal.aborted) dependencies.background(withdraw(submission.promptId, submitting, backend));
      throw error;
    }
    promptId = receipt.promptId;
    for (const { node, classType, message } of receipt.dropped) {
      dependencies.report(
        problemOf(fault("GRAPH_PARTLY_DROPPED", { node, class: classType, reason: message })),
      );
    }
    dispatch({ type: "submitted", promptId });
    early.splice(0).forEach(take);
    const verdict = await awaitVerdict({ promptId, outputs: submission.outputs }, attention, dependencies);
    if (verdict.state === "succeeded") {
      const files = verdict.outputs.filter(({ node }) => submission.outputs.includes(node));
      files.forEach(onFile);
      const silent = submission.outputs.filter((id) => !files.some(({ node }) => node === id));
      const error = fault("OUTPUT_NONE", { nodes: silent.join(", ") });
      if (files.length === 0) throw error;
      if (silent.length > 0) dependencies.report(problemOf(error));
    }
    return verdict;
  } finally {
    unsubscribe();
  }
}
