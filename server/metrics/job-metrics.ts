// The numbers of the jobs of this server for Prometheus: those that run now, and those that have ended since it was started.

import { isEnded, type Job } from "@pictor/client";
import { createCounter, createHistogram, durationBounds, type Metric } from "@pictor/features/metrics";

export interface JobMetrics {
  /** Counts a job that has just ended. */
  ended(job: Job): void;
  metrics(jobs: readonly Job[]): readonly Metric[];
}

/** The jobs that have not ended, by state. */
function openJobs(jobs: readonly Job[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const job of jobs.filter((each) => !isEnded(each)))
    counts.set(job.state, (counts.get(job.state) ?? 0) + 1);
  return counts;
}

export function createJobMetrics(): JobMetrics {
  const ended = createCounter();
  const durations = createHistogram(durationBounds);
  const waits = createHistogram(durationBounds);
  return {
    ended({ state: result, createdAtMs, startedAtMs, endedAtMs = createdAtMs }) {
      ended.add({ result });
      durations.observe((endedAtMs - createdAtMs) / 1000, { result });
      if (startedAtMs !== undefined) waits.observe((startedAtMs - createdAtMs) / 1000);
    },
    metrics: (jobs) => [
      {
        name: "pictor_jobs",
        type: "gauge",
        help: "Jobs of this server that have not ended, by state.",
        samples: [...openJobs(jobs)].map(([state, value]) => ({ labels: { state }, value })),
      },
      {
        name: "pictor_jobs_ended_total",
        type: "counter",
        help: "Jobs that have ended since the server was started, by result.",
        samples: ended.samples(),
      },
      {
        name: "pictor_job_seconds",
        type: "histogram",
        help: "Seconds from the submission of a job to its end, by result.",
        samples: durations.samples(),
      },
      {
        name: "pictor_job_wait_seconds",
        type: "histogram",
        help: "Seconds from the submission of a job until a backend began its first batch.",
        samples: waits.samples(),
      },
    ],
  };
}
