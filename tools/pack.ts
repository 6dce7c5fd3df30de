// Packs built packages as they are published, with one call of npm.

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "./workspaces.js";

/** What `npm pack --json` reports of one package, as far as it is read here. */
interface NpmPacked {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

export interface PackedPackage extends Workspace {
  /** Path of the tarball. */
  readonly tarball: string;
  readonly files: NpmPacked["files"];
}

/** Packs `out/<folder>` of each workspace into the folder `destination`. Throws with npm's own words. */
export function pack(
  out: string,
  workspaces: readonly Workspace[],
  destination: string,
): readonly PackedPackage[] {
  mkdirSync(destination, { recursive: true });
  const folders = workspaces.map(({ folder }) => join(out, folder));
  const run = spawnSync("npm", ["pack", "--json", "--pack-destination", destination, ...folders], {
    cwd: out,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`npm pack failed: ${run.stderr}`);
  // A list, or in newer versions of npm an object by name.
  const packed = Object.values(JSON.parse(run.stdout) as object) as readonly NpmPacked[];
  return workspaces.map((workspace) => {
    const found = packed.find(({ name }) => name === workspace.manifest.name);
    if (found === undefined) throw new Error(`npm did not pack ${workspace.manifest.name}`);
    return { ...workspace, tarball: join(destination, found.filename), files: found.files };
  });
}
