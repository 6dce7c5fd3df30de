// The text that Prometheus reads from this server.

import type { Pictor } from "@pictor/host";
import type { Clock } from "@pictor/kernel";
import { farmMetrics, metricsText, processMetrics, type FarmReading } from "@pictor/features/metrics";
import type { JobRegistry } from "../jobs/job-registry.js";
import type { Webhooks } from "../webhooks/webhooks.js";
import type { JobMetrics } from "./job-metrics.js";

/** Time limit for the state of a backend with members, in milliseconds; a scrape waits for all of them at once. */
const statusTimeoutMs = 2000;

export interface ServerMetricsDependencies {
  readonly pictor: Pick<Pictor, "openedBackends">;
  readonly jobs: Pick<JobRegistry, "list">;
  readonly jobMetrics: JobMetrics;
  readonly webhooks: Pick<Webhooks, "pending">;
  readonly clock: Clock;
  readonly version: string;
}

/** The state of the members of each open backend that has any. No backend is opened for it. */
function readFarms(
  { pictor }: Pick<ServerMetricsDependencies, "pictor">,
  given: AbortSignal,
): Promise<readonly FarmReading[]> {
  const signal = AbortSignal.any([given, AbortSignal.timeout(statusTimeoutMs)]);
  const readings = pictor.openedBackends().flatMap(({ instance: { name }, backend }) => {
    const { members } = backend.facets;
    if (members === undefined) return [];
    const read = async (): Promise<FarmReading> => ({
      backend: name,
      status: await members.status({ signal }).catch(() => undefined),
    });
    return [read()];
  });
  return Promise.all(readings);
}

export async function serverMetricsText(
  deps: ServerMetricsDependencies,
  signal: AbortSignal,
): Promise<string> {
  const { jobs, jobMetrics, webhooks, clock, version } = deps;
  return metricsText([
    {
      name: "pictor_info",
      type: "gauge",
      help: "The version of the server.",
      samples: [{ labels: { version }, value: 1 }],
    },
    ...jobMetrics.metrics(jobs.list(), webhooks.pending),
    ...farmMetrics(await readFarms(deps, signal)),
    ...processMetrics(clock.now()),
  ]);
}
