// The state of an installation at one moment: settings, machine, records, disk, and requirements files.

import { digestOf, withoutUndefined } from "@pictor/kernel/plugin";
import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { managedFault } from "../faults.js";
import { ignoreMissing, isEmptyFolder } from "../file-entries.js";
import type { Layout } from "../layout.js";
import type { Instance } from "../instance.js";
import { modelPathsState, type ModelPathsState } from "../models/write-model-paths.js";
import type { CompleteSettings } from "../settings.js";
import type { Facts } from "./machine-facts.js";
import { type InstallState, readState } from "./install-state.js";

export interface Snapshot {
  readonly layout: Layout;
  readonly settings: CompleteSettings;
  readonly facts: Facts;
  readonly state: InstallState;
  readonly disk: {
    readonly hasTree: boolean;
    readonly hasEnvironment: boolean;
    readonly models: ModelPathsState;
  };
  /** Texts of the requirements files; absent for missing ones. */
  readonly tree: { readonly requirements?: string; readonly managerRequirements?: string };
}

export const hashOf = (value: unknown): string => digestOf(JSON.stringify(value)).slice(0, 32);

const isFull = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** Whether the tree looks like a usable clone. A tree without `.git` was unpacked by another program, or is damaged. */
export const hasTree = ({ comfy }: Layout): boolean =>
  existsSync(join(comfy, "main.py")) &&
  isFull(join(comfy, ".git", "HEAD")) &&
  existsSync(join(comfy, ".git", "objects"));

export const hasEnvironment = ({ venv, python }: Layout): boolean =>
  venv !== undefined && existsSync(python) && existsSync(join(venv, "pyvenv.cfg"));

/** Checks the folders. Rejects with `MANAGED_FOLDER_FOREIGN` when a needed folder has contents that Pictor did not record. */
export async function rejectForeignFolders({ layout }: Instance, { steps }: InstallState): Promise<void> {
  const { root, comfy, venv = "" } = layout;
  const foreign =
    (steps.clone === undefined && !(await isEmptyFolder(comfy)) && comfy) ||
    (steps.environment === undefined && !(await isEmptyFolder(venv)) && venv) ||
    (steps.clone === undefined && existsSync(join(root, "main.py")) && root);
  if (foreign !== false) throw managedFault("MANAGED_FOLDER_FOREIGN", { folder: foreign });
}

/** Changes nothing. Rejects with `MANAGED_STATE_UNREADABLE`. */
export async function takeSnapshot(instance: Instance, facts: Facts): Promise<Snapshot> {
  const { layout, settings } = instance;
  const state = await readState(layout.installState);
  const isThere = hasTree(layout);
  const texts = isThere
    ? await Promise.all(
        ["requirements.txt", "manager_requirements.txt"].map((name) =>
          readFile(join(layout.comfy, name), "utf8").catch(ignoreMissing),
        ),
      )
    : [];
  const [requirements, managerRequirements] = texts;
  return {
    layout,
    settings,
    facts,
    state,
    disk: {
      hasTree: isThere,
      hasEnvironment: hasEnvironment(layout),
      models: await modelPathsState(instance),
    },
    tree: withoutUndefined({ requirements, managerRequirements }),
  };
}
