// A generation that never starts, because its kernel was disposed: it ends at once with an error, as a value.

import { randomUUID } from "node:crypto";
import type { Generation, GenerationResult, PictorError } from "@pictor/kernel";
import { createEventStream } from "../state/event-stream.js";

export function refusedGeneration(error: PictorError): Generation {
  const jobId = randomUUID();
  const { push, end, events } = createEventStream();
  push({ type: "error", error, jobId, batch: 0 });
  push({ type: "job", state: "failed", jobId, batch: 0 });
  end();
  const result: Promise<GenerationResult> = Promise.resolve({
    ...({ status: "failed", error, jobId } as const),
    outputs: [],
    problems: [],
  });
  return { jobId, events, result, cancel: () => result, leave: () => result };
}
