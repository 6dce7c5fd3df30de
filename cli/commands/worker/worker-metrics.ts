// The numbers of a worker for Prometheus.

import type { MembersFacet, WorkEvent } from "@pictor/kernel";
import {
  createCounter,
  createHistogram,
  durationBounds,
  farmMetrics,
  gauge,
  metricsText,
  processMetrics,
  type Metric,
} from "@pictor/features/metrics";
import type { WorkerPlan } from "./worker-plan.js";
import { notReady, type WorkerState } from "./worker-state.js";

/** Time limit for the state of the queue, in milliseconds; a scrape waits for it. */
const statusTimeoutMs = 2000;

export interface WorkerMetrics {
  count(event: WorkEvent): void;
  /** The text for a scrape. A metric shows whether the queue has answered. */
  text(state: WorkerState): Promise<string>;
}

function stateMetrics({ name: worker, backend, queue }: WorkerPlan, state: WorkerState): readonly Metric[] {
  return [
    gauge("pictor_worker_info", "The worker, the instance that runs its prompts, and its queue.", [
      { labels: { worker, backend, queue }, value: 1 },
    ]),
    gauge("pictor_worker_ready", "Whether the worker takes prompts.", [
      { value: notReady(state) === undefined },
    ]),
    gauge("pictor_worker_connected", "Whether the worker is connected to its queue.", [
      { value: state.connection === "open" },
    ]),
    gauge("pictor_worker_running", "Prompts that the worker runs.", [{ value: state.running.length }]),
  ];
}

export function createWorkerMetrics(plan: WorkerPlan, members: MembersFacet | undefined): WorkerMetrics {
  const ended = createCounter("pictor_worker_prompts_total", "Prompts that have ended, by their result.");
  const warnings = createCounter(
    "pictor_worker_warnings_total",
    "Warnings by their code, such as QUEUE_REDIS_NOT_DURABLE for a Redis that could lose prompts.",
  );
  const durations = createHistogram(
    "pictor_worker_prompt_seconds",
    "Seconds from the beginning of a prompt to its end, by its result.",
    durationBounds,
  );
  return {
    count(event) {
      if (event.type === "warning") warnings.add({ code: event.problem.code });
      if (event.type !== "ended") return;
      ended.add({ result: event.as });
      durations.observe(event.durationMs / 1000, { result: event.as });
    },
    async text(state) {
      const signal = AbortSignal.timeout(statusTimeoutMs);
      const status = await members?.status({ signal }).catch(() => undefined);
      const farm =
        members === undefined
          ? []
          : farmMetrics([{ backend: plan.queue, status }], ({ name }) => name === plan.name);
      return metricsText([
        ...stateMetrics(plan, state),
        ended.metric(),
        durations.metric(),
        warnings.metric(),
        ...farm,
        ...processMetrics(Date.now()),
      ]);
    },
  };
}
