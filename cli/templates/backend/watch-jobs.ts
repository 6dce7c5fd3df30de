// Events from a service without a socket: the jobs are looked at from time to time, and each change becomes an event.

import { PictorError } from "@pictor/kernel/plugin";
import type { BackendEvent, Clock, OutputFile } from "@pictor/kernel/plugin";
import type { Job, Service } from "./service.ts";

export interface WatchOptions {
  readonly service: Service;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly pollMs: number;
  outputsOf(job: Job): readonly OutputFile[];
}
type Listener = (event: BackendEvent) => void;

/** The events of a job between two looks. `ended` comes last, when the record of the service has the ending. */
function* changes(before: Job["state"] | undefined, job: Job, files: readonly OutputFile[]) {
  const { id: promptId, state } = job;
  if (state === "queued" || state === before) return;
  if (before !== "running") yield { type: "started", promptId } as const;
  if (state === "running") return;
  if (files.length > 0) yield { type: "output", promptId, files } as const;
  yield { type: "ended", promptId, as: state } as const;
}

export function watchJobs({ service, clock, signal, pollMs, outputsOf }: WatchOptions) {
  const listeners = new Set<Listener>();
  const followed = new Map<string, Job["state"] | undefined>();
  let isLost = false;
  let cancelTimer: (() => void) | undefined;
  const emit = (event: BackendEvent): void => {
    for (const listener of [...listeners]) listener(event);
  };

  async function look(): Promise<void> {
    for (const [id, before] of followed) {
      const job = await service.job(id, { signal });
      if (job === undefined) continue;
      if (job.state === "queued" || job.state === "running") followed.set(id, job.state);
      else followed.delete(id);
      for (const event of changes(before, job, outputsOf(job))) emit(event);
    }
    if (isLost) emit({ type: "connection", state: "open" });
    isLost = false;
  }
  const onFailure = (error: unknown): void => {
    if (!isLost && error instanceof PictorError) emit({ type: "connection", state: "lost" });
    isLost = true;
  };
  const schedule = (): void => {
    if (cancelTimer !== undefined || followed.size === 0 || signal.aborted) return;
    cancelTimer = clock.after(pollMs, () => {
      void look()
        .catch(onFailure)
        .then(() => {
          cancelTimer = undefined;
          schedule();
        });
    });
  };
  const end = (): void => {
    followed.clear();
    listeners.clear();
    cancelTimer?.();
  };
  signal.addEventListener("abort", end, { once: true });

  return {
    add(listener: Listener): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    follow(id: string): void {
      if (!followed.has(id)) followed.set(id, undefined);
      schedule();
    },
    end,
  };
}
