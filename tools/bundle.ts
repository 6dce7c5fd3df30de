// Few modules per package: esbuild bundles what the compiler would write as one file per source. Dependencies stay
// external, dynamic imports stay chunks of their own, and source maps lie beside the code.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import type { PackageManifest, Workspace } from "./workspaces.js";

const sourceCondition = "@pictor/source";

/** The sources behind those `exports` that also name what ships. */
function exported(exports: unknown): readonly string[] {
  if (typeof exports !== "object" || exports === null) return [];
  const entries = Object.entries(exports);
  return entries.flatMap(([key, target]) => {
    if (key !== sourceCondition || typeof target !== "string") return exported(target);
    return entries.length > 1 ? [target] : [];
  });
}

/** Sources that other modules, programs or threads load by name: `exports`, `bin`, and the entry of a plugin. */
export function entriesOf(folder: string, manifest: PackageManifest): readonly string[] {
  const programs = Object.values(manifest.bin ?? {}).map((path) => path.replace(/\.js$/, ".ts"));
  const plugin = existsSync(join(folder, "plugin.json")) ? ["./index.ts"] : [];
  return [...new Set([...exported(manifest.exports), ...programs, ...plugin])];
}

/**
 * `import.meta.url` keeps the meaning that it has in the source, so that `new URL("./thread.js", import.meta.url)` names the
 * same file: bundled code lies in the root of the package, whatever folder it comes from.
 */
const originalLocation = (from: string): Plugin => ({
  name: "original-location",
  setup({ onLoad, initialOptions }) {
    const entries = new Set(initialOptions.entryPoints as readonly string[]);
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const place = relative(from, path).replaceAll("\\", "/").replace(/\.ts$/, ".js");
      const text = readFileSync(path, "utf8");
      if (!place.includes("/") || entries.has(path) || !text.includes("import.meta.url")) return undefined;
      const location = `new URL(${JSON.stringify(`./${place}`)}, import.meta.url).href`;
      return { contents: text.replace(/(?<!["'`])import\.meta\.url/g, location), loader: "ts" };
    });
  },
});

/** Names the sources of a map by their path in the repository: no folder of this machine ships. */
function nameSources(root: string, file: string): void {
  const map = JSON.parse(readFileSync(file, "utf8")) as { readonly sources: readonly string[] };
  const sources = map.sources.map((path) => relative(root, join(dirname(file), path)).replaceAll("\\", "/"));
  writeFileSync(file, JSON.stringify({ ...map, sources }));
}

/** Writes the modules of one package into `out/<folder>`. */
export async function bundle(root: string, out: string, { folder, manifest }: Workspace): Promise<void> {
  const from = join(root, folder);
  const entryPoints = entriesOf(from, manifest).map((entry) => join(from, entry));
  if (entryPoints.length === 0) return;
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outbase: from,
    outdir: join(out, folder),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages: "external",
    // Beside the entries: see `originalLocation`.
    chunkNames: "[name]-[hash]",
    plugins: [originalLocation(from)],
    sourcemap: "linked",
    sourcesContent: true,
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
  });
  const maps = Object.keys(metafile.outputs).filter((path) => path.endsWith(".map"));
  for (const path of maps) nameSources(root, join(root, path));
}
