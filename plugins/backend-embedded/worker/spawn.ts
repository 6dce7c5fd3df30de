// Starts the worker thread from built JavaScript or, inside the repository, from TypeScript source.
import { createRequire } from "node:module";
import { Worker, type WorkerOptions } from "node:worker_threads";
import type { WorkerSetup } from "./channel.js";

/**
 * Built code starts as it is. Source is made one script first, once for a process: a thread that translates file by file
 * takes five times as long to start, and tests start many.
 */
export function spawnWorker(setup: WorkerSetup): Worker {
  const options: WorkerOptions = { workerData: setup, name: "pictor-embedded" };
  if (!import.meta.url.endsWith(".ts")) return new Worker(new URL("./main.js", import.meta.url), options);
  script ??= scriptFromSource();
  return new Worker(script, { ...options, execArgv: [] });
}

let script: URL | undefined;

/** The bundler that tsx brings; the script refers to no other file. */
function scriptFromSource(): URL {
  const require = createRequire(import.meta.url);
  const { buildSync } = createRequire(require.resolve("tsx/package.json"))("esbuild") as Bundler;
  const { outputFiles } = buildSync({
    stdin: { contents: 'import "./main.ts";', resolveDir: import.meta.dirname },
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["@pictor/source"],
    // Where the code looks for what it loads later; a script out of nowhere has no such place.
    define: { "import.meta.url": JSON.stringify(import.meta.url) },
    // Else every line of a stack would carry the whole script as its address.
    footer: { js: "//# sourceURL=pictor-embedded-worker.js" },
    write: false,
  });
  const code = outputFiles.map(({ text }) => text).join("");
  return new URL(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
}

interface Bundler {
  buildSync(options: object): { readonly outputFiles: readonly { readonly text: string }[] };
}
