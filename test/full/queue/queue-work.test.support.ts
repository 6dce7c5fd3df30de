// A Pictor with a queue over the Redis of PICTOR_TEST_REDIS_URL, and workers in this process.

import { join } from "node:path";
import { createPictor, loadConfiguration, type Pictor } from "@pictor/host";
import type { Backend, MemberBackend, WorkEvent } from "@pictor/kernel/plugin";

/** The settings of a queue whose store is in this folder. */
export const queueIn = (folder: string, more: object = {}) => ({
  kind: "queue",
  redis: { $env: "PICTOR_TEST_REDIS_URL" },
  store: { folder: join(folder, "store") },
  ...more,
});

export const openPictor = async (
  directory: string,
  flags: Readonly<Record<string, unknown>>,
): Promise<Pictor> => createPictor({ configuration: await loadConfiguration({ directory, flags }) });

export interface Worker {
  readonly events: readonly WorkEvent[];
  /** Ends it after its prompt, or at once, as if it were killed. */
  stop(how?: "kill"): Promise<void>;
}

/** Starts a worker for a queue beside a server. Resolves when it takes prompts, or has ended. */
export async function startWorker(
  queue: Backend,
  server: MemberBackend,
  name: string,
  observe: (event: WorkEvent) => void = () => undefined,
): Promise<Worker> {
  const [drain, signal] = [new AbortController(), new AbortController()];
  const events: WorkEvent[] = [];
  let ready = (): void => undefined;
  const isReady = new Promise<void>((resolve) => (ready = resolve));
  const report = (event: WorkEvent): void => {
    events.push(event);
    observe(event);
    if (event.type === "ready") ready();
  };
  const options = { name, drain: drain.signal, signal: signal.signal, report };
  const working = queue.facets.work?.work(server, options);
  await Promise.race([isReady, working]);
  return {
    events,
    async stop(how) {
      (how === "kill" ? signal : drain).abort();
      await working;
    },
  };
}
