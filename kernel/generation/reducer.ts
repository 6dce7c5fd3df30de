// The job's state machine: one pure function from state and input to the next state and the events it causes.

import type { BackendEvent, PromptState } from "../backend/types.js";
import { fault } from "../errors/catalogue.js";
import type { PictorError } from "../errors/define.js";
import type { Veto } from "../hooks/types.js";
import { advance, startProgress, type Progress } from "./progress.js";
import type { Graph, JobEvent, JobPhase } from "./types.js";

export type Ending =
  | { readonly status: "finished" }
  | { readonly status: "vetoed"; readonly veto: Veto }
  | { readonly status: "interrupted"; readonly by: "caller" | "server" }
  | { readonly status: "failed"; readonly error: PictorError }
  | { readonly status: "lost"; readonly error: PictorError };

export interface JobState {
  readonly jobId: string;
  readonly phase: JobPhase | "ended";
  readonly batch: number;
  readonly batches: number;
  readonly graph: Graph;
  readonly promptId?: string;
  readonly progress: Progress;
  /** The caller wants it to end; an interruption is then the caller's. */
  readonly cancelling: boolean;
  readonly ending?: Ending;
}

export type JobInput =
  | { readonly type: "enter"; readonly phase: "gating" | "validating" | "fetching" }
  | { readonly type: "batch"; readonly index: number; readonly graph: Graph }
  | { readonly type: "submitted"; readonly promptId: string }
  | { readonly type: "backend"; readonly event: BackendEvent }
  /** The server's own record, asked for when its events ended, stopped or were missed. */
  | { readonly type: "record"; readonly record: PromptState }
  | { readonly type: "cancel" }
  | { readonly type: "veto"; readonly veto: Veto }
  | { readonly type: "fault"; readonly error: PictorError }
  | { readonly type: "lost"; readonly reason: string }
  /** Nothing runs any more after a cancel. */
  | { readonly type: "stopped" }
  | { readonly type: "finished" };

export interface Step {
  readonly state: JobState;
  readonly events: readonly JobEvent[];
}

export const startJob = (jobId: string, batches: number): JobState => ({
  jobId,
  phase: "building",
  batch: 0,
  batches,
  graph: {},
  progress: startProgress({}, 0),
  cancelling: false,
});

const stay = (state: JobState): Step => ({ state, events: [] });
const tag = ({ jobId, batch }: JobState) => ({ jobId, batch });

const announce = (state: JobState): Step => ({
  state,
  events: [
    {
      type: "job",
      state: state.ending?.status ?? (state.phase as JobPhase),
      ...(state.promptId === undefined ? {} : { promptId: state.promptId }),
      ...tag(state),
    },
  ],
});

const enter = (state: JobState, phase: JobPhase): Step =>
  state.phase === phase ? stay(state) : announce({ ...state, phase });

function end(state: JobState, ending: Ending): Step {
  const step = announce({ ...state, phase: "ended", ending });
  if (ending.status !== "failed" && ending.status !== "lost") return step;
  return { ...step, events: [{ type: "error", error: ending.error, ...tag(state) }, ...step.events] };
}

const isSubmitted = (state: JobState): boolean =>
  state.phase === "queued" || state.phase === "running" || state.phase === "fetching";

function onRecord(state: JobState, record: PromptState): Step {
  if (!isSubmitted(state)) return stay(state);
  switch (record.state) {
    case "queued":
    case "unknown":
      return stay(state);
    case "running":
      return state.phase === "queued" ? enter(state, "running") : stay(state);
    case "succeeded":
      return enter(state, "fetching");
    case "interrupted":
      return end(state, { status: "interrupted", by: state.cancelling ? "caller" : "server" });
    case "failed": {
      const { node = "?", classType = "?", exception, message } = record.error;
      const details = { node, class: classType, exception, reason: message.trim() };
      return end(state, { status: "failed", error: fault("NODE_FAILED", details) });
    }
  }
}

/** A node's share of the work changed. */
function progressed(state: JobState, node: string, value: number, max: number): Step {
  const batch = { index: state.batch, count: state.batches };
  const progress = advance(state.progress, node, max > 0 ? value / max : 0, batch);
  const event: JobEvent = { type: "progress", node, value, max, overall: progress.overall, ...tag(state) };
  return { state: { ...state, progress }, events: [event] };
}

function onBackend(state: JobState, event: BackendEvent): Step {
  if (event.type === "status" || event.type === "connection" || event.type === "unknown") {
    return { state, events: [event] };
  }
  // Another client's prompt, an earlier batch's late message, or one before the reply told its id.
  if (event.promptId !== state.promptId || !isSubmitted(state)) return stay(state);
  const running = state.phase === "queued" ? enter(state, "running") : stay(state);
  const now = running.state;
  const then = (step: Step): Step => ({ state: step.state, events: [...running.events, ...step.events] });
  switch (event.type) {
    case "node": {
      const classType = now.graph[event.node]?.class_type ?? "";
      return then({ state: now, events: [{ type: "node", node: event.node, classType, ...tag(now) }] });
    }
    case "progress":
      return then(progressed(now, event.node, event.value, event.max));
    case "nodeDone":
      return (now.progress.done.get(event.node) ?? 0) < 1 ? then(progressed(now, event.node, 1, 1)) : running;
    case "cached":
      return event.nodes.reduce((step, node) => {
        const next = progressed(step.state, node, 1, 1);
        return { state: next.state, events: step.events };
      }, running);
    case "preview": {
      const { mime, bytes, node } = event;
      const preview: JobEvent = {
        type: "preview",
        mime,
        bytes,
        ...(node === undefined ? {} : { node }),
        ...tag(now),
      };
      return then({ state: now, events: [preview] });
    }
    // Errors and the end are decided by the server's record; a message alone may be another run's or not the last word.
    case "started":
    case "output":
    case "error":
    case "ended":
      return running;
  }
}

/** The next state and the events to publish. After an ending nothing changes any more. */
export function reduce(state: JobState, input: JobInput): Step {
  if (state.phase === "ended") return stay(state);
  switch (input.type) {
    case "enter":
      return enter(state, input.phase);
    case "batch": {
      const { promptId: _earlier, ...rest } = state;
      const progress = startProgress(input.graph, state.progress.overall);
      return enter({ ...rest, batch: input.index, graph: input.graph, progress }, "uploading");
    }
    case "submitted":
      return enter({ ...state, promptId: input.promptId }, "queued");
    case "backend":
      return onBackend(state, input.event);
    case "record":
      return onRecord(state, input.record);
    case "cancel":
      return stay({ ...state, cancelling: true });
    case "veto":
      return end(state, { status: "vetoed", veto: input.veto });
    case "fault":
      return end(state, { status: "failed", error: input.error });
    case "lost": {
      const details = { promptId: state.promptId ?? "(none)", reason: input.reason };
      return end(state, { status: "lost", error: fault("JOB_LOST", details) });
    }
    case "stopped":
      return end(state, { status: "interrupted", by: "caller" });
    case "finished":
      return end(state, { status: "finished" });
  }
}
