// Output nodes, output files and error texts, for the adapters of the clients.

import type { Graph, NodeId } from "@pictor/kernel/plugin";
import type { ResultFile } from "./client.js";

const savers = new Set(["SaveImage", "PreviewImage", "SaveImageWebsocket"]);

/** Ids of the nodes whose files are the result. */
export const outputNodes = (graph: Graph): readonly NodeId[] =>
  Object.entries(graph)
    .filter(([, node]) => savers.has(node.class_type))
    .map(([id]) => id);

/** The query of a file for `/view`. */
export const queryOf = ({ filename, subfolder, type }: ResultFile): string =>
  new URLSearchParams({ filename, subfolder, type }).toString();

/** The outputs of nodes, as the history of a server has them. */
export type NodeOutputs = Readonly<Record<string, { readonly images?: readonly ResultFile[] } | undefined>>;

/** The files in the outputs of a prompt. */
export const filesIn = (outputs: NodeOutputs = {}): readonly ResultFile[] =>
  Object.values(outputs).flatMap((output) => output?.images ?? []);

/** The messages of a thrown value and its causes, in one line. */
export function reasonOf(error: unknown): string {
  if (error === undefined || error === null) return "no reason given";
  const own = error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error);
  const { cause, response, json } = Object(error) as Readonly<Record<string, unknown>>;
  return [own, ...[cause, response, json].filter(Boolean).map(reasonOf)].join(" <- ").slice(0, 600);
}

/** No client but some reports a failure before its promise ends. */
export const reportsNothing = (): undefined => undefined;
