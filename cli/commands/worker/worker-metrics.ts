// The numbers of a worker for Prometheus.

import type { MembersFacet, WorkEvent } from "@pictor/kernel";
import {
  createCounter,
  createHistogram,
  durationBounds,
  farmMetrics,
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

const flag = (value: boolean): number => (value ? 1 : 0);

function stateMetrics({ name: worker, backend, queue }: WorkerPlan, state: WorkerState): readonly Metric[] {
  return [
    {
      name: "pictor_worker_info",
      type: "gauge",
      help: "The worker, the instance that runs its prompts, and its queue.",
      samples: [{ labels: { worker, backend, queue }, value: 1 }],
    },
    {
      name: "pictor_worker_ready",
      type: "gauge",
      help: "Whether the worker takes prompts.",
      samples: [{ value: flag(notReady(state) === undefined) }],
    },
    {
      name: "pictor_worker_connected",
      type: "gauge",
      help: "Whether the worker is connected to its queue.",
      samples: [{ value: flag(state.connection === "open") }],
    },
    {
      name: "pictor_worker_running",
      type: "gauge",
      help: "Prompts that the worker runs.",
      samples: [{ value: state.running.length }],
    },
  ];
}

export function createWorkerMetrics(plan: WorkerPlan, members: MembersFacet | undefined): WorkerMetrics {
  const ended = createCounter();
  const warnings = createCounter();
  const durations = createHistogram(durationBounds);
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
        {
          name: "pictor_worker_prompts_total",
          type: "counter",
          help: "Prompts that have ended, by their result.",
          samples: ended.samples(),
        },
        {
          name: "pictor_worker_prompt_seconds",
          type: "histogram",
          help: "Seconds from the beginning of a prompt to its end, by its result.",
          samples: durations.samples(),
        },
        {
          name: "pictor_worker_warnings_total",
          type: "counter",
          help: "Warnings by their code, such as QUEUE_REDIS_NOT_DURABLE for a Redis that could lose prompts.",
          samples: warnings.samples(),
        },
        ...farm,
        ...processMetrics(Date.now()),
      ]);
    },
  };
}
