// Maps every kind of fault to the code that implements it. The faults of connections, frames and runs are here.

import type { FaultKind, FaultOf } from "./fault.js";
import type { FaultBehavior, Frame } from "./behavior.js";
import { nan } from "./nan.js";
import { newServer } from "./new-server.js";
import { oldServer } from "./old-server.js";
import { earlyEvents, lateReply, missingClass, slowObjectInfo, statusFault } from "./reply-faults.js";
import { slowView, truncatedView, viewGone } from "./view-faults.js";
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

const slowSteps: FaultBehavior<FaultOf<"slow-steps">> = { run: ({ ms }) => ({ stepMs: ms }) };

const silence: FaultBehavior<FaultOf<"silence">> = {
  run: ({ ms, classType }, { graph }) =>
    inGraph(graph, classType, (target) => ({ silence: { ms, ...target } })),
};

const nodeError: FaultBehavior<FaultOf<"node-error">> = {
  run: ({ classType, message = "This node fails because of the fault node-error" }, { graph }) =>
    inGraph(graph, classType, (target) => ({ raise: { exceptionType: "RuntimeError", message, ...target } })),
};

/** Some clients search an out-of-memory message for its first line, others for its second line. */
const OUT_OF_MEMORY =
  "Allocation on device 0 failed (simulated)\nThis error means you ran out of memory on your GPU.";

const outOfMemory: FaultBehavior<FaultOf<"out-of-memory">> = {
  run: ({ classType }, { graph }) =>
    inGraph(graph, classType, (target) => ({
      raise: { exceptionType: "torch.OutOfMemoryError", message: OUT_OF_MEMORY, ...target },
    })),
};

const lostHistory: FaultBehavior<FaultOf<"lost-history">> = { storeHistory: () => "never" };
const lateHistory: FaultBehavior<FaultOf<"late-history">> = { storeHistory: ({ ms }) => ({ afterMs: ms }) };
const deadWorker: FaultBehavior<FaultOf<"dead-worker">> = { killWorker: () => true };

const dropSocket: FaultBehavior<FaultOf<"drop-socket">> = {
  frame: ({ afterFrames }, { promptId }, { framesSent }) =>
    promptId !== undefined && framesSent >= afterFrames ? "reset" : undefined,
};

const halfOpen: FaultBehavior<FaultOf<"half-open">> = {
  frame: ({ afterFrames }, { promptId }, { framesSent }) =>
    promptId !== undefined && framesSent >= afterFrames ? "silence" : undefined,
};

const duplicateEvents: FaultBehavior<FaultOf<"duplicate-events">> = {
  frame: (_fault, frame) => (frame.promptId === undefined ? undefined : [frame, frame]),
};

const isLastOfRun = ({ type, data }: Frame): boolean => type === "executing" && data?.["node"] === null;

/** Sends each second frame before the one that precedes it. The last frame of a run is never delayed: no frame follows it. */
const wrongOrder: FaultBehavior<FaultOf<"wrong-order">> = {
  frame(_fault, frame, socket) {
    if (frame.promptId === undefined || socket.heldFrame !== undefined || isLastOfRun(frame))
      return undefined;
    socket.heldFrame = frame;
    return [];
  },
};

/** Without `afterFrames` an outage starts when the fault is set, otherwise after that number of frames of a run. */
const isDue = (afterFrames: number | undefined, framesOfRun: number | undefined): boolean =>
  afterFrames === undefined ? framesOfRun === undefined : framesOfRun === afterFrames;

const refuse: FaultBehavior<FaultOf<"refuse">> = {
  outage: ({ ms, afterFrames }, framesOfRun) =>
    isDue(afterFrames, framesOfRun) ? { ms, isRestart: false } : undefined,
};

const restart: FaultBehavior<FaultOf<"restart">> = {
  outage: ({ downMs, afterFrames }, framesOfRun) =>
    isDue(afterFrames, framesOfRun) ? { ms: downMs, isRestart: true } : undefined,
};

const oldCloseUnregisters: FaultBehavior<FaultOf<"old-close-unregisters">> = {
  unregisterNewerSocket: () => true,
};

export const behaviors: { readonly [K in FaultKind]: FaultBehavior<FaultOf<K>> } = {
  "late-reply": lateReply,
  "early-events": earlyEvents,
  "drop-socket": dropSocket,
  refuse,
  "half-open": halfOpen,
  "slow-steps": slowSteps,
  silence,
  "node-error": nodeError,
  "out-of-memory": outOfMemory,
  "lost-history": lostHistory,
  "late-history": lateHistory,
  restart,
  "dead-worker": deadWorker,
  "duplicate-events": duplicateEvents,
  "wrong-order": wrongOrder,
  status: statusFault,
  "slow-view": slowView,
  "truncated-view": truncatedView,
  "view-gone": viewGone,
  "old-close-unregisters": oldCloseUnregisters,
  nan,
  "slow-object-info": slowObjectInfo,
  "missing-class": missingClass,
  "old-server": oldServer,
  "new-server": newServer,
};
