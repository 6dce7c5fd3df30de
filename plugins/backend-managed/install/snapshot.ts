// The state of an installation at one moment: settings, machine, records, disk, and requirements files.

import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
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

export const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);

const textOf = (file: string): Promise<string | undefined> =>
  readFile(file, "utf8").catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  });

/** Whether a folder exists and is not empty. */
const isFilled = async (folder: string): Promise<boolean> =>
  (await readdir(folder).catch(() => [])).length > 0;

const isFull = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** Whether the tree looks like a usable clone. A tree without `.git` was unpacked by another program, or is damaged. */
export const hasTree = ({ comfy }: Layout): boolean =>
  existsSync(join(comfy, "main.py")) &&
  isFull(join(comfy, ".git", "HEAD")) &&
  existsSync(join(comfy, ".git", "objects"));

export const hasEnvironment = ({ venv, python }: Layout): boolean =>
  venv !== undefined && existsSync(python) && existsSync(join(venv, "pyvenv.cfg"));

/** Rejects with `MANAGED_FOLDER_FOREIGN` when a needed folder has contents that Pictor did not record. */
export async function rejectForeignFolders({ layout }: Instance, { steps }: InstallState): Promise<void> {
  const { root, comfy, venv = "" } = layout;
  const foreign =
    (steps.clone === undefined && (await isFilled(comfy)) && comfy) ||
    (steps.environment === undefined && (await isFilled(venv)) && venv) ||
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
        ["requirements.txt", "manager_requirements.txt"].map((name) => textOf(join(layout.comfy, name))),
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
    tree: {
      ...(requirements === undefined ? {} : { requirements }),
      ...(managerRequirements === undefined ? {} : { managerRequirements }),
    },
  };
}
