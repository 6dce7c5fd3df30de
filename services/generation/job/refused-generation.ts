// A generation that never starts, because its kernel was disposed: it ends at once with an error, as a value.

import { randomUUID } from "node:crypto";
import type { EarlierJob, Generation, GenerationResult, PictorError } from "@pictor/kernel";
import { EventStream } from "../state/event-stream.js";

export function refusedGeneration(
  error: PictorError,
  { jobId = randomUUID() }: Partial<EarlierJob> = {},
): Generation {
  const stream = new EventStream();
  stream.push({ type: "error", error, jobId, batch: 0 });
  stream.push({ type: "job", state: "failed", jobId, batch: 0 });
  stream.end();
  const result: Promise<GenerationResult> = Promise.resolve({
    status: "failed",
    error,
    jobId,
    outputs: [],
    problems: [],
  });
  return { jobId, events: stream.events, result, cancel: () => result, leave: () => result };
}
