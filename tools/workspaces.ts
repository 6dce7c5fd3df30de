// The packages of this repository, as the root's `workspaces` names them.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The export condition that resolves to TypeScript sources inside this repository. It never ships. */
export const sourceCondition = "@pictor/source";

/** The fields of a package.json that the tools read. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly workspaces?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: unknown;
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface Workspace {
  /** Relative to the root, with forward slashes: `plugins/auth-basic`. */
  readonly folder: string;
  readonly manifest: PackageManifest;
}

export const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8")) as unknown;

export const readPackage = (folder: string): PackageManifest =>
  readJson(join(folder, "package.json")) as PackageManifest;

/** The folders of one entry of `workspaces`. The only pattern is `*` as the last segment. */
function expand(root: string, pattern: string): readonly string[] {
  if (!pattern.includes("*")) return [pattern];
  const parent = pattern.slice(0, -"/*".length);
  if (`${parent}/*` !== pattern || parent.includes("*"))
    throw new Error(`workspaces: cannot expand ${pattern}`);
  return readdirSync(join(root, parent))
    .sort()
    .map((name) => `${parent}/${name}`);
}

/** Every workspace, in the order of the root's list. */
export function readWorkspaces(root: string): readonly Workspace[] {
  return (readPackage(root).workspaces ?? [])
    .flatMap((pattern) => expand(root, pattern))
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .map((folder) => ({ folder, manifest: readPackage(join(root, folder)) }));
}
