// The state machine of a job: a pure function from state and input to the next state and the resulting events.
//
//   building ─► gating ─► validating ─► uploading ─► queued ─► running ─► fetching ─► ended (finished)
//                                           ▲                               │
//                                           └────────── next batch ─────────┘
//
// An attached job goes from building to queued. A job can end in every phase: vetoed, interrupted, failed or lost. A
// job is `waiting` before it builds, until its time has come, and after a failure, until the batch is tried again.

import type { BackendEvent, NodeError, NodeText, PromptState, PromptWait } from "@pictor/kernel";
import type { JobEvent, JobPhase, NodeId } from "@pictor/kernel";
import type { Ending } from "./ending.js";
import type { JobInput, JobState, ReportedEnding } from "./job-state.js";
import { nodeFailure } from "./node-failure.js";
import { raiseNodeProgress, completeNodes, shareOf } from "./progress.js";
import { promptLost, promptPassedOn } from "./prompt-lost.js";
import { retryAfter, waitOf } from "./retry.js";
import { startPrompt } from "./start-state.js";
import { onConnection, onOutage, onPromptConnection } from "./connection-step.js";
import { announce, eventContext, following, isSubmitted, unchanged, type Step } from "./step.js";

const enter = (state: JobState, phase: JobPhase): Step =>
  state.phase === phase ? unchanged(state) : announce({ ...state, phase });

/** A prompt that waits for its turn waits for no change. */
function onWait(state: JobState, found: PromptWait | undefined): Step {
  const wait = found?.why === "turn" ? undefined : found;
  if (state.phase !== "queued" || wait?.detail === state.wait?.detail) return unchanged(state);
  return announce(state, wait);
}

function end(state: JobState, ending: Ending): Step {
  const step = announce({ ...state, phase: "ended", ending });
  if (ending.status !== "failed" && ending.status !== "lost") return step;
  return {
    ...step,
    events: [{ type: "error", error: ending.error, ...eventContext(state) }, ...step.events],
  };
}

/** Ends the job, unless its policy says that the batch is tried again after this failure. */
function endOrTryAgain(state: JobState, ending: Ending): Step {
  const retry = state.cancelling ? undefined : retryAfter(ending, state.retries);
  if (retry === undefined) return end(state, ending);
  const { promptId: _promptId, ...rest } = state;
  return announce({ ...rest, phase: "waiting", retries: retry.retries, retry }, waitOf(retry));
}

const interrupted = (state: JobState): Step =>
  end(state, { status: "interrupted", by: state.cancelling ? "caller" : "server" });

const failed = (state: JobState, error: NodeError): Step =>
  endOrTryAgain(state, { status: "failed", error: nodeFailure(error, state.graph) });

/** Publishes each text once, because the server's record repeats the texts of the messages. */
function showTexts(state: JobState, shown: readonly NodeText[]): Step {
  const texts = new Set(state.texts);
  const events: JobEvent[] = [];
  for (const { node, text } of shown) {
    const key = JSON.stringify([node, text]);
    if (!texts.has(key)) events.push({ type: "text", node, text, ...eventContext(state) });
    texts.add(key);
  }
  return events.length === 0 ? unchanged(state) : { state: { ...state, texts }, events };
}

function onRecord(state: JobState, record: PromptState): Step {
  if (!isSubmitted(state)) return unchanged(state);
  switch (record.state) {
    case "queued":
      return onWait(state, record.wait);
    case "unknown":
      return unchanged(state);
    case "running":
      return state.phase === "queued" ? enter(state, "running") : unchanged(state);
    case "succeeded":
      return following(showTexts(state, record.texts ?? []), (shown) =>
        enter(withCached(shown, record.cached ?? []), "fetching"),
      );
    case "interrupted":
      return interrupted(state);
    case "failed":
      return failed(state, record.error);
    case "lost":
      return endOrTryAgain(state, { status: "lost", error: promptPassedOn(state.promptId, record.reason) });
  }
}

/** Ends the job without a record: by the ending that the messages have reported, else by the loss of the prompt. */
function onRecordMissing(state: JobState): Step {
  if (!isSubmitted(state)) return unchanged(state);
  const { reportedEnding, promptId = "(none)" } = state;
  if (reportedEnding?.as === "succeeded") return enter(state, "fetching");
  if (reportedEnding?.as === "failed")
    return failed(state, reportedEnding.error ?? { exception: "Error", message: "no details were reported" });
  if (reportedEnding !== undefined) return interrupted(state);
  if (state.cancelling) return end(state, { status: "interrupted", by: "caller" });
  const why = state.connectionLost ? "restarted" : state.phase === "queued" ? "removed" : "evicted";
  return endOrTryAgain(state, { status: "lost", error: promptLost(promptId, why) });
}

/** Raises the share of a node that is done. */
function onProgress(state: JobState, node: NodeId, value: number, max: number): Step {
  const progress = raiseNodeProgress(state.progress, node, max > 0 ? value / max : 0, state.position);
  const event: JobEvent = {
    type: "progress",
    node,
    value,
    max,
    overall: progress.overall,
    ...eventContext(state),
  };
  return { state: { ...state, progress }, events: [event] };
}

const withCached = (state: JobState, nodes: readonly NodeId[]): JobState => ({
  ...state,
  progress: completeNodes(state.progress, nodes, state.position),
  cached: new Set([...(state.cached ?? []), ...nodes]),
});

/** Keeps the ending that the run's last message reports, unless an error message has already reported more details. */
function withReportedEnding(state: JobState, as: ReportedEnding["as"] | undefined): JobState {
  return as === undefined || as === state.reportedEnding?.as ? state : { ...state, reportedEnding: { as } };
}

type PromptMessage = Exclude<
  Extract<BackendEvent, { readonly promptId: string }>,
  { readonly type: "promptConnection" }
>;

/** Handles a message about the running prompt. */
function onMessage(state: JobState, event: PromptMessage): Step {
  switch (event.type) {
    case "node": {
      const { class_type: classType = "", _meta: meta } = state.graph[event.node] ?? {};
      const title = meta === undefined ? {} : { title: meta.title };
      const started = { type: "node", node: event.node, classType, ...title } as const;
      return { state, events: [{ ...started, ...eventContext(state) }] };
    }
    case "progress":
      return onProgress(state, event.node, event.value, event.max);
    case "nodeDone":
      return shareOf(state.progress, event.node) < 1 ? onProgress(state, event.node, 1, 1) : unchanged(state);
    case "cached":
      return unchanged(withCached(state, event.nodes));
    case "preview": {
      const { mime, bytes, node } = event;
      const shown = node === undefined ? {} : { node };
      return { state, events: [{ type: "preview", mime, bytes, ...shown, ...eventContext(state) }] };
    }
    // These messages do not end the job, because they may belong to an earlier run. The server's record decides.
    case "error":
      return unchanged({ ...state, reportedEnding: { as: "failed", error: event.error } });
    case "ended":
      return unchanged(withReportedEnding(state, event.as));
    case "text":
      return showTexts(state, [event]);
    case "started":
    case "output":
    case "blocked":
      return unchanged(state);
  }
}

function onBackend(state: JobState, event: BackendEvent): Step {
  if (event.type === "status" || event.type === "unknown") return { state, events: [event] };
  if (event.type === "connection") return onConnection(state, event);
  // Ignores messages about prompts of other clients, and late messages about earlier batches.
  if (event.promptId !== state.promptId || !isSubmitted(state)) return unchanged(state);
  if (event.type === "promptConnection") return onPromptConnection(state, event);
  if (state.phase !== "queued") return onMessage(state, event);
  // Any message about a queued prompt shows that the prompt runs.
  return following(enter(state, "running"), (running) => onMessage(running, event));
}

/** Returns the next state and the events to publish. An ended job does not change. */
export function reduce(state: JobState, input: JobInput): Step {
  if (state.phase === "ended") return unchanged(state);
  switch (input.type) {
    case "enter":
      return enter(state, input.phase);
    case "wait":
      return announce({ ...state, phase: "waiting" }, input.wait);
    case "batch": {
      const started = startPrompt(state, input.index, input.graph);
      return enter({ ...started, position: { ...state.position, index: input.index } }, "uploading");
    }
    case "upload":
      return { state, events: [{ ...input, ...eventContext(state) }] };
    case "outage":
      return onOutage(state, input.reason);
    case "submitted":
      return enter({ ...state, promptId: input.promptId }, "queued");
    case "attached": {
      const { batch, graph, promptId } = input;
      const { position } = state;
      // A prompt that is a job by itself has the number of its record, and is the first of one.
      const index = Math.min(batch, position.count - 1);
      const attached = { ...startPrompt(state, batch, graph), position: { ...position, index } };
      return enter({ ...attached, promptId }, "queued");
    }
    case "backend":
      return onBackend(state, input.event);
    case "record":
      return onRecord(state, input.record);
    case "unanswered":
      return unchanged(isSubmitted(state) ? { ...state, connectionLost: true } : state);
    case "recordMissing":
      return onRecordMissing(state);
    case "cancel":
      return unchanged({ ...state, cancelling: true });
    case "veto":
      return end(state, { status: "vetoed", veto: input.veto });
    case "fault":
      return end(state, { status: "failed", error: input.error });
    case "lost":
      return endOrTryAgain(state, { status: "lost", error: input.error });
    case "stopped":
      return end(state, { status: "interrupted", by: "caller" });
    case "finished":
      return end(state, { status: "finished" });
  }
}
