// Builds the pages of the web panel with esbuild: plugins/panel-web/page/ becomes plugins/panel-web/pages/, which the server serves.
// `npm run build` does it, and the tests in a browser do.

import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { sourceCondition } from "./workspaces.js";

const staticFiles = ["index.html", "icon.svg"];

/** `from` is the folder of the sources, with main.tsx, main.css and index.html; `to` is replaced. */
export async function buildPages(from: string, to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  await build({
    entryPoints: [join(from, "main.tsx"), join(from, "main.css")],
    outdir: to,
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
  for (const name of staticFiles) cpSync(join(from, name), join(to, name));
}

/** The plugins of the repository whose pages are built; `root` is that of the repository. */
export async function buildPanels(root: string, plugins: readonly string[]): Promise<void> {
  for (const folder of plugins) {
    const from = join(root, folder, "page");
    if (existsSync(join(from, "main.tsx"))) await buildPages(from, join(root, folder, "pages"));
  }
}
