// @artifyfun/comfy-ui-client, the maintained fork of comfy-ui-client: connect and getImages. It fetches the images.

import { randomUUID } from "node:crypto";
import { ComfyUIClient } from "@artifyfun/comfy-ui-client";
import { inputName } from "../scorecard/image.mjs";
import { reasonOf } from "./graph.mjs";

async function filesOf(response) {
  const images = Object.values(response).flat();
  return Promise.all(
    images.map(async ({ image, blob }) => ({ ...image, bytes: new Uint8Array(await blob.arrayBuffer()) })),
  );
}

export async function connect(url) {
  const client = new ComfyUIClient(new URL(url).host, randomUUID());
  await client.connect();
  return {
    run(graph) {
      const ending = client
        .getImages(graph)
        .then(filesOf)
        .then(
          (files) => ({ status: "finished", files, reason: "" }),
          (error) => ({ status: "failed", files: [], reason: reasonOf(error) }),
        );
      // The prompt id is unknown until the prompt ends, so a pending prompt cannot be removed from the queue.
      return {
        ending,
        reportedFailure: () => undefined,
        cancel: () => client.interrupt(),
        cancelsQueued: false,
      };
    },
    upload: (bytes, name) => client.uploadImage(bytes, name, true),
    uploadImage: async (bytes, name) => inputName(await client.uploadImage(bytes, name, true)),
    image: async ({ filename, subfolder, type }) =>
      (await client.getImage(filename, subfolder, type)).arrayBuffer(),
    objectInfo: () => client.getObjectInfo(),
    lookUp: (name) => client.getObjectInfo(name),
    close: () => client.disconnect(),
  };
}
