// Updates an instance: another commit, its packages, and a trial start. A failed update is undone.

import { PictorError, reasonOf, type UpdateResult } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import { readTreeFacts } from "../install/tree-step.js";
import { performSteps, type InstallWork } from "../install/perform-steps.js";
import { planNow } from "../install/plan-steps.js";
import { readState, stateFormat, writeState, type PendingUpdate } from "../install/install-state.js";
import { stepIds, type StepRecord } from "../install/steps.js";
import { resolveTarget } from "../tree/comfy-version.js";
import type { Instance } from "../instance.js";
import { backUp, dropBackup } from "./environment-backup.js";
import { repairTree } from "../tree/repair-tree.js";
import type { ServerControl } from "./server-control.js";
import { fetchVersion, checkOutVersion, readTreeHead, saveLocalChanges } from "../tree/move-tree.js";
import { undoUpdate } from "./undo-update.js";

const packageSteps = stepIds.filter((id) => id !== "clone");

const displayName = (version: string | undefined, commit: string): string => version ?? commit.slice(0, 10);
/** Commits name what has the same version. */
function versionNames(from: StepRecord["facts"], to: StepRecord["facts"]): UpdateResult {
  const isSameVersion = from["version"] === to["version"] && from["commit"] !== to["commit"];
  const nameOf = ({ version, commit = "" }: StepRecord["facts"]): string =>
    displayName(isSameVersion ? undefined : version, commit);
  return { from: nameOf(from), to: nameOf(to) };
}

export interface UpdateTask extends InstallWork {
  readonly server: ServerControl;
}

/** Records the step `clone` as done with the current settings, whichever version was requested. */
async function recordTree({ instance, facts }: UpdateTask, learnt: StepRecord["facts"]): Promise<void> {
  const { layout, clock } = instance;
  const inputs = (await planNow(instance, facts)).find(({ id }) => id === "clone")?.inputs ?? "";
  const state = await readState(layout.installState);
  const before = state.steps.clone;
  // The steps that depend on the tree are repeated only for another commit.
  const isSame = before !== undefined && before.facts["commit"] === learnt["commit"];
  const at = isSame ? before.at : new Date(clock.now()).toISOString();
  const clone: StepRecord = { status: "finished", inputs, at, facts: learnt };
  await writeState(layout.installState, { ...state, steps: { ...state.steps, clone } });
}

/**
 * Rejects with `MANAGED_UPDATE_UNDONE` when the new version cannot be installed or does not start, `MANAGED_LOCAL_CHANGES`
 * when it conflicts with local changes, and `MANAGED_VERSION_UNKNOWN`. The old version is restored then, and runs if it ran
 * before.
 */
export async function updateTo(work: UpdateTask, version: string): Promise<UpdateResult> {
  const { instance, facts, server, report } = work;
  const { layout } = instance;
  const tool = report.toolOptions;
  const { steps } = await readState(layout.installState);
  const before = steps.clone?.facts ?? {};
  const known = before["commit"];
  report.expectSteps(8);
  report.step("fetch", "Fetch");
  if (known !== undefined) await repairTree(instance, known, tool);
  const target = await resolveTarget(instance, version, tool);
  const commit = await fetchVersion(instance, target, tool);
  const from = await readTreeHead(instance, tool);
  if (commit === from.commit) {
    await recordTree(work, await readTreeFacts(instance, target.name, tool));
    const isDone = (await planNow(instance, facts)).every(({ state }) => state === "done");
    if (isDone) return versionNames(before, before);
  }
  const changes = await saveLocalChanges(instance, known, target.name, tool);

  const wasRunning = await server.isRunning();
  report.step("stop", "Stop");
  if (wasRunning) await server.stop();
  const update: PendingUpdate = {
    from: { ...from, name: displayName(before["version"], from.commit) },
    to: target.name,
    ...(changes === undefined ? {} : { localChanges: changes }),
    steps,
  };
  await dropBackup(layout.venv ?? "");
  await writeState(layout.installState, { format: stateFormat, steps, update });
  try {
    report.step("clone", "ComfyUI");
    await checkOutVersion(instance, { from, commit, name: target.name, changes }, tool);
    const after = await readTreeFacts(instance, target.name, tool);
    report.step("backup", "Copy of the environment");
    await backUp(layout.venv ?? "", tool.signal);
    await recordTree(work, after);
    const open = (await planNow(instance, facts)).filter(({ state }) => state === "pending");
    report.expectSteps(open.length + 1);
    await performSteps(work, packageSteps);
    report.step("start", "Start");
    await server.tryStart({ isNew: true });
    await commitUpdate(instance);
    if (!wasRunning) await server.stop();
    await dropBackup(layout.venv ?? "");
    return versionNames(before, after);
  } catch (error) {
    throw await rollBack(work, update, wasRunning, error);
  }
}

/** Completes the update, which cannot be undone afterwards. */
async function commitUpdate({ layout }: Instance): Promise<void> {
  const { steps } = await readState(layout.installState);
  await writeState(layout.installState, { format: stateFormat, steps });
}

/** Undoes the update; settles with the error to reject with. */
async function rollBack(
  { instance, server, report }: UpdateTask,
  update: PendingUpdate,
  wasRunning: boolean,
  error: unknown,
): Promise<unknown> {
  const { log, toolOptions } = report;
  const { name, layout } = instance;
  // The update was complete; a later operation failed.
  if ((await readState(layout.installState)).update === undefined) return error;
  log.write(`!! ${reasonOf(error)}`);
  report.step("undo", "Back to the old version");
  // Passes no signal: the abort that ended the update must not interrupt the undo, which takes seconds.
  const { onLine } = toolOptions;
  try {
    if (await server.isRunning()) await server.stop();
    await undoUpdate(instance, update, { onLine });
  } catch (failure) {
    log.write(`!! ${reasonOf(failure)}`);
    return toolOptions.signal?.aborted === true ? toolOptions.signal.reason : failure;
  }
  const restarted = wasRunning ? await restartServer(server) : "";
  if (toolOptions.signal?.aborted === true) return toolOptions.signal.reason;
  if (error instanceof PictorError && error.code === "MANAGED_LOCAL_CHANGES") return error;
  const details = { name, from: update.from.name, to: update.to, reason: reasonOf(error), restarted };
  const more = error instanceof PictorError ? { reasonCode: error.code } : {};
  return managedFault("MANAGED_UPDATE_UNDONE", { ...details, log: log.file }, { cause: error, more });
}

const restartServer = (server: ServerControl): Promise<string> =>
  server.tryStart().then(
    () => " and runs again",
    (error: unknown) => `, but it did not start again (${reasonOf(error).replace(/\.$/, "")})`,
  );
