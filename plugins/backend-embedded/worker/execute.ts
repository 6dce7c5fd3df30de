// Executes one prompt: cached results first, then node by node, reporting every step. Pure but for the nodes' own
// files and the reports, so that it can be tested without a thread.
import { sufferInRun, type Pause, type RunSuffering } from "../faults/in-worker.js";
import { cacheKeys } from "../graph/cache-key.js";
import { isLink, type Graph, type GraphNode } from "../graph/graph.js";
import { executionOrder } from "../graph/order.js";
import { encodeJpegPlanes } from "../files/encode-jpeg.js";
import { NoValue } from "../nodes/pass-through.js";
import type { NodeDefinition, NodeResult, NodeRun } from "../nodes/node.js";
import type { Ending, NodeFailure, RunEvent, RunOrder } from "./channel.js";

/** A finished node: its values, what it showed, and the id it had then. */
interface CacheEntry extends NodeResult {
  readonly madeAs: string;
}

/** Results of the previous prompt's graph by cache key; the classic cache keeps no more than that. */
export type ResultCache = Map<string, CacheEntry>;

/** What an execution needs from its surroundings. */
export interface Surroundings {
  readonly catalog: ReadonlyMap<string, NodeDefinition>;
  readonly cache: ResultCache;
  readonly folders: NodeRun["folders"];
  readonly tempTag: string;
  readonly isInterrupted: () => boolean;
  /** Only faults of a test ask for it. */
  readonly pause: Pause;
  readonly report: (event: RunEvent) => void;
}

/** Thrown at a step or node boundary once the interrupt flag is up. */
export class InterruptedError extends Error {}

export function execute(order: RunOrder, surroundings: Surroundings): void {
  const { report, cache, catalog, folders } = surroundings;
  if (order.forget) cache.clear();
  const keys = cacheKeys(
    order.graph,
    ({ class_type, inputs }) => catalog.get(class_type)?.fingerprint?.(inputs, folders) ?? "",
  );
  forgetOthers(cache, new Set(keys.values()));
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
  surroundings: Surroundings,
): Ending {
  const { catalog, cache, report, isInterrupted } = surroundings;
  const faults = sufferInRun(order.faults, surroundings.pause);
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
      faults.beforeNode(node.class_type);
      if (isInterrupted()) throw new InterruptedError();
      const missing = Object.values(inputs).find((value) => value instanceof NoValue);
      if (missing) throw missing.error();
      const definition = catalog.get(node.class_type) as NodeDefinition;
      const result = definition.execute(inputs, nodeRun(id, order, surroundings, faults));
      const entry = { ...result, madeAs: id };
      cache.set(keys.get(id) as string, entry);
      executed.push(id);
      report(finished(id, entry, false));
    } catch (error) {
      if (error instanceof InterruptedError) return { kind: "interrupted", nodeId: id, executed };
      return { kind: "error", failure: describe(id, inputs, error), executed };
    }
  }
  return { kind: "success" };
}

function forgetOthers(cache: ResultCache, keep: ReadonlySet<string>): void {
  for (const key of [...cache.keys()].filter((known) => !keep.has(known))) cache.delete(key);
}

const finished = (nodeId: string, { ui, madeAs }: CacheEntry, fromCache: boolean): RunEvent => ({
  kind: "nodeFinished",
  nodeId,
  madeAs,
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

function nodeRun(nodeId: string, order: RunOrder, surroundings: Surroundings, faults: RunSuffering): NodeRun {
  const { folders, tempTag, isInterrupted, report } = surroundings;
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
      faults.beforeStep();
      check();
      const picture = order.previews && preview ? encodeJpegPlanes(preview()) : undefined;
      report({ kind: "step", nodeId, value, max, ...(picture && { preview: picture }) });
    },
    send(value, max, png) {
      check();
      report({ kind: "step", nodeId, value, max, preview: png });
    },
  };
}

/** The figures of an `execution_error`; values that are not plain are named by their kind only. */
function describe(nodeId: string, inputs: Readonly<Record<string, unknown>>, error: unknown): NodeFailure {
  const failure = error instanceof Error ? error : new Error(String(error));
  const plain = (value: unknown): unknown =>
    typeof value === "object" && value !== null ? `<${value.constructor.name}>` : value;
  return {
    nodeId,
    exceptionType: failure.name === "Error" ? "Exception" : failure.name,
    exceptionMessage: `${failure.message}\n`,
    traceback: tracebackOf(failure),
    currentInputs: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, [plain(value)]])),
  };
}

/** The innermost frames; the message before them, which may have many lines, is told apart. */
function tracebackOf({ stack = "", message }: Error): readonly string[] {
  const behind = Math.max(0, stack.indexOf(message)) + message.length;
  const begin = stack.indexOf("\n    at ", behind);
  const frames = begin < 0 ? [] : stack.slice(begin + 1).split("\n");
  return frames.slice(0, 3).map((line) => `${line}\n`);
}
