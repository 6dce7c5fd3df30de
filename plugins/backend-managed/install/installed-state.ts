// Whether a startable installation exists, by records and disk; takes milliseconds.

import { withoutUndefined } from "@pictor/kernel/plugin";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { managedFault } from "../faults.js";
import type { Instance } from "../instance.js";
import { readHead } from "../git/repository.js";
import { hasEnvironment, hasTree } from "./snapshot.js";
import { readState } from "./install-state.js";
import { requiredSteps, stepTitles } from "./steps.js";
import { readTreeVersion } from "../tree/comfy-version.js";

export interface Installed {
  readonly state: "complete";
  /** The commit as 40 hexadecimal digits; absent if unknown. */
  readonly commit?: string;
  /** The version from ComfyUI's own files, else the tag or branch. */
  readonly version?: string;
  /** The device that torch was installed for; absent for a ComfyUI that Pictor did not install, or without torch. */
  readonly device?: string;
  /** Python version of the environment, such as 3.12.3. */
  readonly python?: string;
}
export type InstalledState = Installed | { readonly state: "absent"; readonly reason: string };

const absent = (reason: string): InstalledState => ({ state: "absent", reason });

/** Why a folder is no ComfyUI: people name the folder around it, or that of ComfyUI Desktop's data. */
function noComfy(folder: string): string {
  const reason = `there is no main.py in ${folder}`;
  const inside = join(folder, "ComfyUI");
  if (existsSync(join(inside, "main.py"))) return `${reason}, but there is one in ${inside}`;
  if (!existsSync(join(folder, "custom_nodes"))) return reason;
  return `${reason}, which has custom_nodes, as the data of ComfyUI Desktop: name the folder of its program (resources/ComfyUI of the app), and this one with --base-directory in launch.arguments`;
}

/** The state of a ComfyUI that Pictor did not install. */
async function foreignState(instance: Instance): Promise<InstalledState> {
  const { comfy } = instance.layout;
  if (!existsSync(join(comfy, "main.py"))) return absent(noComfy(comfy));
  const isRepository = existsSync(join(comfy, ".git"));
  const head = isRepository ? await readHead(instance, { folder: comfy }).catch(() => undefined) : undefined;
  const version = await readTreeVersion(comfy);
  return withoutUndefined({ state: "complete", commit: head?.commit, version });
}

/** Determines the state of the installation. Rejects with `MANAGED_STATE_UNREADABLE`. */
export async function installedState(instance: Instance): Promise<InstalledState> {
  const { layout } = instance;
  if (!layout.isOurs) return foreignState(instance);
  const { steps } = await readState(layout.installState);
  if (steps.clone === undefined) return absent(`nothing is installed in ${layout.root}`);
  const open = requiredSteps.find((id) => steps[id]?.status !== "finished");
  if (open !== undefined) return absent(`its installation ended at the step "${stepTitles[open]}"`);
  if (!hasTree(layout)) return absent(`${layout.comfy} is missing or damaged`);
  if (!hasEnvironment(layout))
    return absent(`its Python environment in ${layout.venv ?? ""} is missing or damaged`);
  const { clone, torch, environment } = steps;
  return withoutUndefined({
    state: "complete",
    commit: clone.facts["commit"],
    version: (await readTreeVersion(layout.comfy)) ?? clone.facts["version"],
    device: torch?.facts["device"],
    python: environment?.facts["python"],
  });
}

/** Rejects with `MANAGED_NOT_INSTALLED`, `MANAGED_COMFYUI_ABSENT` for a folder of the user, and as `installedState` does. */
export async function requireInstalled(instance: Instance): Promise<Installed> {
  const found = await installedState(instance);
  if (found.state === "complete") return found;
  const code = instance.layout.isOurs ? "MANAGED_NOT_INSTALLED" : "MANAGED_COMFYUI_ABSENT";
  throw managedFault(code, { name: instance.name, reason: found.reason });
}
