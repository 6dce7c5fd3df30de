// The entry of the worker thread in compiled code: imports the server's node library and handles requests.
import { workerData } from "node:worker_threads";
import type { NodeLibrary } from "@pictor/comfyui-graph";
import { handleRequests } from "./thread.js";
import type { WorkerSetup } from "./worker-data.js";

const { nodeModule } = workerData as WorkerSetup;
const imported =
  nodeModule === undefined ? undefined : ((await import(nodeModule)) as { default: NodeLibrary });
handleRequests(imported?.default);
