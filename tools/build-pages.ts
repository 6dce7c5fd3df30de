// Builds the page of the web panel with esbuild: the sources in plugins/panel-web/page/ become
// plugins/panel-web/pages/built/, which the page pages/index.html loads. `npm run build` does it, and so do the tests
// in a browser.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { build, type Plugin } from "esbuild";
import { loadedBefore } from "./loaded-before.js";
import { preloadScript } from "./preload-script.js";
import { sourceCondition } from "./workspaces.js";

/** The name of a file in what esbuild tells of a build. */
const nameOf = (path: string): string => relative(process.cwd(), path).replaceAll(sep, "/");

const bundle = (from: string, to: string, plugins: Plugin[] = []) =>
  build({
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
    plugins,
  });

/**
 * Lets each part that is imported later import what is loaded anyway. esbuild makes an output of each set of parts that
 * share modules, so that otherwise the page begins with dozens of small ones, which are a third larger together.
 */
function sharingWhatIsLoaded(before: ReadonlyMap<string, ReadonlySet<string>>): Plugin {
  return {
    name: "sharing-what-is-loaded",
    setup({ onLoad }) {
      onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        const shared = before.get(nameOf(path));
        if (shared === undefined) return undefined;
        const imports = [...shared].filter((other) => !other.includes("node_modules"));
        const lines = imports.map((other) => `import ${JSON.stringify(resolve(other))};`);
        return { contents: lines.join("") + (await readFile(path, "utf8")), loader: "tsx" };
      });
    },
  };
}

/**
 * Builds a page. `from` is the folder of the sources, with main.tsx and main.css. Unchanged files in `to` are not
 * rewritten, so that a page that a browser is loading is not disturbed; files of earlier builds are removed.
 */
export async function buildPages(from: string, to: string): Promise<void> {
  const { inputs } = (await bundle(from, to)).metafile;
  const { outputFiles, metafile } = await bundle(from, to, [
    sharingWhatIsLoaded(loadedBefore(inputs, nameOf(join(from, "main.tsx")))),
  ]);
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
