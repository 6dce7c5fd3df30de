// The progress of a token's runs, as the web UI shows its own.

import type { Run } from "../jobs/runs.js";

/** The web UI shows a little progress from the start of a job on, by which clients see that it is busy. */
const least = 0.01;

export interface Progress {
  readonly progress: number;
  readonly eta_relative: number;
  readonly state: Readonly<Record<string, unknown>>;
  readonly current_image: string | null;
  readonly textinfo: string | null;
}

/** A time as the web UI writes it, in UTC: `20261231235959`. */
export const timestamp = (ms: number): string => new Date(ms).toISOString().replace(/\D/g, "").slice(0, 14);

/**
 * `runs` are those of one token, oldest first; the oldest is the current one. `image` is its preview in base64. `nowMs`
 * is the time in milliseconds since 1970.
 */
export function progressOf(runs: readonly Run[], image: string | null, nowMs: number): Progress {
  const [run] = runs;
  const job = run?.job;
  const { overall = 0, value = 0, max = 0, expectedEndAtMs = nowMs } = job?.progress ?? {};
  return {
    progress: run === undefined ? 0 : Math.min(Math.max(overall, least), 1),
    eta_relative: Math.max(expectedEndAtMs - nowMs, 0) / 1000,
    state: {
      skipped: false,
      interrupted: run?.signal.aborted ?? false,
      stopping_generation: false,
      job: run?.title ?? "",
      job_count: runs.reduce((sum, { images }) => sum + images, 0),
      job_timestamp: job === undefined ? "0" : timestamp(job.createdAtMs),
      job_no: job?.batch ?? 0,
      sampling_step: value,
      sampling_steps: max,
    },
    current_image: image,
    textinfo: null,
  };
}
