// Executes one prompt: takes results from the cache, runs the other nodes in order, and reports every event.
import { cacheKeys } from "./cache-key.js";
import { isLink, type Graph, type GraphNode } from "../node/graph.js";
import { executionOrder } from "./order.js";
import { NoValue } from "./no-value.js";
import type { NodeDefinition, NodeResult, NodeRun } from "../node/node.js";
import type { Ending, NodeFailure, RunEvent, RunOrder } from "./run.js";

/** The result of a finished node, and the id that the node had. */
interface CacheEntry extends NodeResult {
  readonly originalNodeId: string;
}

/** Results by cache key. As in ComfyUI's classic cache, they are those of the previous prompt's graph. */
export type ResultCache = Map<string, CacheEntry>;

/** Callbacks that delay a run or make it fail, for tests of clients. */
export interface RunHooks {
  /** Called after a node was reported as started, before it runs. Its error becomes the error of the node. */
  beforeNode(classType: string): void;
  /** Called before a step is reported. */
  beforeStep(): void;
}

/** Everything that an execution needs besides the order. */
export interface ExecutionContext {
  readonly catalog: ReadonlyMap<string, NodeDefinition>;
  readonly cache: ResultCache;
  readonly folders: NodeRun["folders"];
  readonly tempTag: string;
  readonly isInterrupted: () => boolean;
  readonly hooks?: RunHooks;
  readonly report: (event: RunEvent) => void;
}

/** The run was interrupted. Nodes let this error through. */
class InterruptedError extends Error {}

export function execute(order: RunOrder, surroundings: ExecutionContext): void {
  const { report, cache, catalog, folders } = surroundings;
  if (order.clearCache) cache.clear();
  const keys = cacheKeys(
    order.graph,
    ({ class_type, inputs }) => catalog.get(class_type)?.fingerprint?.(inputs, folders) ?? "",
  );
  keepOnly(cache, new Set(keys.values()));
  const cachedIds = Object.keys(order.graph).filter((id) => cache.has(keys.get(id) ?? ""));
  report({ kind: "cached", nodes: cachedIds });
  for (const id of order.outputs.filter((output) => cachedIds.includes(output))) {
    const entry = cache.get(keys.get(id) ?? "");
    if (entry) report(finished(id, entry, true));
  }
  report({ kind: "ended", ending: runNodes(order, keys, new Set(cachedIds), surroundings) });
}

function runNodes(
  order: RunOrder,
  keys: ReadonlyMap<string, string>,
  cached: ReadonlySet<string>,
  surroundings: ExecutionContext,
): Ending {
  const { catalog, cache, report, isInterrupted, hooks } = surroundings;
  const executed: string[] = [];
  const plan = executionOrder({
    graph: order.graph,
    roots: order.outputs,
    isCached: (id) => cached.has(id),
    isOutput: (id) => catalog.get(order.graph[id]?.class_type ?? "")?.signature.outputNode === true,
  });
  for (const id of plan) {
    const node = order.graph[id] as GraphNode;
    report({ kind: "nodeStarted", nodeId: id });
    const inputs = resolveInputs(node, keys, cache);
    try {
      hooks?.beforeNode(node.class_type);
      if (isInterrupted()) throw new InterruptedError();
      const missing = Object.values(inputs).find((value) => value instanceof NoValue);
      if (missing) throw missing.error();
      const definition = catalog.get(node.class_type) as NodeDefinition;
      const result = definition.execute(inputs, nodeRun(id, order, surroundings));
      const entry = { ...result, originalNodeId: id };
      cache.set(keys.get(id) as string, entry);
      executed.push(id);
      report(finished(id, entry, false));
    } catch (error) {
      if (error instanceof InterruptedError) return { kind: "interrupted", nodeId: id, executed };
      return { kind: "error", failure: failureOf(id, inputs, error), executed };
    }
  }
  return { kind: "success" };
}

function keepOnly(cache: ResultCache, keep: ReadonlySet<string>): void {
  for (const key of [...cache.keys()].filter((known) => !keep.has(known))) cache.delete(key);
}

const finished = (nodeId: string, { ui, originalNodeId }: CacheEntry, fromCache: boolean): RunEvent => ({
  kind: "nodeFinished",
  nodeId,
  originalNodeId,
  fromCache,
  ...(ui && { ui }),
});

function resolveInputs(
  node: GraphNode,
  keys: ReadonlyMap<string, string>,
  cache: ResultCache,
): Record<string, unknown> {
  const valueOf = (value: unknown): unknown =>
    isLink(value) ? cache.get(keys.get(value[0]) ?? "")?.outputs.at(Number(value[1])) : value;
  return Object.fromEntries(Object.entries(node.inputs).map(([name, value]) => [name, valueOf(value)]));
}

function nodeRun(nodeId: string, order: RunOrder, surroundings: ExecutionContext): NodeRun {
  const { folders, tempTag, isInterrupted, hooks, report } = surroundings;
  const check = (): void => {
    if (isInterrupted()) throw new InterruptedError();
  };
  return {
    folders,
    tempTag,
    texts: order.texts,
    graph: order.graph satisfies Graph,
    check,
    step(value, max, preview) {
      hooks?.beforeStep();
      check();
      const image = order.previews ? preview?.() : undefined;
      report({ kind: "step", nodeId, value, max, ...(image && { preview: image }) });
    },
    send(value, max, png) {
      check();
      report({ kind: "step", nodeId, value, max, preview: png });
    },
  };
}

/** Inputs that are not JSON values appear as the name of their JavaScript class, such as `<Object>`. */
function failureOf(nodeId: string, inputs: Readonly<Record<string, unknown>>, error: unknown): NodeFailure {
  const failure = error instanceof Error ? error : new Error(String(error));
  const printable = (value: unknown): unknown =>
    typeof value === "object" && value !== null ? `<${value.constructor.name}>` : value;
  return {
    nodeId,
    exceptionType: failure.name === "Error" ? "Exception" : failure.name,
    exceptionMessage: `${failure.message}\n`,
    traceback: tracebackOf(failure),
    currentInputs: Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [name, [printable(value)]]),
    ),
  };
}

/** The innermost frames of the stack. The message in front of them may have several lines that look like frames. */
function tracebackOf({ stack = "", message }: Error): readonly string[] {
  const end = Math.max(0, stack.indexOf(message)) + message.length;
  const begin = stack.indexOf("\n    at ", end);
  const frames = begin < 0 ? [] : stack.slice(begin + 1).split("\n");
  return frames.slice(0, 3).map((line) => `${line}\n`);
}
