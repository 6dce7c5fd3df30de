// One change by the Manager: asked for and waited for; what its result says of a failure becomes an error.

import { extensionFault, isSame } from "@pictor/extensions";
import type { ChangeOptions, ExtensionAction } from "@pictor/kernel/plugin";
import { adviceFor, isManagersOwn } from "./advice.js";
import { lastLine } from "./listing.js";
import type { Found } from "./listing.js";
import type { Step } from "./steps.js";
import type { Sources } from "./targets.js";
import { runTask } from "./tasks.js";
import type { Talk } from "./tasks.js";

export interface Changing extends Talk, Sources {
  /** The instance's name, for texts. */
  readonly name: string;
  list(options: ChangeOptions): Promise<readonly Found[]>;
}

const failures = { install: "EXTENSION_INSTALL_FAILED", update: "EXTENSION_UPDATE_FAILED" } as const;
const look = "The log of the server tells more; then try again, or do it by hand where the server runs.";

/**
 * Runs a task; throws what its result says, where it failed. `skipped`: the Manager says that there was nothing to do;
 * where its word was not heard, nobody knows.
 */
export async function runStep(
  changing: Changing,
  step: Step,
  action: ExtensionAction,
  id: string,
  options: ChangeOptions,
): Promise<"done" | "skipped"> {
  const { name: backend, manager } = changing;
  if (isManagersOwn(id)) {
    const reason = "it does not change itself";
    const advice = "Update the Manager where the server runs.";
    throw extensionFault("EXTENSION_REFUSED", { backend, action, id, reason, advice });
  }
  options.progress?.(`ComfyUI-Manager: ${action} ${id}`);
  const outcome = await runTask(changing, step, {
    signal: options.signal,
    waits(ahead) {
      if (ahead > 0) options.progress?.(`ComfyUI-Manager: ${ahead} other tasks before ${action} ${id}`);
    },
  });
  if (outcome.kind === "refused" && outcome.status === 404 && step.kind === "clone")
    throw extensionFault("EXTENSION_REFUSED", { backend, action, id, ...adviceFor(manager, "address") });
  const told = outcome.kind === "ended" ? outcome.told : undefined;
  if (outcome.kind === "refused" ? outcome.status < 500 && outcome.status !== 400 : told === "failed")
    throw extensionFault("EXTENSION_REFUSED", { backend, action, id, ...adviceFor(manager, action) });
  if (outcome.kind === "refused")
    throw failed(changing, action, id, `its Manager answers status ${outcome.status}`);
  if (told !== undefined && told !== "success" && told !== "skip")
    throw failed(changing, action, id, said(told));
  return told === "skip" ? "skipped" : "done";
}

const said = (told: string): string =>
  `its Manager says: ${(lastLine(told) ?? "nothing").replace(/\.$/, "")}`;

export function failed(
  { name: backend }: Changing,
  action: ExtensionAction,
  id: string,
  reason: string,
): Error {
  const details = { backend, id, reason, advice: look };
  return action === "install" || action === "update"
    ? extensionFault(failures[action], details)
    : extensionFault("EXTENSION_CHANGE_FAILED", { ...details, action });
}

export const unseen = "its Manager has ended the task, and its list shows no such change";

/** The one that is meant. Throws EXTENSION_NOT_INSTALLED or EXTENSION_AMBIGUOUS. */
export async function find(changing: Changing, id: string, options: ChangeOptions): Promise<Found> {
  const found = (await changing.list(options)).filter(({ extension }) => isSame(id, extension));
  const [first] = found;
  const backend = changing.name;
  if (first === undefined) throw extensionFault("EXTENSION_NOT_INSTALLED", { backend, id, suggestion: "" });
  if (found.length === 1) return first;
  const places = found.map(({ listed }) => listed.place).join(", ");
  throw extensionFault("EXTENSION_AMBIGUOUS", { backend, id, places });
}
