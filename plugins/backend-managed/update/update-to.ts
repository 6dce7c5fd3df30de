// An update that is whole or undone: another commit, its packages, and a start that shows whether it works.

import { PictorError, reasonOf, type InstallUpdate } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import { treeFacts } from "../install/step-actions.js";
import type { Facts } from "../install/machine-facts.js";
import { performSteps } from "../install/perform-steps.js";
import { planSteps } from "../install/plan-steps.js";
import type { Report } from "../install/progress-report.js";
import { look } from "../install/snapshot.js";
import { readState, stateFormat, writeState, type PendingUpdate } from "../install/install-state.js";
import { stepIds, type StepRecord } from "../install/steps.js";
import { resolveTarget } from "../tree/comfy-version.js";
import type { Means } from "../instance.js";
import { backUp, dropBackup } from "./environment-backup.js";
import { repairTree } from "../tree/repair-tree.js";
import type { ServerControl } from "./server-control.js";
import { fetchTarget, moveTree, placeOf, saveChanges } from "../tree/move-tree.js";
import { undo } from "./undo-update.js";

const packageSteps = stepIds.filter((id) => id !== "clone");

const shortName = (version: string | undefined, commit: string): string => version ?? commit.slice(0, 10);
const namesOf = (from: StepRecord["facts"], to: StepRecord["facts"]): InstallUpdate =>
  from["version"] !== to["version"] || from["commit"] === to["commit"]
    ? {
        from: shortName(from["version"], from["commit"] ?? ""),
        to: shortName(to["version"], to["commit"] ?? ""),
      }
    : { from: shortName(undefined, from["commit"] ?? ""), to: shortName(undefined, to["commit"] ?? "") };

export interface UpdateWork {
  readonly means: Means;
  readonly facts: Facts;
  readonly server: ServerControl;
  readonly report: Report;
}

/** Step `clone` is recorded as done with what the settings say now, whichever version was asked for. */
async function recordTree({ means, facts }: UpdateWork, learnt: StepRecord["facts"]): Promise<void> {
  const { layout, clock } = means;
  const inputs = planSteps(await look(means, facts)).find(({ id }) => id === "clone")?.inputs ?? "";
  const state = await readState(layout.installState);
  const before = state.steps.clone;
  // What rests on the tree is done again only for another one.
  const isSame = before !== undefined && before.facts["commit"] === learnt["commit"];
  const at = isSame ? before.at : new Date(clock.now()).toISOString();
  const clone: StepRecord = { status: "finished", inputs, at, facts: learnt };
  await writeState(layout.installState, { ...state, steps: { ...state.steps, clone } });
}

/**
 * Rejects with `MANAGED_UPDATE_UNDONE` when the new version cannot be installed or does not start, with
 * `MANAGED_LOCAL_CHANGES` when it does not fit to what a person changed, and with `MANAGED_VERSION_UNKNOWN`; then the
 * old one is as it was, and runs when it ran before.
 */
export async function updateTo(work: UpdateWork, version: string): Promise<InstallUpdate> {
  const { means, facts, server, report } = work;
  const { layout } = means;
  const tool = report.work;
  const { steps } = await readState(layout.installState);
  const before = steps.clone?.facts ?? {};
  const known = before["commit"];
  report.expect(8);
  report.step("fetch", "Fetch");
  if (known !== undefined) await repairTree(means, known, tool);
  const target = await resolveTarget(means, version, tool);
  const commit = await fetchTarget(means, target, tool);
  const from = await placeOf(means, tool);
  if (commit === from.commit) {
    await recordTree(work, await treeFacts(means, target.name, tool));
    const isDone = planSteps(await look(means, facts)).every(({ state }) => state === "done");
    if (isDone) return namesOf(before, before);
  }
  const changes = await saveChanges(means, known, target.name, tool);

  const wasRunning = await server.isRunning();
  report.step("stop", "Stop");
  if (wasRunning) await server.stop();
  const update: PendingUpdate = {
    from: { ...from, name: shortName(before["version"], from.commit) },
    to: target.name,
    ...(changes === undefined ? {} : { localChanges: changes }),
    steps,
  };
  await dropBackup(layout.venv ?? "");
  await writeState(layout.installState, { format: stateFormat, steps, update });
  try {
    report.step("clone", "ComfyUI");
    await moveTree(means, { from, commit, name: target.name, changes }, tool);
    const after = await treeFacts(means, target.name, tool);
    report.step("backup", "Copy of the environment");
    await backUp(layout.venv ?? "", tool.signal);
    await recordTree(work, after);
    const open = planSteps(await look(means, facts)).filter(({ state }) => state === "pending");
    report.expect(open.length + 1);
    await performSteps(means, facts, report, packageSteps);
    report.step("start", "Start");
    await server.tryStart({ isNew: true });
    await commitUpdate(means);
    if (!wasRunning) await server.stop();
    await dropBackup(layout.venv ?? "");
    return namesOf(before, after);
  } catch (error) {
    throw await undone(work, update, wasRunning, error);
  }
}

/** From here on it is not undone any more. */
async function commitUpdate({ layout }: Means): Promise<void> {
  const { steps } = await readState(layout.installState);
  await writeState(layout.installState, { format: stateFormat, steps });
}

/** What to reject with: why, once everything is back. */
async function undone(
  { means, server, report }: UpdateWork,
  update: PendingUpdate,
  wasRunning: boolean,
  error: unknown,
): Promise<unknown> {
  const { log, work } = report;
  const { name, layout } = means;
  // It went well, and only something after it did not.
  if ((await readState(layout.installState)).update === undefined) return error;
  log.write(`!! ${reasonOf(error)}`);
  report.step("undo", "Back to the old version");
  // Not ended by the same Ctrl-C: it takes seconds.
  const onLine = work.onLine === undefined ? {} : { onLine: work.onLine };
  try {
    if (await server.isRunning()) await server.stop();
    await undo(means, update, onLine);
  } catch (failure) {
    log.write(`!! ${reasonOf(failure)}`);
    return work.signal?.aborted === true ? work.signal.reason : failure;
  }
  const restarted = wasRunning ? await startAgain(server) : "";
  if (work.signal?.aborted === true) return work.signal.reason;
  if (error instanceof PictorError && error.code === "MANAGED_LOCAL_CHANGES") return error;
  const details = { name, from: update.from.name, to: update.to, reason: reasonOf(error), restarted };
  const more = error instanceof PictorError ? { reasonCode: error.code } : {};
  return managedFault("MANAGED_UPDATE_UNDONE", { ...details, log: log.file }, { cause: error, more });
}

const startAgain = (server: ServerControl): Promise<string> =>
  server.tryStart().then(
    () => " and runs again",
    (error: unknown) => `, but it did not start again (${reasonOf(error).replace(/\.$/, "")})`,
  );
