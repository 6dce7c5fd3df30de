// Reads a plugin from npm. `npm pack` downloads its archive, with the registry and the credentials of the user; no script is run.

import { mkdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { ArchiveProblem } from "@pictor/archives";
import { isRecord } from "@pictor/kernel";
import { sha512 } from "./folder-digest.js";
import type { PluginOrigin } from "./parse-source.js";
import type { RunToEnd } from "./programs.js";
import { unpackPlugin, type ReadPlugin } from "./read-source.js";
import { parseOutput, runProgram } from "./run-program.js";

type NpmOrigin = Extract<PluginOrigin, { kind: "npm" }>;

/** The download runs in an empty folder, because the .npmrc of a project can name other programs and registries. */
export async function readNpmSource(
  origin: NpmOrigin,
  scratch: string,
  run: RunToEnd,
  signal?: AbortSignal,
): Promise<ReadPlugin> {
  const { name, wanted } = origin;
  const cwd = join(scratch, "npm");
  await mkdir(cwd);
  const spec = `${name}@${wanted}`;
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", cwd, "--", spec];
  const printed = await runProgram(run, { program: "npm", args, source: spec, cwd }, signal);
  const [packed] = Object.values(parseOutput(printed, "npm") as object) as unknown[];
  if (!isRecord(packed) || typeof packed["filename"] !== "string" || typeof packed["version"] !== "string")
    throw new ArchiveProblem("npm did not name the archive");
  const file = join(cwd, basename(packed["filename"]));
  const integrity = sha512(await readFile(file));
  if (typeof packed["integrity"] === "string" && packed["integrity"] !== integrity)
    throw new ArchiveProblem("its archive is not the one that the registry describes");
  const folder = await unpackPlugin(file, join(scratch, "files"), signal);
  return { folder, source: { kind: "npm", name, wanted, version: packed["version"], integrity } };
}

/** The newest version that fits what was asked for. */
export async function newestOnNpm(
  { name, wanted }: NpmOrigin,
  cwd: string,
  run: RunToEnd,
  signal?: AbortSignal,
): Promise<string> {
  const source = `${name}@${wanted}`;
  const args = ["view", "--json", "--", source, "version"];
  const found = parseOutput(await runProgram(run, { program: "npm", args, source, cwd }, signal), "npm");
  return String(Array.isArray(found) ? found.at(-1) : found);
}
