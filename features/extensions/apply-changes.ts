// Applies changes to extensions one by one, then restarts the server. A failed change is undone and does not stop the others.

import type { InstalledExtension, PromptSummary } from "@pictor/kernel";
import type { Confirmation } from "../base/index.js";
import { listActiveJobs, type ServerWork } from "../backends/change-server.js";
import type { Change } from "./extension-changes.js";
import { isRunning, type OpenedInstance } from "../backends/open-facet.js";

export interface ChangeWork extends Pick<ServerWork, "signal" | "withSteps"> {
  /** Shows the sentence that describes a finished change. */
  say(text: string): void;
  /** Shows why a change has failed. */
  failed(error: unknown): void;
  /** Asks whether to restart the server now, which loses the given jobs. */
  mayRestart(jobs: readonly PromptSummary[]): Promise<boolean>;
}

/** The question whether to restart a server now, which would lose the given jobs. */
export const restartQuestion = (server: string, { length }: readonly PromptSummary[]): Confirmation => ({
  title: `Restart ${server} now, so that the change takes effect?`,
  detail: length === 0 ? [] : [`${length === 1 ? "1 job" : `${length} jobs`} on it would be lost.`],
  choice: "restart",
  safeChoice: "later",
});

/** The outcome of the restart, which a running server needs in order to load the changes. */
export type RestartOutcome =
  | { readonly restart: "done" }
  | { readonly restart: "needed"; readonly because: "elsewhere" | "declined" }
  | { readonly restart: "not needed"; readonly because: "not running" | "no change" };

export type ChangesResult = RestartOutcome & {
  readonly extensions: readonly InstalledExtension[];
  /** The errors of the changes that have failed, in order. */
  readonly failures: readonly unknown[];
  /** The changed extensions that the restarted server has not loaded. */
  readonly notLoaded: readonly InstalledExtension[];
};

type Opened = OpenedInstance<"extensions">;

/** `places` are the folders of the extensions that the server should load. */
async function applyEach({ facet }: Opened, changes: readonly Change[], work: ChangeWork) {
  const { signal } = work;
  const extensions: InstalledExtension[] = [];
  const places: string[] = [];
  const failures: unknown[] = [];
  for (const [index, change] of changes.entries()) {
    signal.throwIfAborted();
    const step = { step: change.id, title: change.title, index, count: changes.length };
    try {
      const applied = await work.withSteps((options) => {
        options.progress?.(step);
        const progress = (line: string, fraction?: number): void => {
          options.progress?.({ ...step, line, ...(fraction !== undefined && { fraction }) });
        };
        return change.run(facet, { signal, progress });
      });
      work.say(applied.sentence);
      if (applied.extension === undefined) continue;
      extensions.push(applied.extension);
      if (change.action !== "remove" && change.action !== "disable") places.push(applied.extension.place);
    } catch (error) {
      signal.throwIfAborted();
      work.failed(error);
      failures.push(error);
    }
  }
  return { extensions, places, failures };
}

/** Restarts the server if that is possible and wanted. */
async function restartAfter({ backend }: Opened, work: ChangeWork): Promise<RestartOutcome> {
  const { signal } = work;
  const { lifecycle } = backend.facets;
  if (lifecycle === undefined) return { restart: "needed", because: "elsewhere" };
  if (!isRunning(await lifecycle.state({ signal }))) return { restart: "not needed", because: "not running" };
  if (!(await work.mayRestart(await listActiveJobs(backend, signal))))
    return { restart: "needed", because: "declined" };
  await work.withSteps((options) => lifecycle.restart("Extensions were changed.", options));
  return { restart: "done" };
}

/** Finds the changed extensions that the server did not load. */
async function findNotLoaded({ facet }: Opened, places: readonly string[], signal: AbortSignal) {
  const found = (await facet.list({ signal })).filter(({ place }) => places.includes(place));
  return found.filter(
    ({ enabled, loaded, failure }) => enabled && (loaded === false || failure !== undefined),
  );
}

/** Applies the changes. Rejects only when the signal is aborted, or when the restart fails. */
export async function applyChanges(
  opened: Opened,
  changes: readonly Change[],
  work: ChangeWork,
): Promise<ChangesResult> {
  const { extensions, places, failures } = await applyEach(opened, changes, work);
  if (extensions.length === 0)
    return { extensions, failures, notLoaded: [], restart: "not needed", because: "no change" };
  const outcome = await restartAfter(opened, work);
  const notLoaded = outcome.restart === "done" ? await findNotLoaded(opened, places, work.signal) : [];
  return { ...outcome, extensions, failures, notLoaded };
}
