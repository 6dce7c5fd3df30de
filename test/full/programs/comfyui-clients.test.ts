// Clients of ComfyUI, unchanged, against the gateway before one backend and before a pool: images, progress, and
// stopping without an id.

import { describe, expect, it } from "vitest";
import {
  graphs,
  hasModule,
  hasPackage,
  openWorkplace,
  runNode,
  runPython,
  wellDone,
  type Variables,
} from "./programs.test.support.js";

/**
 * Each prints the first bytes of its image, and whether a prompt ended that it stopped without an id, after its first
 * progress.
 */
const nodePrograms: Readonly<Record<string, string>> = {
  "@saintno/comfyui-sdk": `
import { ComfyApi, CallWrapper, PromptBuilder } from "@saintno/comfyui-sdk";
const { URL: url, GRAPH, LONG } = process.env;
const api = new ComfyApi(url, "saintno");
await api.init().waitForReady();
const call = (graph) => new CallWrapper(api, new PromptBuilder(JSON.parse(graph), [], ["images"]).setOutputNode("images", "9"));
const { images } = await call(GRAPH).run();
const blob = await api.getImage(images.images[0]);
const checkpoints = await api.getCheckpoints();
const stopped = await new Promise((resolve) => {
  let isAsked = false;
  void call(LONG).onProgress(() => {
    if (!isAsked) void api.interrupt();
    isAsked = true;
  }).onFailed((error) => resolve(error.constructor.name)).run();
});
const image = Buffer.from(await blob.arrayBuffer()).toString("hex", 0, 4);
console.log("\\n" + JSON.stringify({ image, stopped: stopped !== undefined, lists: checkpoints.length > 0 }));
process.exit();`,
  "@stable-canvas/comfyui-client": `
import { Client } from "@stable-canvas/comfyui-client";
import { WebSocket } from "ws";
const { URL: url, GRAPH, LONG } = process.env;
const client = new Client({ api_host: new globalThis.URL(url).host, clientId: "stable-canvas", WebSocket, fetch });
await client.connect();
const { images } = await client.enqueue(JSON.parse(GRAPH));
const { data } = images.find(({ type }) => type === "url");
const image = Buffer.from(await (await fetch(data)).arrayBuffer()).toString("hex", 0, 4);
// Its short call does not notice that its prompt was interrupted, on ComfyUI neither: the queue tells.
await new Promise((resolve) => void client.enqueue(JSON.parse(LONG), { progress: resolve }));
await client.interrupt();
let stopped = false;
while (!stopped) stopped = (await client.getQueue()).Running.length === 0;
const lists = (await client.getSDModels()).length > 0;
console.log("\\n" + JSON.stringify({ image, stopped, lists }));
process.exit();`,
  "comfy-ui-client": `
import { ComfyUIClient } from "comfy-ui-client";
const { URL: url, GRAPH } = process.env;
const client = new ComfyUIClient(new globalThis.URL(url).host, "comfy-ui-client");
await client.connect();
const made = await client.getImages(JSON.parse(GRAPH));
const image = Buffer.from(await made["9"][0].blob.arrayBuffer()).toString("hex", 0, 4);
const lists = Object.keys(await client.getObjectInfo()).length > 0;
console.log("\\n" + JSON.stringify({ image, lists }));
process.exit();`,
  "@artifyfun/comfy-ui-client": `
import { ComfyUIClient } from "@artifyfun/comfy-ui-client";
const { URL: url, GRAPH } = process.env;
const client = new ComfyUIClient(new globalThis.URL(url).host, "artifyfun");
await client.connect();
const made = await client.getImages(JSON.parse(GRAPH));
const image = Buffer.from(await made["9"][0].blob.arrayBuffer()).toString("hex", 0, 4);
const lists = Object.keys(await client.getObjectInfo()).length > 0;
console.log("\\n" + JSON.stringify({ image, lists }));
process.exit();`,
};

/**
 * Its call that returns images takes previews for them, on every ComfyUI that sends some; and opens its socket after it has
 * submitted. This one asks for the outputs.
 */
const comfyApiSimplified = `
import asyncio, json, os
from comfy_api_simplified import ComfyApiWrapper
api = ComfyApiWrapper(os.environ["URL"] + "/")
id, _ = asyncio.run(api.queue_prompt_and_wait(json.loads(os.environ["GRAPH"])))
history = {}
while id not in history:
    history = api.get_history(id)
made = history[id]["outputs"]["9"]["images"][0]
image = api.get_image(made["filename"], made["subfolder"], made["type"])[:4].hex()
print("\\n" + json.dumps({"image": image}))
`;

const place = openWorkplace();

const ends = ["one", "pool"] as const;
const variables = (end: (typeof ends)[number]): Variables => ({ ...graphs, URL: place.ports[end] });

describe.each(Object.entries(nodePrograms))("%s", (name, script) => {
  it.skipIf(!hasPackage(name)).each(ends)(
    "makes and reads an image; where it can, follows it and stops one (%s)",
    async (end) => {
      const found = await runNode(script, variables(end));
      expect(found).toEqual(wellDone(found));
    },
  );
});

const isThere = await hasModule("comfy_api_simplified");
it.skipIf(!isThere).each(ends)("comfy_api_simplified makes and reads an image (%s)", async (end) => {
  const found = await runPython(comfyApiSimplified, variables(end));
  expect(found).toEqual(wellDone(found));
});
