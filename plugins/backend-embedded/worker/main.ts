// The worker thread: executes one prompt after the other and reports to the server's thread.
import { parentPort, workerData } from "node:worker_threads";
import { pauseOn } from "../faults/in-worker.js";
import { withClasses } from "../nodes/catalog.js";
import type { RunOrder, WorkerSetup } from "./channel.js";
import { execute, type ResultCache } from "./execute.js";

const setup = workerData as WorkerSetup;
const flag = new Int32Array(setup.interrupt);
const cache: ResultCache = new Map();
const catalog = withClasses(setup.classes);

parentPort?.on("message", (order: RunOrder) => {
  execute(order, {
    catalog,
    cache,
    folders: setup.folders,
    tempTag: setup.tempTag,
    isInterrupted: () => Atomics.load(flag, 0) === 1,
    pause: pauseOn(flag),
    report: (event) => parentPort?.postMessage(event),
  });
});
