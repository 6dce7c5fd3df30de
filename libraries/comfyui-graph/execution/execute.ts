// Executes one prompt: takes results from the cache, runs the other nodes, and reports every event.
import { cacheKeys } from "./cache-key.js";
import { isLink, type GraphNode } from "../node/graph.js";
import { executionOrder } from "./order.js";
import { NoValue } from "./no-value.js";
import type { NodeDefinition, NodeResult, NodeRun } from "../node/node.js";
import type { Ending, NodeFailure, RunEvent, RunRequest } from "./run.js";

/** The result of a finished node, and the id that the node had. */
interface CacheEntry extends NodeResult {
  readonly originalNodeId: string;
}

/** Results by cache key. Like ComfyUI's classic cache, the cache keeps only the results of the previous prompt's graph. */
export type ResultCache = Map<string, CacheEntry>;

/** Callbacks that delay a run or make it fail, for tests of clients. */
export interface RunHooks {
  /** Called after a node was reported as started, before it runs. Its error becomes the error of the node. */
  beforeNode(classType: string): void;
  /** Called before a step of a node is reported. */
  beforeStep(): void;
}

/** Everything that an execution needs besides the request: what stays the same from prompt to prompt. */
export interface ExecutionContext {
  readonly catalog: ReadonlyMap<string, NodeDefinition>;
  readonly cache: ResultCache;
  readonly folders: NodeRun["folders"];
  readonly tempTag: string;
  readonly isInterrupted: () => boolean;
  readonly hooks?: RunHooks;
  readonly report: (event: RunEvent) => void;
}

/** Thrown inside a node when the run was interrupted. Nodes do not catch it. */
class InterruptedError extends Error {}

export function execute(request: RunRequest, context: ExecutionContext): void {
  const { report, cache, catalog, folders } = context;
  if (request.clearCache) cache.clear();
  const keys = cacheKeys(
    request.graph,
    ({ class_type, inputs }) => catalog.get(class_type)?.fingerprint?.(inputs, folders) ?? "",
  );
  keepOnly(cache, new Set(keys.values()));
  const cached = new Set(Object.keys(request.graph).filter((id) => cache.has(keys.get(id) ?? "")));
  report({ kind: "cached", nodes: [...cached] });
  for (const id of request.outputs) {
    const entry = cache.get(keys.get(id) ?? "");
    if (entry) report(finished(id, entry, true));
  }
  report({ kind: "ended", ending: runNodes(request, keys, cached, context) });
}

function runNodes(
  request: RunRequest,
  keys: ReadonlyMap<string, string>,
  cached: ReadonlySet<string>,
  context: ExecutionContext,
): Ending {
  const { catalog, cache, report, isInterrupted, hooks } = context;
  const executed: string[] = [];
  const plan = executionOrder({
    graph: request.graph,
    roots: request.outputs,
    isCached: (id) => cached.has(id),
    isOutput: (id) => catalog.get(request.graph[id]?.class_type ?? "")?.signature.outputNode === true,
  });
  for (const id of plan) {
    const node = request.graph[id] as GraphNode;
    report({ kind: "nodeStarted", nodeId: id });
    const inputs = resolveInputs(node, keys, cache);
    try {
      hooks?.beforeNode(node.class_type);
      if (isInterrupted()) throw new InterruptedError();
      const missing = Object.values(inputs).find((value) => value instanceof NoValue);
      if (missing) throw missing.error();
      const definition = catalog.get(node.class_type) as NodeDefinition;
      const result = definition.execute(inputs, nodeRun(id, request, context));
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

function nodeRun(nodeId: string, request: RunRequest, context: ExecutionContext): NodeRun {
  const { folders, tempTag, isInterrupted, hooks, report } = context;
  const check = (): void => {
    if (isInterrupted()) throw new InterruptedError();
  };
  return {
    folders,
    tempTag,
    texts: request.texts,
    graph: request.graph,
    check,
    step(value, max, preview) {
      hooks?.beforeStep();
      check();
      const image = request.previews ? preview?.() : undefined;
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

/** The innermost frames of the stack, without the message in front of them, whose lines may look like frames. */
function tracebackOf({ stack = "", message }: Error): readonly string[] {
  const end = Math.max(0, stack.indexOf(message)) + message.length;
  const begin = stack.indexOf("\n    at ", end);
  const frames = begin < 0 ? [] : stack.slice(begin + 1).split("\n");
  return frames.slice(0, 3).map((line) => `${line}\n`);
}
