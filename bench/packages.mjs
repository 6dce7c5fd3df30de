// The only access of a benchmark to the code that it measures: an entry of a built package, the folder of a built plugin,
// the built command, or a source file that no package exports.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("../", import.meta.url));
const dist = join(root, "dist");
const cache = join(root, "node_modules/.cache/pictor-bench");

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** Path of the built command. */
export const commandPath = join(dist, "cli/main.js");

/** Whether `npm run build` has run. */
export const isBuilt = () => existsSync(commandPath);

/** Imports an entry of a built package, such as `@pictor/kernel/plugin`. Throws if its `exports` lack that entry. */
export async function importPackage(specifier) {
  const path = createRequire(commandPath).resolve(specifier);
  return import(pathToFileURL(path).href);
}

/** The source of a built plugin for `createPictor`. */
export const pluginSource = (id) => ({ kind: "directory", path: join(dist, "plugins", id) });

/** Ids of the built plugins that begin with `prefix`. */
export const pluginIds = (prefix) =>
  readdirSync(join(dist, "plugins")).filter((name) => name.startsWith(prefix));

/** The dependencies of the kernel and its services. A bundle imports them from node_modules, as a built package does. */
const foreignPackages = () =>
  ["kernel", "services"]
    .flatMap((folder) => Object.keys(readJson(join(root, folder, "package.json")).dependencies))
    .filter((name) => !name.startsWith("@pictor/"));

/**
 * Bundles a TypeScript file of this folder with the sources that it imports, as the build bundles a package, and imports
 * the bundle. For functions that no package exports.
 */
export async function importBundle(name) {
  const outfile = join(cache, name.replace(/\.ts$/, ".mjs"));
  buildSync({
    absWorkingDir: root,
    entryPoints: [join(root, "bench", name)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    conditions: ["@pictor/source"],
    external: foreignPackages(),
  });
  return import(pathToFileURL(outfile).href);
}
