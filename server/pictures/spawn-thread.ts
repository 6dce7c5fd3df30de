// Starts a thread that makes thumbnails, from compiled JavaScript or, inside this repository, from TypeScript source.

import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";

/** The members of a Worker that the server uses. */
export type ThumbnailThread = Pick<Worker, "postMessage" | "on" | "terminate" | "unref">;

/** The memory of a thread in mebibytes. Node ends a thread that needs more, and the server continues. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };

export function spawnThumbnailThread(): ThumbnailThread {
  if (!import.meta.url.endsWith(".ts"))
    return new Worker(new URL("./thumbnail-thread.js", import.meta.url), { resourceLimits });
  script ??= bundleThread();
  return new Worker(script, { resourceLimits, execArgv: [] });
}

/** A thread cannot load TypeScript, so the source is bundled into one script, once for the process. */
let script: URL | undefined;

interface Bundler {
  buildSync(options: object): { readonly outputFiles: readonly { readonly text: string }[] };
}

/** Bundles with the esbuild that tsx depends on. The script imports no other file of this repository. */
function bundleThread(): URL {
  const require = createRequire(import.meta.url);
  const { buildSync } = createRequire(require.resolve("tsx/package.json"))("esbuild") as Bundler;
  const { outputFiles } = buildSync({
    stdin: { contents: 'import "./thumbnail-thread.ts";', resolveDir: import.meta.dirname },
    absWorkingDir: import.meta.dirname,
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["@pictor/source"],
    // Packages cannot be resolved from a data: URL, so code that resolves packages at run time needs the URL of a file.
    define: { "import.meta.url": JSON.stringify(import.meta.url) },
    footer: { js: "//# sourceURL=thumbnail-thread.js" },
    write: false,
  });
  const code = outputFiles.map(({ text }) => text).join("");
  return new URL(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
}
