// @saintno/comfyui-sdk: ComfyApi, PromptBuilder and CallWrapper. It returns references to images, not their bytes.

import { CallWrapper, ComfyApi, PromptBuilder } from "@saintno/comfyui-sdk";
import { inputName } from "../scorecard/image.mjs";
import { outputNodes, reasonOf } from "./graph.mjs";

function builderOf(graph) {
  const ids = outputNodes(graph);
  const key = (id) => `images${id}`;
  const empty = new PromptBuilder(graph, [], ids.map(key));
  return ids.reduce((builder, id) => builder.setOutputNode(key(id), id), empty);
}

const filesOf = (result) => Object.values(result).flatMap((output) => output?.images ?? []);

function endingOf(result, failure) {
  if (result) return { status: "finished", files: filesOf(result), reason: "" };
  const status = failure?.name === "ExecutionInterruptedError" ? "interrupted" : "failed";
  return { status, files: [], reason: reasonOf(failure) };
}

export async function connect(url) {
  const api = new ComfyApi(url.replace(/\/$/, ""));
  await api.init().waitForReady();
  return {
    run(graph, { onProgress, onPreview } = {}) {
      let failure;
      let promptId;
      const call = new CallWrapper(api, builderOf(graph))
        .onPending((id) => (promptId = id))
        .onProgress(({ value, max }) => onProgress?.(value, max))
        .onPreview((blob) => onPreview?.(blob))
        // The first failure is the cause; a general one follows.
        .onFailed((error) => (failure ??= error));
      return {
        ending: call.run().then(
          (result) => endingOf(result, failure),
          (error) => endingOf(undefined, error),
        ),
        reportedFailure: () => failure && endingOf(undefined, failure),
        /** The wrapper cannot cancel. Its README offers the queue, and a global interrupt. */
        async cancel() {
          const { queue_pending } = await api.getQueue();
          const isPending = queue_pending.some(([, id]) => id === promptId);
          await (isPending ? api.manageQueue({ delete: [promptId] }) : api.interrupt());
        },
      };
    },
    upload: (bytes, name) => api.uploadImage(bytes, name),
    async uploadImage(bytes, name) {
      const { info } = await api.uploadImage(bytes, name);
      return inputName({ ...info, name: info.filename });
    },
    objectInfo: () => api.getNodeDefs(),
    lookUp: (name) => api.getNodeDefs(name),
    close: () => api.destroy(),
  };
}
