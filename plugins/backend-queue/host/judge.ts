// Decides whether a worker can run a graph, before the graph is queued: a server would refuse it otherwise, too.

import { describeLack, lacksOf, needsOf, refusedGraph, type Judgement } from "@pictor/farm";
import type { CallOptions, Catalog, Graph, PictorError } from "@pictor/kernel/plugin";
import type { WorkerCatalogs, Workers } from "./workers.js";

/** The error for a graph that no worker can run; undefined if one can, or if that is not known of one. */
function refusalOf(graph: Graph, { union, each, isPartial }: WorkerCatalogs): PictorError | undefined {
  const needs = needsOf(graph, union);
  const judged = new Map<Catalog, Judgement["problems"]>();
  for (const catalog of each.values()) {
    // Many workers have the same catalog.
    const problems = judged.get(catalog) ?? lacksOf(needs, catalog);
    if (problems.length === 0) return undefined;
    judged.set(catalog, problems);
  }
  if (isPartial) return undefined;
  const judgements = [...each].map(([member, catalog]): Judgement => {
    const problems = judged.get(catalog) ?? [];
    return { member, problems, lacks: problems.map(describeLack) };
  });
  return refusedGraph("worker of the queue", graph, judgements);
}

/** The catalogs of the workers, one of which can run the graph. Rejects with `BACKEND_REFUSED_GRAPH` if none can, also not by now. */
export async function catalogsFor(
  graph: Graph,
  workers: Pick<Workers, "catalogs">,
  options: CallOptions,
): Promise<WorkerCatalogs> {
  const known = await workers.catalogs(false, options);
  if (refusalOf(graph, known) === undefined) return known;
  const fresh = await workers.catalogs(true, options);
  const refusal = refusalOf(graph, fresh);
  if (refusal !== undefined) throw refusal;
  return fresh;
}
