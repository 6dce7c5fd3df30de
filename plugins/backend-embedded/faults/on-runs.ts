// Faults of runs: slow, failing, forgotten; and of the worker.
import type { Graph } from "../graph/graph.js";
import type { FaultOf } from "./fault.js";
import type { Behaviour } from "./hooks.js";

const hasClass = (graph: Graph, classType: string | undefined): boolean =>
  classType === undefined || Object.values(graph).some((node) => node.class_type === classType);

const inClass = (classType: string | undefined): { readonly classType?: string } =>
  classType === undefined ? {} : { classType };

export const slowSteps: Behaviour<FaultOf<"slow-steps">> = { run: ({ ms }) => ({ stepMs: ms }) };

export const silence: Behaviour<FaultOf<"silence">> = {
  run: ({ ms, classType }, { graph }) =>
    hasClass(graph, classType) ? { silence: { ms, ...inClass(classType) } } : undefined,
};

export const nodeError: Behaviour<FaultOf<"node-error">> = {
  run: ({ classType, message = "This node was told to fail" }, { graph }) =>
    hasClass(graph, classType)
      ? { raise: { exceptionType: "RuntimeError", message, ...inClass(classType) } }
      : undefined,
};

/** The first line and the second are what clients look for. */
const OUT_OF_MEMORY =
  "Allocation on device 0 failed (simulated)\nThis error means you ran out of memory on your GPU.";

export const outOfMemory: Behaviour<FaultOf<"out-of-memory">> = {
  run: ({ classType }, { graph }) =>
    hasClass(graph, classType)
      ? {
          raise: {
            exceptionType: "torch.OutOfMemoryError",
            message: OUT_OF_MEMORY,
            ...inClass(classType),
          },
        }
      : undefined,
};

export const lostHistory: Behaviour<FaultOf<"lost-history">> = { keep: () => "never" };
export const lateHistory: Behaviour<FaultOf<"late-history">> = { keep: ({ ms }) => ({ afterMs: ms }) };
export const deadWorker: Behaviour<FaultOf<"dead-worker">> = { take: () => true };
