// Starts the worker thread from compiled JavaScript or, inside this repository, from TypeScript source.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import type { WorkerSetup } from "./worker-data.js";

/**
 * TypeScript source is bundled into one script, once per process and node library: a thread that compiles file by file takes
 * five times as long to start, and tests start many threads.
 */
export function spawnWorker(setup: WorkerSetup): Worker {
  const options: WorkerOptions = { workerData: setup, name: "comfyui-worker" };
  if (!import.meta.url.endsWith(".ts")) return new Worker(new URL("./main.js", import.meta.url), options);
  const { nodeModule = "" } = setup;
  const script = scripts.get(nodeModule) ?? bundleWorker(nodeModule);
  scripts.set(nodeModule, script);
  return new Worker(script, { ...options, execArgv: [] });
}

/** Bundled scripts by the URL of the node library. */
const scripts = new Map<string, URL>();

interface Bundler {
  buildSync(options: object): { readonly outputFiles: readonly { readonly text: string }[] };
}

/** Bundles with the esbuild that tsx depends on. The script imports no other file of this repository. */
function bundleWorker(nodeModule: string): URL {
  const require = createRequire(import.meta.url);
  const { buildSync } = createRequire(require.resolve("tsx/package.json"))("esbuild") as Bundler;
  const nodes =
    nodeModule === ""
      ? "const nodes = undefined;"
      : `import nodes from ${JSON.stringify(fileURLToPath(nodeModule))};`;
  const { outputFiles } = buildSync({
    stdin: {
      contents: `import { handleRequests } from "./thread.ts";\n${nodes}\nhandleRequests(nodes);`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["@pictor/source"],
    // Packages cannot be resolved from a data: URL, so code that resolves packages at run time needs the URL of a file.
    define: { "import.meta.url": JSON.stringify(import.meta.url) },
    // Without a source URL, every line of a stack trace would contain the whole script.
    footer: { js: "//# sourceURL=comfyui-worker.js" },
    write: false,
  });
  const code = outputFiles.map(({ text }) => text).join("");
  return new URL(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
}
