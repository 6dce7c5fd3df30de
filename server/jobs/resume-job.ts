// How a job continues after the process that followed it has ended: prompts that a server may have are followed, and what was
// never sent is submitted.

import type { Job, JobRequest } from "@pictor/client";
import type { EarlierJob, SentPrompt } from "@pictor/kernel";
import type { JobRecord } from "./job-record.js";

/** A part of a job: a prompt to follow, or batches to submit. */
export type JobStep =
  | {
      readonly is: "attach";
      readonly promptId: string;
      /** Absent for a prompt of another job, whose record has the number of the batch. */
      readonly batch?: number;
    }
  | { readonly is: "submit"; readonly request: JobRequest; readonly batches: readonly number[] };

/** How many servers may end before a backend has accepted a job. If more do, the job itself may be the cause. */
export const mostStarts = 3;

/** Adds a sent prompt to the record. Returns the same record if it already contains the prompt. */
export function withSent(record: JobRecord, { promptId, batch, isSent }: SentPrompt): JobRecord {
  const { sent = [] } = record;
  if (sent.some((prompt) => prompt.promptId === promptId) === isSent) return record;
  const others = sent.filter((prompt) => prompt.promptId !== promptId);
  return { ...record, sent: isSent ? [...others, { promptId, batch }] : others };
}

/** The record with which the next server begins: without the outputs and texts of batches that are followed again. */
export function resumed(record: JobRecord, server: string, nowMs: number): JobRecord {
  const { job, paths, starts = 0 } = record;
  // A job that a backend has accepted, or that has not begun, is not the cause.
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

/** The state of a job from which the generation of its next part continues. */
export const continued = ({ id, outputs, progress }: Job): EarlierJob => ({
  jobId: id,
  overall: progress?.overall ?? 0,
  nextOutput: Math.max(0, ...outputs.map(({ index }) => index + 1)),
});

/** The steps of a job that has not ended, in order. Empty if nothing is known that could be followed or submitted. */
export function stepsToResume({ job, sent }: JobRecord): readonly JobStep[] {
  const { batch: first, count, promptIds, request } = job;
  const prompts = sent ?? promptIds.map((promptId, batch) => ({ promptId, batch }));
  if (request === undefined) return prompts.map(({ promptId }) => ({ is: "attach", promptId }));
  // The last prompt of a batch counts, because a prompt can be repeated.
  const byBatch = new Map(prompts.map(({ batch, promptId }) => [batch, promptId]));
  const batches = Array.from({ length: count - first }, (_, at) => first + at);
  const attached = batches.flatMap((batch): JobStep[] => {
    const promptId = byBatch.get(batch);
    return promptId === undefined ? [] : [{ is: "attach", promptId, batch }];
  });
  const unsent = batches.filter((batch) => !byBatch.has(batch));
  return unsent.length === 0 ? attached : [...attached, { is: "submit", request, batches: unsent }];
}
