// Reads a plugin from its source into a new folder, without running any of it.

import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { ArchiveProblem, extractTar, extractZip } from "@pictor/archives";
import { copyPluginFolder, pluginLimits } from "./copy-folder.js";
import { sha512 } from "./folder-digest.js";
import type { PinnedSource } from "./lock.js";
import type { PluginOrigin } from "./parse-source.js";

/** A plugin that was read: the folder with its plugin.json, and where it came from. */
export interface ReadPlugin {
  readonly folder: string;
  readonly source: PinnedSource;
}

async function firstBytes(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    return (await handle.read(Buffer.alloc(4), 0, 4, 0)).buffer;
  } finally {
    await handle.close();
  }
}

/** The folder with the plugin.json: the archive itself, or the only folder in it. */
export async function pluginIn(folder: string): Promise<string> {
  if (existsSync(join(folder, "plugin.json"))) return folder;
  const [only, ...others] = await readdir(folder);
  const inside = only === undefined || others.length > 0 ? undefined : join(folder, only);
  if (inside !== undefined && existsSync(join(inside, "plugin.json"))) return inside;
  throw new ArchiveProblem("it has no plugin.json");
}

/** Unpacks an archive, and returns the folder of its plugin. Rejects with `ArchiveProblem`. */
export async function unpackPlugin(file: string, target: string, signal?: AbortSignal): Promise<string> {
  if (!(await stat(file)).isFile()) throw new ArchiveProblem("it is not a regular file");
  const [first, second] = await firstBytes(file);
  const isZip = first === 0x50 && second === 0x4b;
  await mkdir(target);
  await (isZip ? extractZip : extractTar)(file, target, pluginLimits, signal);
  return pluginIn(target);
}

/** Reads a folder or an archive. `scratch` is an empty folder. Rejects with `ArchiveProblem`, or the error of the system. */
export async function readLocalSource(
  origin: Extract<PluginOrigin, { kind: "folder" | "archive" }>,
  scratch: string,
  signal?: AbortSignal,
): Promise<ReadPlugin> {
  const target = join(scratch, "files");
  if (origin.kind === "folder") {
    if (!existsSync(join(origin.path, "plugin.json"))) throw new ArchiveProblem("it has no plugin.json");
    await copyPluginFolder(origin.path, target);
    return { folder: target, source: origin };
  }
  const folder = await unpackPlugin(origin.path, target, signal);
  return { folder, source: { ...origin, integrity: sha512(await readFile(origin.path)) } };
}
