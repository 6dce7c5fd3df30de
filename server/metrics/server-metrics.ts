// The text that Prometheus reads from this server.

import type { Pictor } from "@pictor/host";
import { raceAbort, type Backend, type Clock } from "@pictor/kernel";
import { openRequestedBackend, requireInstance } from "@pictor/features/backends";
import { farmMetrics, gauge, metricsText, processMetrics, type FarmReading } from "@pictor/features/metrics";
import type { JobRegistry } from "../jobs/job-registry.js";
import type { Webhooks } from "../webhooks/webhooks.js";
import type { JobMetrics } from "./job-metrics.js";

/** Time limit for the state of a backend with members, in milliseconds; a scrape waits for all of them at once. */
const statusTimeoutMs = 2000;

type Backends = Pick<Pictor, "backends" | "openBackend" | "openedBackends">;

/** The open backends, and the named ones; undefined for one that cannot be opened. Throws `API_THING_UNKNOWN`. */
async function backendsFor(
  pictor: Backends,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Backend | undefined>> {
  for (const name of names) requireInstance(pictor, name);
  const open = pictor.openedBackends().map(({ instance, backend }) => [instance.name, backend] as const);
  const asked = names.map(async (name) => {
    const opening = raceAbort(signal, openRequestedBackend(pictor, name));
    const { backend } = await opening.catch(() => ({ backend: undefined }));
    return [name, backend] as const;
  });
  return new Map([...open, ...(await Promise.all(asked))]);
}

/** The state of the members of each backend that has members, and an entry for each backend that cannot be opened. */
async function readFarms(
  pictor: Backends,
  names: readonly string[],
  given: AbortSignal,
): Promise<readonly FarmReading[]> {
  const signal = AbortSignal.any([given, AbortSignal.timeout(statusTimeoutMs)]);
  const backends = [...(await backendsFor(pictor, names, signal))];
  const readings = backends.map(async ([name, backend]): Promise<readonly FarmReading[]> => {
    const members = backend?.facets.members;
    if (backend !== undefined && members === undefined) return [];
    return [{ backend: name, status: await members?.status({ signal }).catch(() => undefined) }];
  });
  return (await Promise.all(readings)).flat();
}

/** `backends` are the names of backends to open for the scrape if they are not open. */
export async function serverMetricsText(
  server: {
    readonly pictor: Backends;
    readonly jobs: Pick<JobRegistry, "list">;
    readonly jobMetrics: JobMetrics;
    readonly webhooks: Pick<Webhooks, "pending">;
    readonly clock: Clock;
    readonly version: string;
  },
  backends: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const { pictor, jobs, jobMetrics, webhooks, clock, version } = server;
  return metricsText([
    gauge("pictor_info", "The version of the server.", [{ labels: { version }, value: 1 }]),
    ...jobMetrics.metrics(jobs.list(), webhooks.pending),
    ...farmMetrics(await readFarms(pictor, backends, signal)),
    ...processMetrics(clock.now()),
  ]);
}
