// Builds the page of the web panel with esbuild: the sources in plugins/panel-web/page/ become plugins/panel-web/pages/built/, which
// the page pages/index.html loads. `npm run build` does it, and so do the tests in a browser.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { preloadScript } from "./preload-script.js";
import { sourceCondition } from "./workspaces.js";

/**
 * Builds a page. `from` is the folder of the sources, with main.tsx and main.css. Unchanged files in `to` are not rewritten, so that a page
 * that a browser is loading is not disturbed; files of earlier builds are removed.
 */
export async function buildPages(from: string, to: string): Promise<void> {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(from, "main.tsx"), join(from, "main.css")],
    outdir: to,
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    target: "es2022",
    conditions: [sourceCondition],
    jsx: "automatic",
    jsxImportSource: "preact",
    chunkNames: "[name]-[hash]",
    legalComments: "none",
    logLevel: "warning",
  });
  mkdirSync(to, { recursive: true });
  const preload = { path: join(to, "preload.js"), contents: Buffer.from(preloadScript(metafile)) };
  const files = [...outputFiles, preload];
  for (const { path, contents } of files)
    if (!existsSync(path) || !readFileSync(path).equals(contents)) writeFileSync(path, contents);
  const built = new Set(files.map(({ path }) => basename(path)));
  for (const name of readdirSync(to)) if (!built.has(name)) rmSync(join(to, name), { force: true });
}

/** The plugins of the repository whose page is built; `root` is that of the repository. */
export async function buildPanels(root: string, plugins: readonly string[]): Promise<void> {
  for (const folder of plugins) {
    const from = join(root, folder, "page");
    if (existsSync(join(from, "main.tsx"))) await buildPages(from, join(root, folder, "pages/built"));
  }
}
