// Executes prompts inside the worker thread, one after the other, and posts their events to the server's thread.
import { parentPort, workerData } from "node:worker_threads";
import { execute, type NodeLibrary, type ResultCache } from "@pictor/comfyui-graph";
import { catalogOf } from "../classes/catalog.js";
import { createBlockThread, runHooksFor } from "../faults/run-hooks.js";
import type { WorkerRequest, WorkerSetup } from "./worker-data.js";

/** Handles the requests of the thread that started this one. */
export function handleRequests(nodes: NodeLibrary | undefined): void {
  const { classes, folders, interruptFlag, tempTag } = workerData as WorkerSetup;
  const cache: ResultCache = new Map();
  const catalog = catalogOf(nodes, classes);

  parentPort?.on("message", ({ faults, ...request }: WorkerRequest) =>
    execute(request, {
      catalog,
      cache,
      folders,
      tempTag,
      isInterrupted: () => Atomics.load(interruptFlag, 0) === 1,
      hooks: runHooksFor(faults, createBlockThread(interruptFlag)),
      report: (event) => parentPort?.postMessage(event),
    }),
  );
}
