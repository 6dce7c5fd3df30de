// Adds everything except code to a built package: manifest, licence, schemas, assets.

import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { sourceCondition, type PackageManifest, type Workspace } from "./workspaces.js";

/** Removes the source condition from `exports`, and each entry that has no other condition. */
function withoutSource(exports: unknown): unknown {
  if (typeof exports !== "object" || exports === null || Array.isArray(exports)) return exports;
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([condition]) => condition !== sourceCondition)
      .map(([condition, target]) => [condition, withoutSource(target)])
      .filter(([, target]) => JSON.stringify(target) !== "{}"),
  );
}

/** The package.json that ships: without the source condition. */
export const shippedManifest = (manifest: PackageManifest): PackageManifest =>
  manifest.exports === undefined ? manifest : { ...manifest, exports: withoutSource(manifest.exports) };

/** Whether a file or folder is copied unchanged. TypeScript, tests and hidden files are not. */
export const isAsset = (name: string): boolean =>
  name !== "package.json" &&
  !name.startsWith(".") &&
  !/\.(?:ts|tgz)$/.test(name) &&
  !name.includes(".test.") &&
  !name.endsWith(".api.md") &&
  name !== "testing" &&
  // The templates of `plugins new` ship as a module that is generated from them.
  name !== "templates" &&
  // The sources of a panel's page do not ship, because `pages/built` contains the built page.
  name !== "page" &&
  name !== "node_modules";

function copyAssets(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = join(relative(from, entry.parentPath), entry.name);
    if (!entry.isFile() || !path.split(/[\\/]/).every(isAsset)) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    copyFileSync(join(from, path), join(to, path));
  }
}

function makeExecutable(file: string): void {
  if (!readFileSync(file, "utf8").startsWith("#!/usr/bin/env node\n"))
    throw new Error(`${file} does not begin with #!/usr/bin/env node; the bundler must keep that line`);
  chmodSync(file, 0o755);
}

/** Completes `out/<folder>`, which already holds the bundled code and its declarations. */
export function stage(root: string, out: string, { folder, manifest }: Workspace): void {
  const target = join(out, folder);
  mkdirSync(target, { recursive: true });
  copyAssets(join(root, folder), target);
  copyFileSync(join(root, "LICENSE"), join(target, "LICENSE"));
  if (manifest.files?.some((pattern) => pattern.startsWith("schemas/")))
    cpSync(join(root, "schemas"), join(target, "schemas"), { recursive: true });
  writeFileSync(join(target, "package.json"), `${JSON.stringify(shippedManifest(manifest), null, 2)}\n`);
  for (const path of Object.values(manifest.bin ?? {})) makeExecutable(join(target, path));
}
