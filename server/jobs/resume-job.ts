// How a job goes on after the process that followed it has ended: what a server may have is followed, and what was
// never sent is submitted.

import type { Job, JobRequest } from "@pictor/client";
import type { EarlierJob, SentPrompt } from "@pictor/kernel";
import type { JobRecord } from "./job-record.js";

/** A part of a job: a prompt to follow, or batches to submit. */
export type JobStep =
  | {
      readonly is: "attach";
      readonly promptId: string;
      /** Absent for a prompt of another job, whose record says its number there. */
      readonly batch?: number;
    }
  | { readonly is: "submit"; readonly request: JobRequest; readonly batches: readonly number[] };

/** How often a server may end before a backend has accepted a job: more often, and the job itself may be the reason. */
export const mostStarts = 3;

/** The record with what was noted of a prompt; the same record if it says so already. */
export function withSent(record: JobRecord, { promptId, batch, isSent }: SentPrompt): JobRecord {
  const { sent = [] } = record;
  if (sent.some((prompt) => prompt.promptId === promptId) === isSent) return record;
  const others = sent.filter((prompt) => prompt.promptId !== promptId);
  return { ...record, sent: isSent ? [...others, { promptId, batch }] : others };
}

/** The record as the next server begins with it: without the outputs and texts of batches that are followed again. */
export function resumed(record: JobRecord, server: string, nowMs: number): JobRecord {
  const { job, paths, starts = 0 } = record;
  // Nothing speaks against a job that a backend has accepted, or that has not begun.
  const isHarmless = job.promptIds.length > 0 || (job.request?.notBeforeMs ?? 0) > nowMs;
  const isBefore = ({ batch }: { readonly batch: number }): boolean => batch < job.batch;
  const outputs = job.outputs.filter(isBefore);
  const indices = new Set(outputs.map(({ index }) => String(index)));
  return {
    ...record,
    server,
    job: { ...job, outputs, texts: job.texts.filter(isBefore) },
    paths: Object.fromEntries(Object.entries(paths).filter(([index]) => indices.has(index))),
    starts: isHarmless ? 0 : starts + 1,
  };
}

/** The job as the generation of its next part goes on with it. */
export const continued = ({ id, outputs, progress }: Job): EarlierJob => ({
  jobId: id,
  overall: progress?.overall ?? 0,
  nextOutput: Math.max(0, ...outputs.map(({ index }) => index + 1)),
});

/** The steps of a job that has not ended, in their order. None: nothing is known that could be followed or submitted. */
export function stepsToResume({ job, sent }: JobRecord): readonly JobStep[] {
  const { batch: first, count, promptIds, request } = job;
  const prompts = sent ?? promptIds.map((promptId, batch) => ({ promptId, batch }));
  if (request === undefined) return prompts.map(({ promptId }) => ({ is: "attach", promptId }));
  // A prompt that was repeated is the last one of its batch.
  const byBatch = new Map(prompts.map(({ batch, promptId }) => [batch, promptId]));
  const batches = Array.from({ length: count - first }, (_, at) => first + at);
  const attached = batches.flatMap((batch): JobStep[] => {
    const promptId = byBatch.get(batch);
    return promptId === undefined ? [] : [{ is: "attach", promptId, batch }];
  });
  const unsent = batches.filter((batch) => !byBatch.has(batch));
  return unsent.length === 0 ? attached : [...attached, { is: "submit", request, batches: unsent }];
}
