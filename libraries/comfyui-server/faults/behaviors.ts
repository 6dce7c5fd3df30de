// Maps every kind of fault to the code that implements it. The faults of connections, frames and runs are here.

import type { FaultBehaviors, Frame } from "./behavior.js";
import { nan } from "./nan.js";
import { newServer } from "./new-server.js";
import { oldServer } from "./old-server.js";
import { replyFaults } from "./reply-faults.js";
import { viewFaults } from "./view-faults.js";
import type { Graph } from "@pictor/comfyui-graph";
import type { RunFaults } from "./run-hooks.js";

/** Returns the faults of a run when the graph has a node of the class. Without a class, the faults apply to every graph. */
function inGraph(
  graph: Graph,
  classType: string | undefined,
  faultsOf: (target: { readonly classType?: string }) => RunFaults,
): RunFaults | undefined {
  if (classType === undefined) return faultsOf({});
  const isPresent = Object.values(graph).some((node) => node.class_type === classType);
  return isPresent ? faultsOf({ classType }) : undefined;
}

/** Some clients search an out-of-memory message for its first line, others for its second line. */
const OUT_OF_MEMORY =
  "Allocation on device 0 failed (simulated)\nThis error means you ran out of memory on your GPU.";

const isLastOfRun = ({ type, data }: Frame): boolean => type === "executing" && data?.["node"] === null;

/** Without `afterFrames` an outage starts when the fault is set, otherwise after that number of frames of a run. */
const isDue = (afterFrames: number | undefined, framesOfRun: number | undefined): boolean =>
  afterFrames === undefined ? framesOfRun === undefined : framesOfRun === afterFrames;

export const behaviors: FaultBehaviors = {
  ...replyFaults,
  ...viewFaults,
  "slow-steps": { run: ({ ms }) => ({ stepMs: ms }) },
  silence: {
    run: ({ ms, classType }, { graph }) =>
      inGraph(graph, classType, (target) => ({ silence: { ms, ...target } })),
  },
  "node-error": {
    run: ({ classType, message = "This node fails because of the fault node-error" }, { graph }) =>
      inGraph(graph, classType, (target) => ({
        raise: { exceptionType: "RuntimeError", message, ...target },
      })),
  },
  "out-of-memory": {
    run: ({ classType }, { graph }) =>
      inGraph(graph, classType, (target) => ({
        raise: { exceptionType: "torch.OutOfMemoryError", message: OUT_OF_MEMORY, ...target },
      })),
  },
  "lost-history": { storeHistory: () => "never" },
  "late-history": { storeHistory: ({ ms }) => ({ afterMs: ms }) },
  "dead-worker": { killWorker: () => true },
  "drop-socket": {
    frame: ({ afterFrames }, { promptId }, { framesSent }) =>
      promptId !== undefined && framesSent >= afterFrames ? "reset" : undefined,
  },
  "half-open": {
    frame: ({ afterFrames }, { promptId }, { framesSent }) =>
      promptId !== undefined && framesSent >= afterFrames ? "silence" : undefined,
  },
  "duplicate-events": {
    frame: (_fault, frame) => (frame.promptId === undefined ? undefined : [frame, frame]),
  },
  /** Sends each second frame before the one that precedes it. The last frame of a run is never delayed: no frame follows it. */
  "wrong-order": {
    frame(_fault, frame, socket) {
      if (frame.promptId === undefined || socket.heldFrame !== undefined || isLastOfRun(frame))
        return undefined;
      socket.heldFrame = frame;
      return [];
    },
  },
  refuse: {
    outage: ({ ms, afterFrames }, framesOfRun) =>
      isDue(afterFrames, framesOfRun) ? { ms, isRestart: false } : undefined,
  },
  restart: {
    outage: ({ downMs, afterFrames }, framesOfRun) =>
      isDue(afterFrames, framesOfRun) ? { ms: downMs, isRestart: true } : undefined,
  },
  "old-close-unregisters": { unregisterNewerSocket: () => true },
  nan,
  "old-server": oldServer,
  "new-server": newServer,
};
