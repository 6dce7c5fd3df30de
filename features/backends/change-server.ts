// Starts, stops, restarts and updates the server of an instance. A person is asked before jobs are lost.

import type { Backend, ProgressOptions, PromptSummary, UpdateResult } from "@pictor/kernel";
import { isRunning, requireOperation, type OpenedInstance } from "./open-facet.js";

/** The queued and running jobs of all clients; empty if the server does not answer. */
export async function listActiveJobs(
  backend: Backend,
  signal: AbortSignal,
): Promise<readonly PromptSummary[]> {
  const jobs = await backend.prompts({ limit: 0, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof Error) return [];
    throw error;
  });
  return jobs.filter(({ state }) => state === "queued" || state === "running");
}

export interface ServerWork {
  readonly signal: AbortSignal;
  /** Runs a part of the work and shows its steps. */
  withSteps<Result>(run: (options: ProgressOptions) => Promise<Result>): Promise<Result>;
  /** Asks whether the given jobs may be lost. Not called if there are none. */
  mayLose(jobs: readonly PromptSummary[]): Promise<boolean>;
}

/** The question whether jobs may be lost. `verb` names the change as an imperative, such as `Stop`. */
export const lossQuestion = (verb: string, server: string, { length }: readonly PromptSummary[]) => ({
  title: `${verb} ${server}? ${length === 1 ? "1 job is" : `${length} jobs are`} queued or running there and would be lost.`,
  choice: verb.toLowerCase(),
});

/** Whether the server has no jobs, or a person agrees to lose them. */
const mayInterrupt = async ({ mayLose }: ServerWork, jobs: readonly PromptSummary[]): Promise<boolean> =>
  jobs.length === 0 || mayLose(jobs);

/** Starts the server. With `keep`, it continues when this process ends. */
export async function startServer(
  { instance, facet }: OpenedInstance<"lifecycle">,
  { signal, withSteps }: Pick<ServerWork, "signal" | "withSteps">,
  keep: boolean,
): Promise<"started" | "already running"> {
  const start = requireOperation(facet.start, instance, "started");
  const before = await facet.state({ signal });
  if (before.state === "running" && before.owner !== "this") return "already running";
  await withSteps((options) => start.call(facet, { ...options, keep }));
  return "started";
}

export async function stopServer(
  { instance, backend, facet }: OpenedInstance<"lifecycle">,
  work: ServerWork,
): Promise<"stopped" | "not running" | "declined"> {
  const { signal } = work;
  const stop = requireOperation(facet.stop, instance, "stopped");
  const before = await facet.state({ signal });
  // Stops the server. For a crashed server, this clears the crash report.
  if (before.state === "crashed") await stop.call(facet, { signal });
  if (!isRunning(before)) return "not running";
  const jobs = before.state === "running" ? await listActiveJobs(backend, signal) : [];
  if (!(await mayInterrupt(work, jobs))) return "declined";
  await work.withSteps((options) => stop.call(facet, options));
  return "stopped";
}

/** Starts a server that does not run, and keeps it running after this process ends. */
export async function restartServer(
  { backend, facet }: OpenedInstance<"lifecycle">,
  work: ServerWork,
  reason: string,
): Promise<"started" | "restarted" | "declined"> {
  const { signal } = work;
  const before = await facet.state({ signal });
  const { start } = facet;
  if (!isRunning(before) && start !== undefined) {
    await work.withSteps((options) => start.call(facet, { ...options, keep: true }));
    return "started";
  }
  if (!(await mayInterrupt(work, await listActiveJobs(backend, signal)))) return "declined";
  await work.withSteps((options) => facet.restart(reason, options));
  // A server whose owner was killed now belongs to this process, and would end with it.
  const after = await facet.state({ signal });
  if (after.state === "running" && after.owner === "this") await start?.call(facet, { signal, keep: true });
  return "restarted";
}

/**
 * Updates the server to a version, by default to the version in the settings. Resolves to undefined if the person
 * declines.
 */
export async function updateServer(
  { backend, facet }: OpenedInstance<"installation">,
  work: ServerWork,
  version?: string,
): Promise<UpdateResult | undefined> {
  const { signal } = work;
  const state = await backend.facets.lifecycle?.state({ signal });
  const jobs = state !== undefined && isRunning(state) ? await listActiveJobs(backend, signal) : [];
  if (!(await mayInterrupt(work, jobs))) return undefined;
  return work.withSteps((options) => facet.update({ ...options, ...(version !== undefined && { version }) }));
}
