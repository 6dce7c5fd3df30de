// Faults of runs: slow steps, failing nodes, lost history entries, a dead worker.
import type { Graph } from "@pictor/comfyui-graph";
import type { FaultBehavior } from "./behavior.js";
import type { FaultOf } from "./fault.js";
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

export const slowSteps: FaultBehavior<FaultOf<"slow-steps">> = { run: ({ ms }) => ({ stepMs: ms }) };

export const silence: FaultBehavior<FaultOf<"silence">> = {
  run: ({ ms, classType }, { graph }) =>
    inGraph(graph, classType, (target) => ({ silence: { ms, ...target } })),
};

export const nodeError: FaultBehavior<FaultOf<"node-error">> = {
  run: ({ classType, message = "This node fails because of the fault node-error" }, { graph }) =>
    inGraph(graph, classType, (target) => ({ raise: { exceptionType: "RuntimeError", message, ...target } })),
};

/** Some clients search an out-of-memory message for its first line, others for its second line. */
const OUT_OF_MEMORY =
  "Allocation on device 0 failed (simulated)\nThis error means you ran out of memory on your GPU.";

export const outOfMemory: FaultBehavior<FaultOf<"out-of-memory">> = {
  run: ({ classType }, { graph }) =>
    inGraph(graph, classType, (target) => ({
      raise: { exceptionType: "torch.OutOfMemoryError", message: OUT_OF_MEMORY, ...target },
    })),
};

export const lostHistory: FaultBehavior<FaultOf<"lost-history">> = { storeHistory: () => "never" };
export const lateHistory: FaultBehavior<FaultOf<"late-history">> = {
  storeHistory: ({ ms }) => ({ afterMs: ms }),
};
export const deadWorker: FaultBehavior<FaultOf<"dead-worker">> = { killWorker: () => true };
