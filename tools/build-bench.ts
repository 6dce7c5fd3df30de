// `npm run bench` compiles the benchmarks to dist/bench, file by file, so that processes that are measured run plain JavaScript
// on the built packages. Code of other folders, which no package exports, is bundled into the module that imports it.

import { mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build, type Plugin } from "esbuild";

const root = join(import.meta.dirname, "..");
const from = join(root, "bench");
const out = join(root, "dist/bench");

const isOutside = (path: string): boolean => relative(from, path).startsWith("..");

/** Each module of the benchmarks stays a file of its own. */
const apart: Plugin = {
  name: "apart",
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, importer, kind }) =>
      kind === "entry-point" || isOutside(importer) || isOutside(resolve(dirname(importer), path))
        ? undefined
        : { path, external: true },
    );
  },
};

/** The clients that are compared are installed beside their adapters' sources, perhaps later. */
function linkClients(): void {
  const path = join(out, "peers/node_modules");
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), join(from, "peers/node_modules")), path, "junction");
}

const sources = readdirSync(from, { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => /(?<!\.d)\.ts$/.test(name) && !name.includes("node_modules"));

rmSync(out, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: sources.map((name) => join(from, name)),
  outbase: from,
  outdir: out,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  packages: "external",
  conditions: ["@pictor/source"],
  plugins: [apart],
  logLevel: "warning",
});
linkClients();
