// Reloads plugins whose files have changed: a new Pictor replaces the old one when no job runs, and only if the changed plugins
// can be loaded.

import { realpathSync } from "node:fs";
import { sep } from "node:path";
import { errorToJson, forgetModules, type Pictor } from "@pictor/host";
import { errorOf, type PictorError } from "@pictor/kernel";
import type { EventLog } from "../events/event-log.js";
import { nextChange } from "../events/next-change.js";
import type { LivePictor } from "./live-pictor.js";

/** The outcome of a reload. */
export interface PluginsReload {
  /** `failed`: the previous plugins are still in use. */
  readonly state: "reloaded" | "failed";
  /** The ids of the plugins in the changed folders. */
  readonly plugins: readonly string[];
  readonly problems: readonly PictorError[];
}

export interface PluginReloaderOptions {
  readonly live: LivePictor;
  readonly log: EventLog;
  createPictor(): Promise<Pictor>;
  /** Whether jobs or operations are running, which must not lose their Pictor. */
  isBusy(): boolean;
  /** Aborted when the server ends. */
  readonly signal: AbortSignal;
}

const realPath = (folder: string): string => {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
};

/** Whether a problem is about a file of the folder. */
const isAbout = ({ details }: PictorError, folder: string): boolean =>
  [details["file"], details["path"], details["folder"]].some(
    (path) => typeof path === "string" && (path === folder || path.startsWith(folder + sep)),
  );

/**
 * An environment that a person has chosen stays active until the server ends, unless it was removed from the
 * configuration.
 */
function keepEnvironment(before: Pictor, next: Pictor): void {
  const chosen = before.environment();
  if (chosen === before.configuration.values.environment) return;
  if (chosen === undefined || Object.hasOwn(next.environments(), chosen)) next.chooseEnvironment(chosen);
}

export class PluginReloader {
  readonly #options: PluginReloaderOptions;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: PluginReloaderOptions) {
    this.#options = options;
  }

  /**
   * `folders` are the folders of the plugins whose files have changed. Waits for earlier reloads and for the end of
   * running jobs.
   */
  reload(folders: readonly string[]): Promise<PluginsReload> {
    const reloading = this.#queue.then(() => this.#reload(folders));
    this.#queue = reloading.catch(() => undefined);
    return reloading;
  }

  /**
   * Reloads the plugin of one folder for a caller who waits. Resolves to false if the reload has to wait for the end of
   * jobs. Rejects with the problem of the plugin.
   */
  async reloadNow(folder: string): Promise<boolean> {
    const reloading = this.reload([folder]);
    if (this.#options.isBusy()) return false;
    const [problem] = (await reloading).problems;
    if (problem !== undefined) throw problem;
    return true;
  }

  async #reload(folders: readonly string[]): Promise<PluginsReload> {
    const { live, log, createPictor, isBusy, signal } = this.#options;
    for (const folder of folders) forgetModules(realPath(folder));
    let next: Pictor;
    try {
      next = await createPictor();
    } catch (error) {
      return this.#publish({ state: "failed", plugins: [], problems: [errorOf(error)] });
    }
    const { plugins, problems } = await this.#examine(next, folders);
    // Nothing is awaited between the last check and the replacement, so that no job can begin in between. Every change of a job
    // or an operation is an event, and is complete when the event has been published.
    while (problems.length === 0 && isBusy() && !signal.aborted) await nextChange(log, signal);
    if (problems.length > 0 || signal.aborted) {
      await next.dispose();
      return this.#publish({ state: "failed", plugins, problems });
    }
    const before = live.replace(next);
    keepEnvironment(before, next);
    await before.dispose();
    return this.#publish({ state: "reloaded", plugins, problems: [] });
  }

  /** Loads the changed plugins, so that a broken one is found while the previous plugins are still in use. */
  async #examine(next: Pictor, folders: readonly string[]): Promise<Omit<PluginsReload, "state">> {
    const changed = next
      .plugins()
      .filter(({ origin }) => folders.some((folder) => realPath(folder) === realPath(origin)));
    const problems: PictorError[] = next
      .problems()
      .filter((one) => folders.some((folder) => isAbout(one, folder)));
    for (const { id, status } of changed) {
      if (status.state === "disabled") continue;
      if (status.state === "failed" && problems.length > 0) continue;
      await next.load(id).catch((error: unknown) => problems.push(errorOf(error)));
    }
    return { plugins: changed.map(({ id }) => id), problems };
  }

  #publish(reload: PluginsReload): PluginsReload {
    const { live, log, signal } = this.#options;
    const problems = reload.problems.map((problem) => errorToJson(problem, live.view.redact));
    const event = { type: "plugins", change: reload.state, plugins: reload.plugins, problems };
    if (!signal.aborted) log.publish(event);
    return reload;
  }
}
