// Starts the worker thread from built JavaScript or, inside the repository, from TypeScript source.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import type { WorkerSetup } from "./channel.js";

/**
 * Built code starts as it is. Source starts through tsx, which is registered by the thread itself: under vitest the
 * process has none, and Node 20 does not apply `--import` hooks to the first file of a thread.
 */
export function spawnWorker(setup: WorkerSetup): Worker {
  const options: WorkerOptions = { workerData: setup, name: "pictor-embedded" };
  if (!import.meta.url.endsWith(".ts")) return new Worker(new URL("./main.js", import.meta.url), options);
  const entry = new URL("./main.ts", import.meta.url).href;
  const script = `import { register } from "${tsxApi()}"; register(); await import("${entry}");`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), {
    ...options,
    execArgv: ["--conditions=@pictor/source"],
  });
}

/** The ES module of tsx's programmatic interface; `resolve` alone would give the CommonJS one. */
function tsxApi(): string {
  const manifest = pathToFileURL(createRequire(import.meta.url).resolve("tsx/package.json"));
  return new URL("./dist/esm/api/index.mjs", manifest).href;
}
