// Decides whether a worker can run a graph, before the graph is queued, and what of its needs not every worker has.

import { describeLack, lacksOf, needsOf, refusedGraph, type Judgement, type Needs } from "@pictor/farm";
import type { CallOptions, Catalog, Graph, PictorError } from "@pictor/kernel/plugin";
import { needsIn } from "../sets/capability.js";
import type { WorkerCatalogs, Workers } from "./workers.js";

interface Comparison {
  /** What each catalog lacks. Many workers have the same one. */
  readonly lacks: ReadonlyMap<Catalog, Judgement["problems"]>;
  readonly refusal: PictorError | undefined;
}

/** Compares a graph with the catalogs. There is no refusal if a worker can run it, or if that is not known of one. */
function judge(graph: Graph, { union, each, isPartial }: WorkerCatalogs): Comparison {
  const needs = needsOf(graph, union);
  const lacks = new Map<Catalog, Judgement["problems"]>();
  for (const catalog of each.values()) if (!lacks.has(catalog)) lacks.set(catalog, lacksOf(needs, catalog));
  const isPossible = isPartial || [...lacks.values()].some((problems) => problems.length === 0);
  if (isPossible) return { lacks, refusal: undefined };
  const judgements = [...each].map(([member, catalog]): Judgement => {
    const problems = lacks.get(catalog) ?? [];
    return { member, problems, lacks: problems.map(describeLack) };
  });
  return { lacks, refusal: refusedGraph("worker of the queue", graph, judgements) };
}

export interface Judged {
  /** The catalog of all workers together. */
  readonly catalog: Catalog;
  /** What at least one of the workers that give signs lacks. */
  readonly needs: Needs;
}

/** Rejects with `BACKEND_REFUSED_GRAPH` if no worker can run the graph, also not by now. */
export async function judgeGraph(
  graph: Graph,
  workers: Pick<Workers, "catalogs">,
  options: CallOptions,
): Promise<Judged> {
  let catalogs = await workers.catalogs(false, options);
  let judged = judge(graph, catalogs);
  if (judged.refusal !== undefined) {
    catalogs = await workers.catalogs(true, options);
    judged = judge(graph, catalogs);
  }
  const { refusal, lacks } = judged;
  if (refusal !== undefined) throw refusal;
  const { each, live, union: catalog } = catalogs;
  const present = [...each].filter(([name]) => live.size === 0 || live.has(name));
  const lacking = new Set(present.map(([, one]) => one));
  return { catalog, needs: needsIn([...lacking].flatMap((one) => lacks.get(one) ?? [])) };
}
