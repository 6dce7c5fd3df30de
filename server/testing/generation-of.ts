// A generation that publishes given events and ends.

import type { Generation, GenerationResult, JobEvent } from "@pictor/kernel";

export function generationOf(published: readonly JobEvent[], ending: GenerationResult): Generation {
  const result = Promise.resolve(ending);
  const events = (async function* () {
    yield* await Promise.resolve(published);
  })();
  return { jobId: ending.jobId, events, result, cancel: () => result, leave: () => result };
}
