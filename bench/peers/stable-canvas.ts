// @stable-canvas/comfyui-client: Client, Workflow and its InvokedWorkflow, the call that distinguishes most endings.

import {
  Client as PeerClient,
  Workflow,
  type PeerLink,
  type PeerResult,
} from "@stable-canvas/comfyui-client";
import type { Graph, InputValue, Link } from "@pictor/kernel/plugin";
import WebSocket from "ws";
import { mapValues } from "../measure.js";
import type { Client, ClientOptions, Ending, ResultFile } from "./client.js";
import { reasonOf, reportsNothing } from "./graph.js";

/** The graph as the fluent workflow builds it: its nodes get ids in the order in which they are added. */
function workflowOf(graph: Graph): Workflow {
  const workflow = new Workflow();
  const links = new Map<string, readonly PeerLink[]>();
  const add = (id: string): readonly PeerLink[] => {
    const known = links.get(id);
    const node = graph[id];
    if (known !== undefined || node === undefined) return known ?? [];
    const inputs = mapValues<string, InputValue, unknown>(node.inputs, (value) => {
      if (!Array.isArray(value)) return value;
      const [from, output] = value as unknown as Link;
      return add(from)[output];
    });
    const made = workflow.node(node.class_type, inputs);
    links.set(id, made);
    return made;
  };
  for (const id of Object.keys(graph)) add(id);
  return workflow;
}

/** The client mixes previews into the images; the entries with a URL are the files. */
const finished = ({ images }: PeerResult): Ending => ({
  status: "finished",
  files: images
    .filter(({ type }) => type === "url")
    .map(({ data }) => {
      const query = new URL(String(data)).searchParams;
      const [filename = "", subfolder = "", type = ""] = ["filename", "subfolder", "type"].map(
        (name) => query.get(name) ?? undefined,
      );
      return { filename, subfolder, type } satisfies ResultFile;
    }),
  reason: "",
});

const failure = (error: unknown): Ending => ({
  status:
    error instanceof Error &&
    (error.name === "WorkflowInterruptedError" || /interrupted/i.test(error.message))
      ? "interrupted"
      : "failed",
  files: [],
  reason: reasonOf(error),
});

/** With `short`, its short call runs a graph as it is, and ends with the first node that reports an output. */
export async function connect(url: string, { short = false }: ClientOptions = {}): Promise<Client> {
  const client = new PeerClient({ api_host: new URL(url).host, WebSocket, fetch });
  await client.connect();
  return {
    run(graph, { onProgress, onPreview } = {}) {
      const progress = ({ value, max }: { readonly value: number; readonly max: number }) =>
        onProgress?.(value, max);
      if (short)
        return {
          ending: client.enqueue(graph, { progress }).then(finished, failure),
          reportedFailure: reportsNothing,
        };
      const invoked = workflowOf(graph).instance(client, { progress });
      invoked.on("b_preview", (blob) => onPreview?.(blob));
      const ending = invoked
        .enqueue()
        .then(() => invoked.wait())
        .then(finished, failure);
      return { ending, reportedFailure: reportsNothing, cancel: () => invoked.interrupt() };
    },
    catalog: {
      fetch: () => client.getNodeDefs(),
      /** The client has no cache: each lookup fetches all classes. */
      lookUp: async (name) => (await client.getNodeDefs())[name],
    },
    close: () => client.close(),
  };
}
