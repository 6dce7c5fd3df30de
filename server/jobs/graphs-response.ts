// The reply that contains the graphs of a job, written graph by graph.

import type { Redact } from "@pictor/host";
import { stringifyJson, type Graph } from "@pictor/kernel";
import { createSlices } from "@pictor/services";

/**
 * A list of graphs as JSON text, because a browser that parses and serializes them again would round the seeds. Each
 * graph is serialized when the client reads it, and other clients are served between two slices.
 */
export function graphsResponse(graphs: readonly Graph[], redact: Redact): Response {
  const encoder = new TextEncoder();
  const slices = createSlices();
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const graph = graphs[next];
      if (graph === undefined) {
        controller.enqueue(encoder.encode(graphs.length === 0 ? "[]" : "\n]"));
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(`${next === 0 ? "[" : ","}\n${redact(stringifyJson(graph, 2))}`));
      next++;
      await slices.spend(Object.keys(graph).length);
    },
  });
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}
