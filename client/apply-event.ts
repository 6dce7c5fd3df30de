// The state of a job after an event: the one pure function by which the server and its clients keep the same state.

import type { Job, JobEvent } from "./api.gen.js";

/** Whether no further event will change the job. */
export const isEnded = ({ endedAtMs }: Job): boolean => endedAtMs !== undefined;

/**
 * Returns the job after an event with the number `seq`. An event that the job already contains, or that comes after its end,
 * changes nothing, so that events can be applied to a snapshot that was read while they arrived.
 */
export function applyEvent(job: Job, given: JobEvent, seq: number): Job {
  // An event from the server has these two members in addition; the job stores its own.
  const {
    seq: _seq,
    at: _at,
    ...event
  } = given as JobEvent & { readonly seq?: number; readonly at?: number };
  if (event.jobId !== job.id || seq <= job.seq || isEnded(job)) return job;
  const next = { ...job, seq };
  switch (event.type) {
    case "job": {
      const { state, batch, promptId } = event;
      const isNew = promptId !== undefined && !job.promptIds.includes(promptId);
      const { activeNode: _activeNode, ...rest } = next;
      return { ...rest, state, batch, promptIds: isNew ? [...job.promptIds, promptId] : job.promptIds };
    }
    case "node": {
      const { batch, node, classType } = event;
      return { ...next, batch, activeNode: { node, classType } };
    }
    case "progress": {
      const { batch, node, value, max, overall } = event;
      return { ...next, batch, progress: { batch, node, value, max, overall } };
    }
    case "output": {
      const { type: _type, jobId: _jobId, ...output } = event;
      return { ...next, outputs: [...job.outputs.filter(({ index }) => index !== output.index), output] };
    }
    case "text": {
      const { batch, node, text } = event;
      return { ...next, texts: [...job.texts, { batch, node, text }] };
    }
    case "error":
      return { ...next, error: event.error };
    case "result": {
      const { type: _type, jobId: _jobId, status, ...ending } = event;
      const { activeNode: _activeNode, ...rest } = next;
      return { ...rest, ...ending, state: status };
    }
    case "upload":
      return next;
  }
}
