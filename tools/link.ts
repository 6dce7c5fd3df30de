// Fills dist/node_modules with links to the built packages, and to the dependencies that npm has nested in a workspace, so
// that `node dist/cli/main.js` runs inside the repository. Other dependencies resolve to the root's node_modules.

import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { readPackage, type Workspace } from "./workspaces.js";

const versionIn = (folder: string): string | undefined =>
  existsSync(join(folder, "package.json")) ? readPackage(folder).version : undefined;

/** The folder of a dependency that npm has nested because the root has another version; undefined for any other dependency. */
function nestedFolder(root: string, workspace: string, name: string, wanted: string): string | undefined {
  if (versionIn(join(root, "node_modules", name)) === wanted) return undefined;
  const nested = join(root, workspace, "node_modules", name);
  if (versionIn(nested) === wanted) return nested;
  throw new Error(`${workspace} needs ${name} ${wanted}, which is not installed; run npm ci`);
}

/** Maps each name in dist/node_modules to the target of its link. Throws if two workspaces need different versions. */
export function linksFor(root: string, out: string, workspaces: readonly Workspace[]): Map<string, string> {
  const own = new Set(workspaces.map(({ manifest }) => manifest.name));
  const links = new Map(workspaces.map(({ folder, manifest }) => [manifest.name, join(out, folder)]));
  const versions = new Map<string, string>();
  for (const { folder, manifest } of workspaces) {
    for (const [name, wanted] of Object.entries(manifest.dependencies ?? {})) {
      if (own.has(name)) continue;
      const other = versions.get(name) ?? wanted;
      if (other !== wanted) throw new Error(`workspaces need ${name} ${other} and ${wanted}; agree on one`);
      versions.set(name, wanted);
      const nested = nestedFolder(root, folder, name, wanted);
      if (nested !== undefined) links.set(name, nested);
    }
  }
  return links;
}

/** Creates the links. They are relative, so that the repository can be moved. */
export function link(root: string, out: string, workspaces: readonly Workspace[]): void {
  for (const [name, target] of linksFor(root, out, workspaces)) {
    const path = join(out, "node_modules", name);
    mkdirSync(dirname(path), { recursive: true });
    // A junction needs no privilege on Windows; elsewhere the kind is ignored.
    symlinkSync(relative(dirname(path), target), path, "junction");
  }
}
