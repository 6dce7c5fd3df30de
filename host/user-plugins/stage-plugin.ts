// Reads a plugin into a scratch folder beside the installed ones, checks it, and describes it. Its code is not run.

import { ArchiveProblem } from "@pictor/archives";
import { diskFullFault, discard, PictorError, reasonOf } from "@pictor/kernel";
import { checkStaged } from "./check-staged.js";
import { createScratch } from "./create-scratch.js";
import { describePlugin } from "./describe-plugin.js";
import { userPluginFault } from "./faults.js";
import { folderDigest } from "./folder-digest.js";
import { readLock, type LockedPlugin } from "./lock.js";
import { moveIntoPlace } from "./move-into-place.js";
import { installPackages, missingPackages } from "./packages.js";
import { parseSource, type PluginOrigin } from "./parse-source.js";
import { readGitSource } from "./read-git.js";
import { readNpmSource } from "./read-npm.js";
import { readLocalSource, type ReadPlugin } from "./read-source.js";
import type { StagedPlugin, UserPluginsOptions } from "./types.js";
import { userPluginFolder } from "./user-folder.js";

/**
 * Runs a step with the files of a stranger. A refusal and an error of the system become errors that name the source,
 * and a full disk becomes `FILE_DISK_FULL`.
 */
async function withSource<Result>(
  source: string,
  scratch: string,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof PictorError || (error instanceof Error && error.name === "AbortError")) throw error;
    const code = error instanceof ArchiveProblem ? "PLUGIN_SOURCE_REFUSED" : "PLUGIN_SOURCE_FAILED";
    throw (
      diskFullFault(scratch, error) ??
      userPluginFault(code, { source, reason: reasonOf(error) }, { cause: error })
    );
  }
}

/** Reads the plugin into the scratch folder. */
function readPlugin(
  origin: PluginOrigin,
  scratch: string,
  { run, signal }: Pick<UserPluginsOptions, "run" | "signal">,
): Promise<ReadPlugin> {
  switch (origin.kind) {
    case "npm":
      return readNpmSource(origin, scratch, run, signal);
    case "git":
      return readGitSource(origin, scratch, run, signal);
    default:
      return readLocalSource(origin, scratch, signal);
  }
}

/**
 * Reads and checks the plugin that `text` names: a folder, an archive, an npm package or a git repository. Rejects with
 * `PLUGIN_SOURCE_...`, `PLUGIN_NAME_TAKEN`, with the problem of its manifest, or with `FILE_NOT_WRITABLE`.
 */
export async function stagePlugin(text: string, options: UserPluginsOptions): Promise<StagedPlugin> {
  const { env, directory, builtins, run, signal } = options;
  const origin = parseSource(text, directory);
  const userFolder = userPluginFolder(env);
  const scratch = await createScratch(userFolder);
  try {
    const read = await withSource(text, scratch, () => readPlugin(origin, scratch, options));
    const { folder, source } = read;
    const check = () => checkStaged(folder, text, { builtins, userFolder });
    const manifest = await check();
    const packages = await withSource(text, scratch, () => missingPackages(folder));
    const integrity = await folderDigest(folder);
    const before = (await readLock(userFolder))[manifest.id];
    const { id, version } = manifest;
    const requireUnchanged = async (): Promise<void> => {
      if ((await folderDigest(folder)) !== integrity) throw userPluginFault("PLUGIN_CHANGED", { id });
    };
    const names = Object.entries(packages).map(([name, range]) => `${name}@${range}`);
    const install = async (): Promise<string> => {
      await requireUnchanged();
      const entry: LockedPlugin = { version, source, integrity };
      // Another plugin may have taken a name while the user was asked.
      const move = { id, from: folder, userFolder, scratch, source: text, recheck: check };
      if (names.length === 0)
        return moveIntoPlace({ ...move, entry, recheck: () => requireUnchanged().then(check) });
      const tools = { scratch, source: text, run, signal };
      const dependencies = await withSource(text, scratch, () => installPackages(packages, folder, tools));
      return moveIntoPlace({ ...move, entry: { ...entry, dependencies } });
    };
    return {
      manifest,
      source,
      integrity,
      ...(before !== undefined && { replaces: before.version }),
      powers: describePlugin(manifest, names),
      install,
      discard: () => discard(scratch),
    };
  } catch (error) {
    await discard(scratch);
    throw error;
  }
}
