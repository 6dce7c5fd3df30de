// extra_model_paths.yaml beside main.py: read, compared with the settings, written whole or not at all.

import { readdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { reasonOf, systemCode } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import type { Instance } from "../instance.js";
import { editSection, sectionIn } from "./edit-section.js";
import { expandHome, buildSection, type Section } from "./paths-section.js";

type ModelSettings = Pick<Instance, "layout" | "settings">;

/** `none`: neither the settings nor the file speak of it. */
export type ModelPathsState = "none" | "current" | "stale";

export const modelPathsFile = ({ layout }: Pick<Instance, "layout">): string =>
  join(layout.comfy, "extra_model_paths.yaml");

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw managedFault("MANAGED_MODELS_FILE", { file, reason: reasonOf(error) }, { cause: error });
  }
}

/** A folder that is not there has no kinds of its own. */
async function foldersIn(directory: string | undefined): Promise<readonly string[]> {
  if (directory === undefined) return [];
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** ComfyUI takes a relative path from its own folder; a person means the one where they are. */
async function configuredSection({ settings: { models } }: ModelSettings): Promise<Section | undefined> {
  const directory = models.directory === undefined ? undefined : resolve(expandHome(models.directory));
  const { directory: _, ...rest } = models;
  const settings = directory === undefined ? rest : { ...rest, directory };
  return buildSection(settings, await foldersIn(directory));
}

/** Reads only. Rejects with `MANAGED_MODELS_FILE` or `MANAGED_MODELS_FOLDER`. */
export async function modelPathsState(source: ModelSettings): Promise<ModelPathsState> {
  const wanted = await configuredSection(source);
  const text = await textOf(modelPathsFile(source));
  const found = text === undefined ? undefined : sectionIn(text);
  if (wanted === undefined && found === undefined) return "none";
  return isDeepStrictEqual(found, wanted) ? "current" : "stale";
}

/**
 * Makes the file say what the settings say; to be called before each start, as the settings may have changed. Nothing is
 * written when it does. A file that held nothing else goes when the settings name no folder any more. Rejects with
 * `MANAGED_MODELS_FILE` for a file that cannot be read as YAML, which stays, and with `MANAGED_MODELS_FOLDER`.
 */
export async function writeModelPaths(source: ModelSettings): Promise<void> {
  if ((await modelPathsState(source)) !== "stale") {
    return;
  }
  const file = modelPathsFile(source);
  const text = (await textOf(file)) ?? "";
  const edited = editSection(text, await configuredSection(source));
  if (edited.kind === "broken") throw managedFault("MANAGED_MODELS_FILE", { file, reason: edited.reason });
  if (edited.text.trim() === "") {
    await rm(file, { force: true });
    return;
  }
  try {
    const { default: writeFileAtomic } = await import("write-file-atomic");
    await writeFileAtomic(file, edited.text);
  } catch (error) {
    throw managedFault("MANAGED_MODELS_FILE", { file, reason: reasonOf(error) }, { cause: error });
  }
}
