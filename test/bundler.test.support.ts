// Bundles scripts of tests with the sources of all packages, so that a process starts fast, whether there is a build or not.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

interface OutputFile {
  readonly path: string;
  readonly text: string;
}
interface Bundler {
  buildSync(options: object): { readonly outputFiles: readonly OutputFile[] };
}
interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string>> | string>>;
}

/** The sources of all entries of the packages of this repository. */
function entries(): Readonly<Record<string, string>> {
  const folders = [
    ...["kernel", "services", "host", "features"],
    ...["libraries", "plugins"].flatMap((parent) =>
      readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
    ),
  ];
  return Object.fromEntries(
    folders.flatMap((folder) => {
      const { name, exports = {} } = JSON.parse(
        readFileSync(join(root, folder, "package.json"), "utf8"),
      ) as Manifest;
      return Object.entries(exports).flatMap(([entry, target]) => {
        const source = typeof target === "string" ? undefined : target["@pictor/source"];
        return source === undefined ? [] : [[name + entry.slice(1), join(root, folder, source)] as const];
      });
    }),
  );
}

/** Bundles each entry point into one script, by its name in the folder `outdir`. Foreign packages are imported. */
export function bundle(entryPoints: Readonly<Record<string, string>>, outdir: string): readonly OutputFile[] {
  const require = createRequire(import.meta.url);
  // The esbuild that tsx depends on.
  const { buildSync } = createRequire(require.resolve("tsx/package.json"))("esbuild") as Bundler;
  return buildSync({
    entryPoints,
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["@pictor/source"],
    packages: "external",
    alias: entries(),
    outdir,
    write: false,
  }).outputFiles;
}
