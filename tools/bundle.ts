// Bundles the sources of a package into few modules with esbuild, so that a program loads few files. Dependencies stay
// external, a dynamic import becomes a chunk of its own, and a source map is written beside each module.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import { sourceCondition, type PackageManifest, type Workspace } from "./workspaces.js";

/** The source files of the entries of `exports` that ship. An entry ships if it has a condition besides the source condition. */
function exported(exports: unknown): readonly string[] {
  if (typeof exports !== "object" || exports === null) return [];
  const entries = Object.entries(exports);
  return entries.flatMap(([key, target]) => {
    if (key !== sourceCondition || typeof target !== "string") return exported(target);
    return entries.length > 1 ? [target] : [];
  });
}

/** The source files that are loaded by name: those of `exports` and `bin`, and the entry of a plugin. */
function entriesOf(folder: string, manifest: PackageManifest): readonly string[] {
  const programs = Object.values(manifest.bin ?? {}).map((path) => path.replace(/\.js$/, ".ts"));
  // A panel without code for Node has no index.ts.
  const isPlugin = existsSync(join(folder, "plugin.json")) && existsSync(join(folder, "index.ts"));
  const plugin = isPlugin ? ["./index.ts"] : [];
  return [...new Set([...exported(manifest.exports), ...programs, ...plugin])];
}

/**
 * Replaces `import.meta.url` by the URL of the original module, so that `new URL("./thread.js", import.meta.url)` still
 * names the same file: a bundled module is in the root of the package, whatever folder its source is in.
 */
const originalLocation = (from: string): Plugin => ({
  name: "original-location",
  setup({ onLoad, initialOptions }) {
    const entries = new Set(initialOptions.entryPoints as readonly string[]);
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const modulePath = relative(from, path).replaceAll("\\", "/").replace(/\.ts$/, ".js");
      const text = readFileSync(path, "utf8");
      if (!modulePath.includes("/") || entries.has(path) || !text.includes("import.meta.url"))
        return undefined;
      const location = `new URL(${JSON.stringify(`./${modulePath}`)}, import.meta.url).href`;
      return { contents: text.replace(/(?<!["'`])import\.meta\.url/g, location), loader: "ts" };
    });
  },
});

/** Rewrites the paths of sources in a source map as paths in the repository, so that no path of this machine ships. */
function relativizeSources(root: string, file: string): void {
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
    // Chunks are in the root of the package, as `originalLocation` expects.
    chunkNames: "[name]-[hash]",
    plugins: [originalLocation(from)],
    sourcemap: "linked",
    sourcesContent: true,
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
  });
  const maps = Object.keys(metafile.outputs).filter((path) => path.endsWith(".map"));
  for (const path of maps) relativizeSources(root, join(root, path));
}
