// The state of a job after an event: the one pure function by which the server and its clients keep the same state.

import type { Job, JobEvent } from "./api.gen.js";

/** The least progress of a job from which its end is estimated. */
const leastDone = 0.05;

/** Estimates when a job ends, from its start and the part that is done. */
function expectedEnd(overall: number, startedAtMs?: number, at?: number): number | undefined {
  if (startedAtMs === undefined || at === undefined || overall < leastDone) return undefined;
  return Math.round(startedAtMs + (at - startedAtMs) / overall);
}

/** Whether no further event will change the job. */
export const isEnded = ({ endedAtMs }: Job): boolean => endedAtMs !== undefined;

/**
 * Returns the job after an event with the number `seq`. An event that the job already contains, or that comes after its
 * end, changes nothing, so that a client can apply events to a snapshot that was read while they arrived.
 */
export function applyEvent(job: Job, given: JobEvent, seq: number): Job {
  // The server adds these two members to an event; the job stores its own.
  const { seq: _seq, at, ...event } = given as JobEvent & { readonly seq?: number; readonly at?: number };
  if (event.jobId !== job.id || seq <= job.seq || isEnded(job)) return job;
  const next = { ...job, seq };
  switch (event.type) {
    case "job": {
      const { state, batch, promptId, wait } = event;
      const isNew = promptId !== undefined && !job.promptIds.includes(promptId);
      const { activeNode: _activeNode, wait: _wait, ...rest } = next;
      const promptIds = isNew ? [...job.promptIds, promptId] : job.promptIds;
      const starts = state === "running" && job.startedAtMs === undefined && at !== undefined;
      return { ...rest, state, batch, promptIds, ...(starts && { startedAtMs: at }), ...(wait && { wait }) };
    }
    case "node": {
      const { batch, type: _type, jobId: _jobId, ...activeNode } = event;
      const { progress } = job;
      // The steps are those of the active node, which has made none yet.
      const steps = { batch, node: event.node, value: 0, max: 1 };
      return { ...next, batch, activeNode, ...(progress && { progress: { ...progress, ...steps } }) };
    }
    case "progress": {
      const { type: _type, jobId: _jobId, ...progress } = event;
      const end = expectedEnd(event.overall, job.startedAtMs, at);
      return { ...next, batch: event.batch, progress: { ...progress, ...(end && { expectedEndAtMs: end }) } };
    }
    case "output": {
      const { type: _type, jobId: _jobId, ...output } = event;
      return { ...next, outputs: [...job.outputs.filter(({ index }) => index !== output.index), output] };
    }
    case "text": {
      const { type: _type, jobId: _jobId, ...text } = event;
      return { ...next, texts: [...job.texts, text] };
    }
    case "error":
      return { ...next, error: event.error };
    case "result": {
      const { type: _type, jobId: _jobId, status, ...ending } = event;
      const { activeNode: _activeNode, ...rest } = next;
      return { ...rest, ...ending, state: status };
    }
    case "warning":
      return { ...next, problems: [...job.problems, event.problem] };
    case "upload":
      return next;
    default:
      // Later versions of the API have further events.
      event satisfies never;
      return next;
  }
}
