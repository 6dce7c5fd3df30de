// Prompts on a backend, as a job runs them: from the submission to the record of the end.

import { randomUUID } from "node:crypto";
import type { Backend, Graph, Submission } from "@pictor/kernel/plugin";

export interface FollowedBackend {
  readonly backend: Backend;
  /** Resolves when the end of the prompt was told. */
  readonly ended: (promptId: string) => Promise<void>;
  /** The number of events so far. */
  readonly events: () => number;
}

/** Listens to the events of a backend. */
export async function followEnds(backend: Backend): Promise<FollowedBackend> {
  const waiting = new Map<string, () => void>();
  let events = 0;
  await backend.events((event) => {
    events++;
    if (event.type !== "ended") return;
    waiting.get(event.promptId)?.();
    waiting.delete(event.promptId);
  });
  return {
    backend,
    ended: (promptId) => new Promise((resolve) => waiting.set(promptId, resolve)),
    events: () => events,
  };
}

/** Runs one prompt to its end. Rejects if the prompt has not succeeded. */
export async function runOne(
  { backend, ended }: FollowedBackend,
  graph: Graph,
  more: Partial<Submission> = {},
): Promise<void> {
  const promptId = randomUUID();
  const end = ended(promptId);
  await backend.submit({ promptId, graph, ...more });
  await end;
  const { state } = await backend.state(promptId);
  if (state !== "succeeded") throw new Error(`the prompt is ${state}`);
}
