// Whether something is installed that can be started: from records and the disk, in a few milliseconds.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Means } from "../instance.js";
import { headOf } from "../git/repository.js";
import { hasEnvironment, hasTree } from "./snapshot.js";
import { readState } from "./install-state.js";
import { neededSteps, titles } from "./steps.js";
import { versionIn } from "../tree/comfy-version.js";

export interface Installed {
  readonly state: "complete";
  /** 40 hexadecimal digits; absent where it is not known. */
  readonly commit?: string;
  /** As the tree says it of itself, else the tag or branch. */
  readonly version?: string;
  /** What torch was installed for: absent for a ComfyUI that was not installed from here, or that asks for no torch. */
  readonly device?: string;
  /** Of the environment, such as 3.12.3. */
  readonly python?: string;
}
export type InstalledState = Installed | { readonly state: "absent"; readonly reason: string };

const absent = (reason: string): InstalledState => ({ state: "absent", reason });

/** Only texts that are known. */
const known = (facts: Readonly<Record<string, string | undefined>>): Omit<Installed, "state"> =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

/** Of a ComfyUI that was there before. */
async function foreign(means: Means): Promise<InstalledState> {
  const { comfy } = means.layout;
  if (!existsSync(join(comfy, "main.py"))) return absent(`there is no main.py in ${comfy}`);
  const isRepository = existsSync(join(comfy, ".git"));
  const head = isRepository ? await headOf(means, { folder: comfy }).catch(() => undefined) : undefined;
  return { state: "complete", ...known({ commit: head?.commit, version: await versionIn(comfy) }) };
}

/** Rejects with `MANAGED_STATE_UNREADABLE`. */
export async function installedState(means: Means): Promise<InstalledState> {
  const { layout } = means;
  if (!layout.isOurs) return foreign(means);
  const { steps } = await readState(layout.installState);
  if (steps.clone === undefined) return absent(`nothing is installed in ${layout.root}`);
  const open = neededSteps.find((id) => steps[id]?.status !== "finished");
  if (open !== undefined) return absent(`its installation ended at the step "${titles[open]}"`);
  if (!hasTree(layout)) return absent(`${layout.comfy} is missing or damaged`);
  if (!hasEnvironment(layout))
    return absent(`its Python environment in ${layout.venv ?? ""} is missing or damaged`);
  const { clone, torch, environment } = steps;
  return {
    state: "complete",
    ...known({
      commit: clone.facts["commit"],
      version: (await versionIn(layout.comfy)) ?? clone.facts["version"],
      device: torch?.facts["device"],
      python: environment?.facts["python"],
    }),
  };
}
