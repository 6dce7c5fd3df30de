// The facet `installation` of an instance, and the check before a start.

import {
  reasonOf,
  type InstallationFacet,
  type InstallStep,
  type ProgressOptions,
} from "@pictor/kernel/plugin";
import { recordEvent } from "../logs/last-event.js";
import { managedFault } from "../faults.js";
import type { Instance, WorkOptions } from "../instance.js";
import type { ServerControl } from "../update/server-control.js";
import { recoverUpdate } from "../update/undo-update.js";
import { updateTo } from "../update/update-to.js";
import { findEmptyCheckpoints } from "./empty-checkpoints.js";
import { gatherFacts, type Facts } from "../install/machine-facts.js";
import { requireArguments } from "../launch/require-arguments.js";
import { installedState, requireInstalled } from "../install/installed-state.js";
import { withInstallLock } from "../locks/install-lock.js";
import { createReport, type Report, installLog, openInstallLog } from "../install/progress-report.js";
import { performSteps } from "../install/perform-steps.js";
import { planNow, type PlannedStep } from "../install/plan-steps.js";
import { rejectForeignFolders } from "../install/snapshot.js";
import { readState } from "../install/install-state.js";

export type Installation = ReturnType<typeof createInstallation>;

const toInstallStep = ({ inputs: _, problem, ...step }: PlannedStep): InstallStep => {
  if (problem === undefined) return step;
  const { code, what, hint } = problem;
  return { ...step, problem: { code, class: problem.class, what, hint } };
};

/** Whether a step changes nothing that a running server uses. */
const isSafeWhileRunning = ({ id, state }: PlannedStep): boolean =>
  state === "done" || id === "space" || id === "models" || id === "verify";

export function createInstallation(instance: Instance, server: ServerControl) {
  const { layout, name, settings } = instance;
  // The trial start of an update calls `ready` too, which must not undo that update.
  let isUpdating = false;

  const requireOwn = (done: string): void => {
    if (layout.isOurs) return;
    throw managedFault("MANAGED_NOT_OURS", { name, folder: layout.comfy, done });
  };
  // A stop also removes the record of a crashed server, which belongs to the version that is undone.
  const stop = (): Promise<void> => server.stop();
  /** Runs `work` under the lock, after an interrupted update was undone. Its signal is aborted too if the lock was lost. */
  const locked = <T>(options: ProgressOptions, work: (own: ProgressOptions) => Promise<T>): Promise<T> =>
    withInstallLock(
      instance,
      "installation",
      async (signal) => {
        await recoverUpdate(instance, stop, { signal });
        return work({ ...options, signal });
      },
      options,
    );

  const reported = async <T>(
    { progress, signal }: ProgressOptions,
    work: (report: Report) => Promise<T>,
  ): Promise<T> => {
    const log = await openInstallLog(instance);
    try {
      return await work(createReport(log, progress, signal));
    } finally {
      await log.end();
    }
  };

  const update = async (facts: Facts, version: string, options: ProgressOptions) => {
    isUpdating = true;
    try {
      const work = (report: Report) => updateTo({ instance, facts, server, report }, version);
      const result = await reported(options, work);
      await recordEvent(instance, `updated from ${result.from} to ${result.to}`);
      return result;
    } catch (error) {
      await recordEvent(instance, `the update to ${version} failed: ${reasonOf(error)}`);
      throw error;
    } finally {
      isUpdating = false;
    }
  };

  const facet: InstallationFacet = {
    logFile: installLog(layout.logs),
    async plan(options = {}) {
      if (!layout.isOurs) return [];
      await rejectForeignFolders(instance, await readState(layout.installState));
      const steps = await planNow(instance, await gatherFacts(instance, { signal: options.signal }));
      return steps.map(toInstallStep);
    },
    emptyModelFolder: () => findEmptyCheckpoints(instance),

    async install(options = {}) {
      requireOwn("installed");
      // Arguments with which no server starts are told before gigabytes are downloaded.
      requireArguments(instance);
      await rejectForeignFolders(instance, await readState(layout.installState));
      await locked(options, async (own) => {
        const facts = await gatherFacts(instance, { signal: own.signal });
        const open = (await planNow(instance, facts)).filter(({ state }) => state === "pending");
        const isComplete = (await installedState(instance)).state === "complete";
        // Another version of a working installation is an update, which can be undone.
        if (isComplete && open.some(({ id }) => id === "clone")) {
          await update(facts, settings.install.version, own);
          return;
        }
        if (open.length === 0) return;
        // Known problems are reported before anything is downloaded.
        for (const { problem } of open) if (problem !== undefined) throw problem;
        const unsafe = open.filter((step) => !isSafeWhileRunning(step));
        if (unsafe.length > 0 && (await server.isRunning())) {
          const steps = unsafe.map(({ title }) => title).join(", ");
          throw managedFault("MANAGED_SERVER_RUNNING", { name, steps });
        }
        await reported(own, (report) => {
          report.expectSteps(open.length);
          return performSteps({ instance, facts, report });
        });
      });
    },

    async update({ version = settings.install.version, ...options } = {}) {
      requireOwn("updated");
      return locked(options, async (own) => {
        await requireInstalled(instance);
        return update(await gatherFacts(instance, { signal: own.signal }), version, own);
      });
    },
  };

  return {
    facet,
    /** Reads records and disk; changes nothing. */
    installedState: () => installedState(instance),
    /**
     * Call this before a start. Undoes an interrupted update, after stopping its server. Settles with the installation.
     * Rejects with `MANAGED_NOT_INSTALLED`, `MANAGED_BUSY` or `MANAGED_UPDATE_STUCK`.
     */
    async ready(options: WorkOptions = {}) {
      if (layout.isOurs && !isUpdating && (await readState(layout.installState)).update !== undefined) {
        const recover = (signal: AbortSignal) => recoverUpdate(instance, stop, { ...options, signal });
        await withInstallLock(instance, "installation", recover, options);
      }
      return requireInstalled(instance);
    },
  };
}
