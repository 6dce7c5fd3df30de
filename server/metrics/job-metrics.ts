// The metrics of this server's jobs for Prometheus: running jobs, and jobs that have ended since the server was started.

import { isEnded, type Job } from "@pictor/client";
import { createCounter, createHistogram, durationBounds, gauge, type Metric } from "@pictor/features/metrics";

/** The jobs that have not ended, by state. */
function openJobs(jobs: readonly Job[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const job of jobs.filter((each) => !isEnded(each)))
    counts.set(job.state, (counts.get(job.state) ?? 0) + 1);
  return counts;
}

export class JobMetrics {
  readonly #ended = createCounter(
    "pictor_jobs_ended_total",
    "Jobs that have ended since the server was started, by result.",
  );
  readonly #durations = createHistogram(
    "pictor_job_seconds",
    "Seconds from the submission of a job to its end, by result.",
    durationBounds,
  );
  readonly #waits = createHistogram(
    "pictor_job_wait_seconds",
    "Seconds from the submission of a job until a backend began its first batch.",
    durationBounds,
  );
  readonly #webhooks = createCounter(
    "pictor_webhooks_total",
    "Webhooks since the server was started, by result.",
  );

  /** Counts a webhook that was accepted or given up. */
  webhookDone(result: "accepted" | "given-up"): void {
    this.#webhooks.add({ result });
  }

  /** Counts a job that has just ended. */
  ended({ state: result, createdAtMs, startedAtMs, endedAtMs = createdAtMs }: Job): void {
    this.#ended.add({ result });
    this.#durations.observe((endedAtMs - createdAtMs) / 1000, { result });
    if (startedAtMs !== undefined) this.#waits.observe((startedAtMs - createdAtMs) / 1000);
  }

  /** `webhooksPending` is the number of webhooks that are not accepted yet. */
  metrics(jobs: readonly Job[], webhooksPending: number): readonly Metric[] {
    return [
      gauge(
        "pictor_jobs",
        "Jobs of this server that have not ended, by state.",
        [...openJobs(jobs)].map(([state, value]) => ({ labels: { state }, value })),
      ),
      this.#ended.metric(),
      this.#durations.metric(),
      this.#waits.metric(),
      gauge("pictor_webhooks_pending", "Webhooks of ended jobs that their receivers have not accepted yet.", [
        { value: webhooksPending },
      ]),
      this.#webhooks.metric(),
    ];
  }
}
