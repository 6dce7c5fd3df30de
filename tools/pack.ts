// Packs built packages as they are published, with one call of npm.

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "./workspaces.js";

/** The members that this tool reads from the output of `npm pack --json`. */
interface NpmPacked {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

export interface PackedPackage extends Workspace {
  /** Path of the packed tarball. */
  readonly tarball: string;
  readonly files: NpmPacked["files"];
}

/** The npm that runs this tool, as a script of Node: that of Windows is a command file, which needs a shell. */
const npmCommand = (): readonly [string, ...string[]] => {
  const script = process.env["npm_execpath"] ?? "";
  return /npm-cli\.[cm]?js$/.test(script) ? [process.execPath, script] : ["npm"];
};

/** Packs `out/<folder>` of each workspace into the folder `destination`. Throws npm's error output if it fails. */
export function pack(
  out: string,
  workspaces: readonly Workspace[],
  destination: string,
): readonly PackedPackage[] {
  mkdirSync(destination, { recursive: true });
  const folders = workspaces.map(({ folder }) => join(out, folder));
  const [program, ...first] = npmCommand();
  const run = spawnSync(
    program,
    [...first, "pack", "--json", "--pack-destination", destination, ...folders],
    { cwd: out, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`npm pack failed: ${run.stderr}`);
  // Older versions of npm print a list, newer ones an object by package name.
  const packed = Object.values(JSON.parse(run.stdout) as object) as readonly NpmPacked[];
  return workspaces.map((workspace) => {
    const found = packed.find(({ name }) => name === workspace.manifest.name);
    if (found === undefined) throw new Error(`npm did not pack ${workspace.manifest.name}`);
    return { ...workspace, tarball: join(destination, found.filename), files: found.files };
  });
}
