// Outputs that come as messages, and that the backend does not keep: images of the socket, and displayed texts.

import {
  isLink,
  type BackendEvent,
  type Graph,
  type NodeId,
  type NodeText,
  type OutputFile,
} from "@pictor/kernel";

/** An output of a run. `place` is its index among the outputs of its node. */
export interface FoundOutput {
  readonly file: OutputFile;
  readonly place: number;
  /** The content of a file that the backend does not keep. */
  readonly bytes?: Uint8Array;
}

/** Numbers the outputs of each node, and names their files after the node, because the backend does not. */
export function createMessageOutputs(graph: () => Graph) {
  const counts = new Map<NodeId, number>();
  const texts = new Set<string>();
  const outputOf = (node: NodeId, mime: string, extension: string, bytes: Uint8Array): FoundOutput => {
    const place = counts.get(node) ?? 0;
    counts.set(node, place + 1);
    const nodeClass = graph()[node]?.class_type ?? "node";
    const filename = `${nodeClass}_${node}_${place + 1}${extension}`.replace(/[^\w.-]/g, "_");
    return { file: { node, filename, subfolder: "", area: "temp", mime, address: "" }, place, bytes };
  };
  return {
    /** The image that an output node has sent. Previews of unfinished images are JPEG, or come from other nodes. */
    imageOf: (
      { node, mime, bytes }: Extract<BackendEvent, { readonly type: "preview" }>,
      outputs: readonly NodeId[],
    ): FoundOutput | undefined =>
      node !== undefined && mime === "image/png" && outputs.includes(node)
        ? outputOf(node, mime, ".png", bytes)
        : undefined,
    /** The output of a displayed text; undefined for a text that was already returned. */
    textOf: ({ node, text }: NodeText): FoundOutput | undefined => {
      const key = JSON.stringify([node, text]);
      if (texts.has(key)) return undefined;
      texts.add(key);
      return outputOf(node, "text/plain", ".txt", new TextEncoder().encode(text));
    },
  };
}

export type MessageOutputs = ReturnType<typeof createMessageOutputs>;

/** The node and all nodes that depend on it. */
export function dependentNodes(graph: Graph, node: NodeId): ReadonlySet<NodeId> {
  const found = new Set([node]);
  for (const id of found)
    for (const [other, { inputs }] of Object.entries(graph))
      if (Object.values(inputs).some((value) => isLink(value) && value[0] === id)) found.add(other);
  return found;
}
