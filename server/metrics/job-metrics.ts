// The numbers of the jobs of this server for Prometheus: those that run now, and those that have ended since it was started.

import { isEnded, type Job } from "@pictor/client";
import { createCounter, createHistogram, durationBounds, type Metric } from "@pictor/features/metrics";

export interface JobMetrics {
  /** Counts a job that has just ended. */
  ended(job: Job): void;
  /** Counts a webhook that was accepted or given up. */
  webhookDone(result: "accepted" | "given-up"): void;
  /** `webhooksPending` is the number of webhooks that are not accepted yet. */
  metrics(jobs: readonly Job[], webhooksPending: number): readonly Metric[];
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
  const webhooks = createCounter();
  return {
    webhookDone: (result) => webhooks.add({ result }),
    ended({ state: result, createdAtMs, startedAtMs, endedAtMs = createdAtMs }) {
      ended.add({ result });
      durations.observe((endedAtMs - createdAtMs) / 1000, { result });
      if (startedAtMs !== undefined) waits.observe((startedAtMs - createdAtMs) / 1000);
    },
    metrics: (jobs, webhooksPending) => [
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
      {
        name: "pictor_webhooks_pending",
        type: "gauge",
        help: "Webhooks of ended jobs that their receivers have not accepted yet.",
        samples: [{ labels: {}, value: webhooksPending }],
      },
      {
        name: "pictor_webhooks_total",
        type: "counter",
        help: "Webhooks since the server was started, by result.",
        samples: webhooks.samples(),
      },
    ],
  };
}
