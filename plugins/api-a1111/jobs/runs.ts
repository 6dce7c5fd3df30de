// The requests that make images now, by the tokens that have sent them: what progress shows, and interrupt ends.

import type { Job } from "@pictor/client";

export interface Run {
  /** What the run is called in the state of the web UI. */
  readonly title: string;
  readonly images: number;
  /** Aborted by an interruption. */
  readonly signal: AbortSignal;
  interrupt(): void;
  /** The job as it is now; undefined until it is submitted. */
  job: Job | undefined;
}

export interface Runs {
  begin(caller: string, title: string, images: number): Run;
  end(caller: string, run: Run): void;
  /** The runs of a token, oldest first. */
  of(caller: string): readonly Run[];
}

export function createRuns(): Runs {
  const runs = new Map<string, Set<Run>>();
  return {
    begin(caller, title, images) {
      const controller = new AbortController();
      const run: Run = {
        title,
        images,
        signal: controller.signal,
        job: undefined,
        interrupt: () => controller.abort(),
      };
      runs.set(caller, (runs.get(caller) ?? new Set<Run>()).add(run));
      return run;
    },
    end(caller, run) {
      const left = runs.get(caller);
      left?.delete(run);
      if (left?.size === 0) runs.delete(caller);
    },
    of: (caller) => [...(runs.get(caller) ?? [])],
  };
}
