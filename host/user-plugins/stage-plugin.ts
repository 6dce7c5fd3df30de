// Reads a plugin into a scratch folder beside the installed ones, checks it, and describes it. Its code is not run.

import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { ArchiveProblem } from "@pictor/archives";
import { ensureFolder, fault, isRecord, PictorError, reasonOf } from "@pictor/kernel";
import { checkStaged } from "./check-staged.js";
import { describePlugin } from "./describe-plugin.js";
import { userPluginFault } from "./faults.js";
import { folderDigest } from "./folder-digest.js";
import { readLock, type LockedPlugin } from "./lock.js";
import { moveIntoPlace } from "./move-into-place.js";
import { parseSource } from "./parse-source.js";
import { readLocalSource, type ReadPlugin } from "./read-source.js";
import type { StagedPlugin, UserPluginsOptions } from "./types.js";
import { userPluginFolder } from "./user-folder.js";

async function createScratch(userFolder: string): Promise<string> {
  try {
    await ensureFolder(userFolder, 0o700);
    return await mkdtemp(join(userFolder, ".new-"));
  } catch (error) {
    throw fault("FILE_NOT_WRITABLE", { path: userFolder, reason: reasonOf(error) }, { cause: error });
  }
}

/** Runs a step with the files of a stranger. A refusal and an error of the system become errors that name the source. */
async function withSource<Result>(source: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof PictorError || (error instanceof Error && error.name === "AbortError")) throw error;
    const code = error instanceof ArchiveProblem ? "PLUGIN_SOURCE_REFUSED" : "PLUGIN_SOURCE_FAILED";
    throw userPluginFault(code, { source, reason: reasonOf(error) }, { cause: error });
  }
}

/** The names of the npm packages that a plugin needs, except the kernel, which every plugin gets from its host. */
async function neededPackages(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, "package.json"), "utf8").catch(() => "{}");
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new ArchiveProblem("its package.json is not valid JSON");
  }
  const needed = isRecord(content) && isRecord(content["dependencies"]) ? content["dependencies"] : {};
  return Object.keys(needed).filter((name) => name !== "@pictor/kernel");
}

/**
 * Reads and checks the plugin that `text` names: a folder or an archive. Rejects with
 * `PLUGIN_SOURCE_...`, `PLUGIN_NAME_TAKEN`, with the problem of its manifest, or with `FILE_NOT_WRITABLE`.
 */
export async function stagePlugin(text: string, options: UserPluginsOptions): Promise<StagedPlugin> {
  const { env, directory, builtins, signal } = options;
  const origin = parseSource(text, directory);
  const userFolder = userPluginFolder(env);
  const scratch = await createScratch(userFolder);
  const discard = (): Promise<void> => rm(scratch, { recursive: true, force: true });
  try {
    const read: ReadPlugin = await withSource(text, async () => {
      if (origin.kind === "npm" || origin.kind === "git") throw new Error("not available");
      await mkdir(scratch, { recursive: true });
      return readLocalSource(origin, scratch, signal);
    });
    const { folder, source } = read;
    const check = () => checkStaged(folder, text, { builtins, userFolder });
    const manifest = await check();
    const packages = await withSource(text, () => neededPackages(folder));
    const integrity = await folderDigest(folder);
    const before = (await readLock(userFolder))[manifest.id];
    const entry: LockedPlugin = { version: manifest.version, source, integrity };
    const recheck = async (): Promise<void> => {
      if ((await folderDigest(folder)) !== integrity)
        throw userPluginFault("PLUGIN_CHANGED", { id: manifest.id });
      // Another plugin may have taken a name while the user was asked.
      await check();
    };
    return {
      manifest,
      source,
      integrity,
      ...(before !== undefined && { replaces: before.version }),
      powers: describePlugin(manifest, packages),
      install: () =>
        moveIntoPlace({ id: manifest.id, from: folder, userFolder, scratch, entry, source: text, recheck }),
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}
