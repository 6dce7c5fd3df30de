// Runs one change through the Manager and turns a refusal or failure into an error.

import { extensionFault, findInstalled } from "@pictor/extensions";
import type { ChangeOptions, ExtensionAction } from "@pictor/kernel/plugin";
import type { ManagerContext } from "../manager/pack-index.js";
import { adviceOnRefusal, isManagerItself } from "../manager/refusal-advice.js";
import { runTask } from "../manager/run-task.js";
import type { ManagerTask } from "../manager/task-bodies.js";
import { lastLineOf, listWithManager, type ListedExtension } from "./list-extensions.js";

/**
 * Runs a task; throws if it was refused or has failed. `skipped`: the Manager reports that there was nothing to do. If
 * no result was received, the change counts as done, and the caller verifies it in the list.
 */
export async function runChange(
  context: ManagerContext,
  task: ManagerTask,
  action: ExtensionAction,
  id: string,
  options: ChangeOptions,
): Promise<"done" | "skipped"> {
  const { manager, server } = context;
  const { name: backend } = server;
  if (isManagerItself(id)) {
    const reason = "it does not change itself";
    const advice = "Update the Manager on the server's machine.";
    throw extensionFault("EXTENSION_REFUSED", { backend, action, id, reason, advice });
  }
  options.progress?.(`ComfyUI-Manager: ${action} ${id}`);
  const outcome = await runTask(context, task, {
    signal: options.signal,
    onQueued(ahead) {
      if (ahead > 0) options.progress?.(`ComfyUI-Manager: ${ahead} other tasks run before ${action} ${id}`);
    },
  });
  const refused = (subject: ExtensionAction | "address"): Error =>
    extensionFault("EXTENSION_REFUSED", { backend, action, id, ...adviceOnRefusal(manager, subject) });
  if (outcome.kind === "refused") {
    const { status } = outcome;
    if (status === 404 && task.kind === "clone") throw refused("address");
    if (status < 500 && status !== 400) throw refused(action);
    throw changeFault(context, action, id, `ComfyUI-Manager answered with status ${status}`);
  }
  const { result } = outcome;
  if (result === "failed") throw refused(action);
  if (result !== undefined && result !== "success" && result !== "skip") {
    const line = (lastLineOf(result) ?? "nothing").replace(/\.$/, "");
    throw changeFault(context, action, id, `ComfyUI-Manager reports: ${line}`);
  }
  return result === "skip" ? "skipped" : "done";
}

const failureCodes = { install: "EXTENSION_INSTALL_FAILED", update: "EXTENSION_UPDATE_FAILED" } as const;
const failureAdvice =
  "See the log of the server for the cause; then try again, or make the change on the server's machine yourself.";

export function changeFault(
  { server: { name: backend } }: ManagerContext,
  action: ExtensionAction,
  id: string,
  reason: string,
): Error {
  const details = { backend, id, reason, advice: failureAdvice };
  return action === "install" || action === "update"
    ? extensionFault(failureCodes[action], details)
    : extensionFault("EXTENSION_CHANGE_FAILED", { ...details, action });
}

/** The reason for a failure that only the Manager's list shows. */
export const notListedReason = "the task of ComfyUI-Manager has ended, but its list does not show the change";

/** Finds an installed extension, as `findInstalled` does. */
export const findById = async (
  context: ManagerContext,
  id: string,
  options: ChangeOptions,
): Promise<ListedExtension> =>
  findInstalled(context.server.name, id, await listWithManager(context, options), ({ pack }) => pack.folder);
