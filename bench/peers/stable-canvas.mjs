// @stable-canvas/comfyui-client: Client, Workflow and its InvokedWorkflow, the call that distinguishes most endings.

import { Client, Workflow } from "@stable-canvas/comfyui-client";
import WebSocket from "ws";
import { reasonOf } from "./graph.mjs";

/** The graph as the fluent workflow builds it: its nodes get ids in the order in which they are added. */
function workflowOf(graph) {
  const workflow = new Workflow();
  const links = new Map();
  const add = (id) => {
    if (links.has(id)) return links.get(id);
    const { class_type, inputs } = graph[id];
    const linked = Object.entries(inputs).map(([name, value]) => [
      name,
      Array.isArray(value) ? add(value[0])[value[1]] : value,
    ]);
    links.set(id, workflow.node(class_type, Object.fromEntries(linked)));
    return links.get(id);
  };
  for (const id of Object.keys(graph)) add(id);
  return workflow;
}

/** The client mixes previews into the images; the entries with a URL are the files. */
const filesOf = ({ images }) =>
  images
    .filter(({ type }) => type === "url")
    .map(({ data }) => Object.fromEntries(new URL(data).searchParams));

const endingOf = (error) => ({
  status:
    error.name === "WorkflowInterruptedError" || /interrupted/i.test(error.message)
      ? "interrupted"
      : "failed",
  files: [],
  reason: reasonOf(error),
});

/** `enqueue` is its short call: it accepts a graph as it is, and ends with the first node that reports an output. */
const enqueue = (client, graph, progress) =>
  client
    .enqueue(graph, { progress })
    .then((result) => ({ status: "finished", files: filesOf(result), reason: "" }));

export async function connect(url, { short = false } = {}) {
  const client = new Client({ api_host: new URL(url).host, WebSocket, fetch });
  await client.connect();
  return {
    run(graph, { onProgress, onPreview } = {}) {
      const progress = ({ value, max }) => onProgress?.(value, max);
      if (short)
        return { ending: enqueue(client, graph, progress).catch(endingOf), reportedFailure: () => undefined };
      const invoked = workflowOf(graph).instance(client, { progress });
      invoked.on("b_preview", (blob) => onPreview?.(blob));
      const ending = invoked
        .enqueue()
        .then(() => invoked.wait())
        .then((result) => ({ status: "finished", files: filesOf(result), reason: "" }), endingOf);
      return { ending, reportedFailure: () => undefined, cancel: () => invoked.interrupt() };
    },
    objectInfo: () => client.getNodeDefs(),
    /** The client has no cache: each lookup fetches all classes. */
    lookUp: async (name) => (await client.getNodeDefs())[name],
    close: () => client.close(),
  };
}
