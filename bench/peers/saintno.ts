// @saintno/comfyui-sdk: ComfyApi, PromptBuilder and CallWrapper. It returns references to images, not their bytes.

import { readFile } from "node:fs/promises";
import { CallWrapper, ComfyApi, PromptBuilder } from "@saintno/comfyui-sdk";
import type { Graph } from "@pictor/kernel/plugin";
import { inputName } from "../scorecard/image.js";
import type { Client, Ending } from "./client.js";
import { filesIn, outputNodes, reasonOf, type NodeOutputs } from "./graph.js";

function builderOf(graph: Graph): PromptBuilder {
  const ids = outputNodes(graph);
  const key = (id: string) => `images${id}`;
  const empty = new PromptBuilder(graph, [], ids.map(key));
  return ids.reduce((builder, id) => builder.setOutputNode(key(id), id), empty);
}

const failure = (error: unknown): Ending => ({
  status: error instanceof Error && error.name === "ExecutionInterruptedError" ? "interrupted" : "failed",
  files: [],
  reason: reasonOf(error),
});

const endingOf = (result: NodeOutputs | false, error: unknown): Ending =>
  result === false ? failure(error) : { status: "finished", files: filesIn(result), reason: "" };

export async function connect(url: string): Promise<Client> {
  const api = new ComfyApi(url.replace(/\/$/, ""));
  await api.init().waitForReady();
  return {
    run(graph, { onProgress, onPreview } = {}) {
      let firstError: Error | undefined;
      let promptId: string | undefined;
      const call = new CallWrapper(api, builderOf(graph))
        .onPending((id) => (promptId = id))
        .onProgress(({ value, max }) => onProgress?.(value, max))
        .onPreview((blob) => onPreview?.(blob))
        // The first failure is the cause; a general one follows.
        .onFailed((error) => (firstError ??= error));
      return {
        ending: call.run().then((result) => endingOf(result, firstError), failure),
        reportedFailure: () => firstError && failure(firstError),
        /** The wrapper cannot cancel. Its README offers the queue, and a global interrupt. */
        async cancel() {
          const { queue_pending } = await api.getQueue();
          const isPending = queue_pending.some(([, id]) => id === promptId);
          await (isPending ? api.manageQueue({ delete: [promptId ?? ""] }) : api.interrupt());
        },
      };
    },
    upload: async (path) => api.uploadImage(await readFile(path), "bench.bin"),
    async uploadImage(bytes, name) {
      const { info } = await api.uploadImage(Buffer.from(bytes), name);
      return inputName({ ...info, name: info.filename });
    },
    catalog: { fetch: () => api.getNodeDefs(), lookUp: (name) => api.getNodeDefs(name) },
    close: () => api.destroy(),
  };
}
