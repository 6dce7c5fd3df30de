// The job's state machine: one pure function from state and input to the next state and the events it causes.

import type {
  BackendEvent,
  NodeError,
  PromptState,
  PictorError,
  Veto,
  Graph,
  JobEvent,
  JobPhase,
  NodeId,
} from "@pictor/kernel";
import { lost } from "./prompt-lost.js";
import { nodeFailure } from "./node-failure.js";
import { advance, complete, shareOf, startProgress, type Part, type Progress } from "./progress.js";

export type Ending =
  | { readonly status: "finished" }
  | { readonly status: "vetoed"; readonly veto: Veto }
  | { readonly status: "interrupted"; readonly by: "caller" | "server" }
  | { readonly status: "failed"; readonly error: PictorError }
  | { readonly status: "lost"; readonly error: PictorError };

/** What the messages said of a prompt's ending: it counts only where the server keeps no record. */
export type Told =
  { readonly as: "succeeded" | "interrupted" } | { readonly as: "failed"; readonly error?: NodeError };

export interface JobState {
  readonly jobId: string;
  readonly phase: JobPhase | "ended";
  readonly batch: number;
  readonly part: Part;
  readonly graph: Graph;
  readonly promptId?: string;
  readonly progress: Progress;
  /** The caller wants it to end; an interruption is then the caller's. */
  readonly cancelling: boolean;
  /** The connection was lost, or the server silent, since the prompt was submitted. */
  readonly isCut: boolean;
  readonly told?: Told;
  /** Nodes of the prompt whose results are those of an earlier run; absent until the server has told. */
  readonly cached?: ReadonlySet<NodeId>;
  readonly ending?: Ending;
}

export type JobInput =
  | { readonly type: "enter"; readonly phase: "gating" | "validating" | "fetching" }
  | { readonly type: "batch"; readonly index: number; readonly graph: Graph }
  | { readonly type: "upload"; readonly file: string; readonly sent: number; readonly total?: number }
  | { readonly type: "submitted"; readonly promptId: string }
  /** A prompt that this job did not submit. */
  | { readonly type: "attached"; readonly promptId: string; readonly batch: number; readonly graph: Graph }
  | { readonly type: "backend"; readonly event: BackendEvent }
  /** The server's own record, asked for when its events ended, stopped or were missed. */
  | { readonly type: "record"; readonly record: PromptState }
  /** The server did not answer when it was asked for the record. */
  | { readonly type: "silent" }
  /** The server answers, and has no record of the prompt. */
  | { readonly type: "missing" }
  | { readonly type: "cancel" }
  | { readonly type: "veto"; readonly veto: Veto }
  | { readonly type: "fault"; readonly error: PictorError }
  | { readonly type: "lost"; readonly error: PictorError }
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
  part: { index: 0, count: batches },
  graph: {},
  progress: startProgress({}, 0),
  cancelling: false,
  isCut: false,
});

const stay = (state: JobState): Step => ({ state, events: [] });
const tag = ({ jobId, batch }: JobState) => ({ jobId, batch });

function announce(state: JobState): Step {
  const { ending, phase, promptId } = state;
  const named = promptId === undefined ? {} : { promptId };
  return {
    state,
    events: [{ type: "job", state: ending?.status ?? (phase as JobPhase), ...named, ...tag(state) }],
  };
}

const enter = (state: JobState, phase: JobPhase): Step =>
  state.phase === phase ? stay(state) : announce({ ...state, phase });

function end(state: JobState, ending: Ending): Step {
  const step = announce({ ...state, phase: "ended", ending });
  if (ending.status !== "failed" && ending.status !== "lost") return step;
  return { ...step, events: [{ type: "error", error: ending.error, ...tag(state) }, ...step.events] };
}

const isSubmitted = (state: JobState): boolean =>
  state.phase === "queued" || state.phase === "running" || state.phase === "fetching";

const interrupted = (state: JobState): Step =>
  end(state, { status: "interrupted", by: state.cancelling ? "caller" : "server" });

const failed = (state: JobState, error: NodeError): Step =>
  end(state, { status: "failed", error: nodeFailure(error) });

function onRecord(state: JobState, record: PromptState): Step {
  if (!isSubmitted(state)) return stay(state);
  switch (record.state) {
    case "queued":
    case "unknown":
      return stay(state);
    case "running":
      return state.phase === "queued" ? enter(state, "running") : stay(state);
    case "succeeded":
      return enter(withCached(state, record.cached ?? []), "fetching");
    case "interrupted":
      return interrupted(state);
    case "failed":
      return failed(state, record.error);
  }
}

/** Without a record the messages tell the ending, if they did; else what is known says why it is lost. */
function onMissing(state: JobState): Step {
  if (!isSubmitted(state)) return stay(state);
  const { told, promptId = "(none)" } = state;
  if (told?.as === "succeeded") return enter(state, "fetching");
  if (told?.as === "failed")
    return failed(state, told.error ?? { exception: "Error", message: "no details were told" });
  if (told !== undefined) return interrupted(state);
  if (state.cancelling) return end(state, { status: "interrupted", by: "caller" });
  const why = state.isCut ? "restarted" : state.phase === "queued" ? "removed" : "evicted";
  return end(state, { status: "lost", error: lost(promptId, why) });
}

/** A node's share of the work changed. */
function progressed(state: JobState, node: NodeId, value: number, max: number): Step {
  const progress = advance(state.progress, node, max > 0 ? value / max : 0, state.part);
  const event: JobEvent = { type: "progress", node, value, max, overall: progress.overall, ...tag(state) };
  return { state: { ...state, progress }, events: [event] };
}

const withCached = (state: JobState, nodes: readonly NodeId[]): JobState => ({
  ...state,
  progress: complete(state.progress, nodes, state.part),
  cached: new Set([...(state.cached ?? []), ...nodes]),
});

/** The last message of a run; that an error was told says more than that it failed. */
function withTold(state: JobState, as: Told["as"] | undefined): JobState {
  return as === undefined || as === state.told?.as ? state : { ...state, told: { as } };
}

/** A message about the prompt; it runs, whatever the message says. */
function onMessage(state: JobState, event: Extract<BackendEvent, { readonly promptId: string }>): Step {
  switch (event.type) {
    case "node": {
      const classType = state.graph[event.node]?.class_type ?? "";
      return { state, events: [{ type: "node", node: event.node, classType, ...tag(state) }] };
    }
    case "progress":
      return progressed(state, event.node, event.value, event.max);
    case "nodeDone":
      return shareOf(state.progress, event.node) < 1 ? progressed(state, event.node, 1, 1) : stay(state);
    case "cached":
      return stay(withCached(state, event.nodes));
    case "preview": {
      const { mime, bytes, node } = event;
      const shown = node === undefined ? {} : { node };
      return { state, events: [{ type: "preview", mime, bytes, ...shown, ...tag(state) }] };
    }
    // The end is decided by the server's record; a message may be another run's or not the last word.
    case "error":
      return stay({ ...state, told: { as: "failed", error: event.error } });
    case "ended":
      return stay(withTold(state, event.as));
    case "started":
    case "output":
      return stay(state);
  }
}

function onBackend(state: JobState, event: BackendEvent): Step {
  if (event.type === "status" || event.type === "unknown") return { state, events: [event] };
  if (event.type === "connection") {
    const isCut = state.isCut || (isSubmitted(state) && event.state !== "open");
    return { state: isCut === state.isCut ? state : { ...state, isCut }, events: [event] };
  }
  // Another client's prompt, or an earlier batch's late message.
  if (event.promptId !== state.promptId || !isSubmitted(state)) return stay(state);
  if (state.phase !== "queued") return onMessage(state, event);
  const running = enter(state, "running");
  const step = onMessage(running.state, event);
  return { state: step.state, events: [...running.events, ...step.events] };
}

/** What a new prompt starts with; what was known of the one before is forgotten. */
function begin(state: JobState, batch: number, graph: Graph): JobState {
  const { promptId: _earlier, told: _told, cached: _cached, ...rest } = state;
  const progress = startProgress(graph, state.progress.overall);
  return { ...rest, batch, graph, progress, isCut: false };
}

/** The next state and the events to publish. After an ending nothing changes any more. */
export function reduce(state: JobState, input: JobInput): Step {
  if (state.phase === "ended") return stay(state);
  switch (input.type) {
    case "enter":
      return enter(state, input.phase);
    case "batch": {
      const begun = begin(state, input.index, input.graph);
      return enter({ ...begun, part: { ...state.part, index: input.index } }, "uploading");
    }
    case "upload":
      return { state, events: [{ ...input, ...tag(state) }] };
    case "submitted":
      return enter({ ...state, promptId: input.promptId }, "queued");
    case "attached":
      return enter({ ...begin(state, input.batch, input.graph), promptId: input.promptId }, "queued");
    case "backend":
      return onBackend(state, input.event);
    case "record":
      return onRecord(state, input.record);
    case "silent":
      return stay(isSubmitted(state) ? { ...state, isCut: true } : state);
    case "missing":
      return onMissing(state);
    case "cancel":
      return stay({ ...state, cancelling: true });
    case "veto":
      return end(state, { status: "vetoed", veto: input.veto });
    case "fault":
      return end(state, { status: "failed", error: input.error });
    case "lost":
      return end(state, { status: "lost", error: input.error });
    case "stopped":
      return end(state, { status: "interrupted", by: "caller" });
    case "finished":
      return end(state, { status: "finished" });
  }
}
