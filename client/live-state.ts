// The state of the server at a client: jobs, operations, open questions and latest previews. A pure function applies
// each event.

import type { ApiEvent, Job, Operation, PreviewEvent, Question } from "./api.gen.js";
import { applyEvent } from "./apply-event.js";

/** A preview of a job; it has bytes if it came over the WebSocket. */
export type LivePreview = PreviewEvent & { readonly data?: Uint8Array };

export interface LiveState {
  readonly serverId: string;
  /** The number of the last event that the state contains. */
  readonly seq: number;
  readonly jobs: ReadonlyMap<string, Job>;
  /** The operations without their logs, oldest first. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly questions: ReadonlyMap<string, Question>;
  /** The latest previews, by the ids of their jobs. */
  readonly previews: ReadonlyMap<string, LivePreview>;
}

const withEntry = <T>(map: ReadonlyMap<string, T>, id: string, value: T) => new Map(map).set(id, value);
const without = <T>(map: ReadonlyMap<string, T>, id: string) =>
  new Map([...map].filter(([key]) => key !== id));

/** Returns the state after an event of the same server. An event that the state already contains changes nothing. */
export function applyToState(
  state: LiveState,
  event: (ApiEvent | LivePreview) & { readonly seq?: number },
): LiveState {
  if (event.type === "preview") {
    const job = state.jobs.get(event.jobId);
    return job?.endedAtMs === undefined
      ? { ...state, previews: withEntry(state.previews, event.jobId, event) }
      : state;
  }
  const { seq } = event;
  if (seq === undefined || seq <= state.seq || event.type === "reset") return state;
  const next = { ...state, seq };
  switch (event.type) {
    case "submitted": {
      const known = state.jobs.get(event.jobId);
      if (known !== undefined && known.seq >= seq) return next;
      return { ...next, jobs: withEntry(state.jobs, event.jobId, { ...event.job, seq }) };
    }
    case "operation": {
      const { operation } = event;
      if ((state.operations.get(operation.id)?.seq ?? 0) >= seq) return next;
      return { ...next, operations: withEntry(state.operations, operation.id, { ...operation, seq }) };
    }
    case "question":
      return { ...next, questions: withEntry(state.questions, event.question.id, event.question) };
    case "answered":
      return { ...next, questions: without(state.questions, event.id) };
    default: {
      // Notices, and events of types that only later versions of the API have, change nothing.
      if (event.type === "notice" || !("jobId" in event)) return next;
      const job = state.jobs.get(event.jobId);
      if (job === undefined) return next;
      const previews = event.type === "result" ? without(state.previews, job.id) : state.previews;
      return { ...next, previews, jobs: withEntry(state.jobs, job.id, applyEvent(job, event, seq)) };
    }
  }
}
