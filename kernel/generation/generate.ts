// The handle of a generation: events, cancel, result.

import { randomUUID } from "node:crypto";
import { problemOf } from "../hooks/call.js";
import { deepFreeze } from "../hooks/freeze.js";
import { within } from "../hooks/settle.js";
import { fault } from "../errors/catalogue.js";
import type { PictorError } from "../errors/define.js";
import type { Backend } from "../backend/types.js";
import type { Problem } from "../hooks/types.js";
import { createEventStream } from "./event-stream.js";
import { reduce, startJob, type JobInput } from "./reducer.js";
import { runJob, type JobDependencies, type JobRun } from "./run-job.js";
import type { GenerateRequest, Generation, GenerationResult, JobEvent, Output } from "./types.js";

/** States in which the backend may hold something of the job. */
const onBackend = new Set(["queued", "running"]);

/** Milliseconds for a backend to answer a cancel; after that the job ends here, whatever the server does. */
const cancelLimitMs = 10_000;

/** A generation, and how the kernel ends it when it cannot wait any longer. */
export interface StartedGeneration extends Generation {
  abandon(): void;
}

export function startGeneration(request: GenerateRequest, dependencies: JobDependencies): StartedGeneration {
  const { hooks, openBackend } = dependencies;
  const stream = createEventStream();
  const controller = new AbortController();
  const problems: Problem[] = [];
  let state = startJob(randomUUID(), request.count ?? 1);
  let backend: Backend | undefined;

  const report = (problem: Problem): void => {
    // An observer that fails at every event is one problem, not a thousand.
    const isKnown = problems.some(
      ({ code, message, plugin }) =>
        code === problem.code && message === problem.message && plugin === problem.plugin,
    );
    if (!isKnown) problems.push(problem);
  };
  const publish = (event: JobEvent): void => {
    deepFreeze(event);
    stream.push(event);
    hooks.notify(event, (error: PictorError) => {
      report(problemOf(error));
    });
  };
  const dispatch = (input: JobInput): void => {
    const step = reduce(state, input);
    state = step.state;
    step.events.forEach(publish);
  };
  const run: JobRun = {
    request,
    state: () => state,
    dispatch,
    signal: controller.signal,
    report,
    publish: (output) => {
      publish({ type: "output", output, jobId: state.jobId, batch: output.batch });
    },
  };

  /** The server has no more of it, or does not answer: its record gets a little time to tell the ending. */
  const stopUnlessEnded = async (outcome: "gone" | "silent"): Promise<void> => {
    const stop = (): void => {
      controller.abort(new DOMException("The backend does not tell how it ended", "AbortError"));
    };
    if (outcome === "silent") stop();
    else await within(dependencies.host.clock, cancelLimitMs, result, stop);
  };

  const cancel = async (): Promise<GenerationResult> => {
    if (state.cancelling || state.phase === "ended") return result;
    dispatch({ type: "cancel" });
    if (backend === undefined || state.promptId === undefined || !onBackend.has(state.phase)) {
      controller.abort(new DOMException("The generation was cancelled", "AbortError"));
      return result;
    }
    const silent = () => "silent" as const;
    const cancelling = backend.cancel(state.promptId).catch(silent);
    const outcome = await within(dependencies.host.clock, cancelLimitMs, cancelling, silent);
    if (outcome === "removed") controller.abort(new DOMException("The prompt was removed", "AbortError"));
    if (outcome === "silent" || outcome === "gone") await stopUnlessEnded(outcome);
    if (outcome === "refused") {
      report(problemOf(fault("BACKEND_CANCEL_REFUSED", {})));
    }
    return result;
  };

  const open: JobDependencies["openBackend"] = async (name) => {
    const opened = await openBackend(name);
    ({ backend } = opened);
    return opened;
  };

  const finish = (outputs: readonly Output[]): GenerationResult => {
    request.signal?.removeEventListener("abort", onAbort);
    stream.end();
    const { ending = { status: "interrupted", by: "caller" } as const, jobId } = state;
    return { ...ending, jobId, outputs, problems };
  };
  const onAbort = (): void => {
    void cancel();
  };
  // A microtask later, so that a reader who subscribes at once misses nothing.
  const result = Promise.resolve()
    .then(() =>
      hooks.prepareObservers((error) => {
        report(problemOf(error));
      }),
    )
    .then(() => {
      publish({ type: "job", state: "building", jobId: state.jobId, batch: 0 });
      if (request.signal?.aborted) onAbort();
      request.signal?.addEventListener("abort", onAbort, { once: true });
      return runJob(run, { ...dependencies, openBackend: open });
    })
    .then(finish);
  const abandon = (): void => {
    controller.abort(new DOMException("The kernel was disposed", "AbortError"));
  };
  return { jobId: state.jobId, events: stream.events, cancel, result, abandon };
}
