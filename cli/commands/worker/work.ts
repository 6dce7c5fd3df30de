// Opens both instances of a worker, serves its health address, and works until it is drained.

import type { Pictor } from "@pictor/host";
import type { Clock } from "@pictor/kernel";
import { loadTracing } from "@pictor/services";
import { withFacet } from "@pictor/features/backends";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { UsageError } from "../../base/usage-error.js";
import type { Terminal } from "../../output/terminal.js";
import { requireBackends } from "../../session/require-backends.js";
import { openHealthServer } from "./health-server.js";
import { workLine, workRecord, type LogEvent } from "./worker-log.js";
import { WorkTraces } from "./work-traces.js";
import { createWorkerMetrics } from "./worker-metrics.js";
import type { WorkerPlan } from "./worker-plan.js";
import type { WorkerSignals } from "./worker-signals.js";
import { notReady, startingWorker, workerStateAfter } from "./worker-state.js";

export interface WorkTools {
  readonly terminal: Terminal;
  readonly signals: Pick<WorkerSignals, "drain" | "now">;
  readonly clock: Clock;
}

/** Milliseconds in which the facet may end its connections after the second signal. */
const stopLimitMs = 3000;

/** Waits for the work, but not longer than a limit after the signal was aborted. Rejects as the work does. */
function withStopLimit(working: Promise<void>, signal: AbortSignal, clock: Clock): Promise<void> {
  let cancel = (): void => undefined;
  const limit = new Promise<void>((resolve) =>
    signal.addEventListener("abort", () => {
      cancel = clock.after(stopLimitMs, resolve);
    }),
  );
  return Promise.race([working, limit]).finally(() => cancel());
}

/** Opens the queue and the backend. Throws `BACKEND_UNKNOWN`, `BACKEND_CANNOT`, or a UsageError for a circle. */
async function openBoth(pictor: Pictor, { backend: name, queue }: WorkerPlan, signal: AbortSignal) {
  requireBackends(pictor, [name, queue]);
  const { facet, backend: opened } = withFacet(await pictor.openBackend(queue), "work");
  const { backend } = await pictor.openBackend(name);
  const own = (await backend.facets.members?.status({ signal }))?.members ?? [];
  if (own.some((member) => member.name === queue))
    throw new UsageError(
      "USAGE_OPTION",
      `--backend: ${name} has the queue ${queue} as a member, so its prompts would never reach a server.`,
      "Name a backend whose members are servers.",
    );
  return { facet, backend, members: opened.facets.members };
}

/** Resolves to the exit code when the worker was drained, or was ended at once. */
export async function runWork(
  pictor: Pictor,
  plan: WorkerPlan,
  { terminal, signals, clock }: WorkTools,
): Promise<ExitCode> {
  const write = (event: LogEvent): void => {
    if (terminal.json) terminal.record(workRecord(event, clock.now(), terminal.redact));
    else terminal.note(workLine(event, clock.now()));
  };
  const { facet, backend, members } = await openBoth(pictor, plan, signals.drain);
  const { name: worker, queue, health } = plan;
  write({ type: "opened", worker, queue, backend: plan.backend });
  const metrics = createWorkerMetrics(plan, members);
  const traces = new WorkTraces(await loadTracing(), worker);
  let state = startingWorker;
  const source = { notReady: () => notReady(state), metrics: () => metrics.text(state) };
  const server = health && (await openHealthServer(health, source));
  if (server !== undefined) write({ type: "listening", url: server.url });
  try {
    const working = facet.work(backend, {
      name: worker,
      server: plan.backend,
      drain: signals.drain,
      signal: signals.now,
      report(event) {
        state = workerStateAfter(state, event);
        metrics.count(event);
        traces.observe(event);
        write(event);
      },
    });
    await withStopLimit(working, signals.now, clock);
  } catch (error) {
    // After the second signal the facet rejects with the reason of the signal.
    if (!signals.now.aborted) throw error;
  } finally {
    await server?.close();
  }
  if (!signals.now.aborted) return exitCode("finished");
  write({ type: "stopped" });
  return exitCode("killed");
}
