// @artifyfun/comfy-ui-client, the maintained fork of comfy-ui-client: connect and getImages. It fetches the images.

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { ComfyUIClient, type PeerImages } from "@artifyfun/comfy-ui-client";
import { inputName } from "../scorecard/image.js";
import type { Client, Ending } from "./client.js";
import { reasonOf, reportsNothing } from "./graph.js";

async function finished(images: PeerImages): Promise<Ending> {
  const files = Object.values(images)
    .flat()
    .map(async ({ image, blob }) => ({ ...image, bytes: new Uint8Array(await blob.arrayBuffer()) }));
  return { status: "finished", files: await Promise.all(files), reason: "" };
}

const failure = (error: unknown): Ending => ({ status: "failed", files: [], reason: reasonOf(error) });

export async function connect(url: string): Promise<Client> {
  const client = new ComfyUIClient(new URL(url).host, randomUUID());
  await client.connect();
  return {
    run: (graph) => ({
      ending: client.getImages(graph).then(finished).catch(failure),
      reportedFailure: reportsNothing,
      // The prompt id is unknown until the prompt ends, so a pending prompt cannot be removed from the queue.
      cancel: () => client.interrupt(),
      cancelsQueued: false,
    }),
    upload: async (path) => client.uploadImage(await readFile(path), "bench.bin", true),
    uploadImage: async (bytes, name) => inputName(await client.uploadImage(Buffer.from(bytes), name, true)),
    download: async ({ filename, subfolder, type }) =>
      (await client.getImage(filename, subfolder, type)).arrayBuffer(),
    catalog: { fetch: () => client.getObjectInfo(), lookUp: (name) => client.getObjectInfo(name) },
    close: () => client.disconnect(),
  };
}
