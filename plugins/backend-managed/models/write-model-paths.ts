// The file of paths for the model folders of the settings: compares its section `pictor` with the settings and updates it.

import { existsSync } from "node:fs";
import { readdir, readFile, realpath, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { absolutePath, ensureFolder, reasonOf, systemCode } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import { withFolderFaults } from "../folder-faults.js";
import type { Instance } from "../instance.js";
import { editSection, sectionIn } from "./edit-section.js";
import { buildSection, type Section } from "./paths-section.js";

type ModelSettings = Pick<Instance, "layout" | "settings">;

/** `none`: neither the settings nor the file have model folders of Pictor. */
export type ModelPathsState = "none" | "current" | "stale";

/**
 * The file of paths that ComfyUI reads without being told. Newer versions ignore extra_model_paths.yaml beside an
 * extra_paths.yaml, which an owner of the folder may have made.
 */
export function comfyPathsFile({ layout }: Pick<Instance, "layout">): string {
  const newer = join(layout.comfy, "extra_paths.yaml");
  return existsSync(newer) ? newer : join(layout.comfy, "extra_model_paths.yaml");
}

/**
 * The file that Pictor writes: of a ComfyUI that somebody else installed, whose folder may be a signed app, one of the
 * instance's own.
 */
export const modelPathsFile = ({ layout }: Pick<Instance, "layout">): string =>
  layout.isOurs ? comfyPathsFile({ layout }) : join(layout.root, "extra_model_paths.yaml");

/** The written file, if ComfyUI must be told of it. */
export function passedPathsFile({ layout }: Pick<Instance, "layout">): string | undefined {
  const file = modelPathsFile({ layout });
  return !layout.isOurs && existsSync(file) ? file : undefined;
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return undefined;
    throw managedFault("MANAGED_MODELS_FILE", { file, reason: reasonOf(error) }, { cause: error });
  }
}

/** Names of the subfolders; empty for a missing folder. */
async function foldersIn(directory: string | undefined): Promise<readonly string[]> {
  if (directory === undefined) return [];
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** ComfyUI resolves relative paths from its own folder; in the settings they start in the working folder. */
async function configuredSection({ settings: { models } }: ModelSettings): Promise<Section | undefined> {
  const directory = models.directory === undefined ? undefined : absolutePath(models.directory, ".");
  const { directory: _, ...rest } = models;
  const settings = directory === undefined ? rest : { ...rest, directory };
  return buildSection(settings, await foldersIn(directory));
}

/** Compares the file with the settings and writes nothing. Rejects with `MANAGED_MODELS_FILE` or `MANAGED_MODELS_FOLDER`. */
export async function modelPathsState(source: ModelSettings): Promise<ModelPathsState> {
  const wanted = await configuredSection(source);
  const text = await textOf(modelPathsFile(source));
  const found = text === undefined ? undefined : sectionIn(text);
  if (wanted === undefined && found === undefined) return "none";
  return isDeepStrictEqual(found, wanted) ? "current" : "stale";
}

/**
 * Updates the file if it differs from the settings; call this before each start. Deletes a file that would become
 * empty. Rejects with `MANAGED_MODELS_FILE` for a file that is not valid YAML, which is not changed, with
 * `MANAGED_MODELS_FOLDER`, and with `MANAGED_DISK_FULL` or `MANAGED_FOLDER_NOT_WRITABLE` for a file that the system
 * refuses to write.
 */
export async function writeModelPaths(source: ModelSettings): Promise<void> {
  if ((await modelPathsState(source)) !== "stale") {
    return;
  }
  const file = modelPathsFile(source);
  const text = (await textOf(file)) ?? "";
  const edited = editSection(text, await configuredSection(source));
  if (edited.kind === "broken") throw managedFault("MANAGED_MODELS_FILE", { file, reason: edited.reason });
  const target = await realpath(file).catch(() => file);
  await withFolderFaults(dirname(target), async () => {
    if (edited.text.trim() === "") return rm(file, { force: true });
    const { replaceFile } = await import("@pictor/locks");
    await ensureFolder(dirname(target));
    await replaceFile(target, edited.text);
  });
}
