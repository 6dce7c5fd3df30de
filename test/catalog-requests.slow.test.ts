// What a generation requests of the node classes: those of its graph, one by one, unless it needs all of them.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { GenerateRequest, Graph } from "@pictor/host";
import { createBuiltinPictor } from "./builtins.test.support.js";

const node = (class_type: string, inputs: Graph[string]["inputs"]) => ({ class_type, inputs });
const graph: Graph = {
  1: node("CheckpointLoaderSimple", { ckpt_name: "simulated-landscape.safetensors" }),
  2: node("CLIPTextEncode", { text: "a lighthouse", clip: ["1", 1] }),
  3: node("CLIPTextEncode", { text: "", clip: ["1", 1] }),
  4: node("EmptyLatentImage", { width: 64, height: 64, batch_size: 1 }),
  5: node("KSampler", {
    model: ["1", 0],
    positive: ["2", 0],
    negative: ["3", 0],
    latent_image: ["4", 0],
    seed: 1,
    steps: 1,
    cfg: 1,
    sampler_name: "euler",
    scheduler: "normal",
    denoise: 1,
  }),
  6: node("VAEDecode", { samples: ["5", 0], vae: ["1", 2] }),
  7: node("SaveImage", { images: ["6", 0], filename_prefix: "x" }),
};
const ownClasses = [...new Set(Object.values(graph).map(({ class_type }) => class_type))].sort();

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor-test-"))));

/** Generates twice in one process: the outcome, and what follows `/object_info` in the requests of each generation. */
async function generateTwice(request: Omit<GenerateRequest, "directory">) {
  const pictor = await createBuiltinPictor();
  onTestFinished(() => pictor.dispose());
  const requested: string[] = [];
  pictor.hooks.beforeSend.tap({ band: "observe" }, ({ url }) => {
    const [, rest] = /\/object_info(.*)$/.exec(url) ?? [];
    if (rest !== undefined) requested.push(rest.slice(1));
    return undefined;
  });
  const generate = async () => {
    const { status } = await pictor.generate({ ...request, directory: folder }).result;
    return [status, ...requested.splice(0).sort()];
  };
  return [await generate(), await generate()];
}

/** The setting `graph`: the path of a file with these nodes. */
function graphFile(nodes: Graph): string {
  const path = join(folder, "graph.json");
  writeFileSync(path, JSON.stringify(nodes));
  return path;
}

it("a graph of one's own: its classes, once", async () => {
  const request = { workflow: "custom", params: { graph: graphFile(graph), prompt: "a mill" } };
  expect(await generateTwice(request)).toEqual([["finished", ...ownClasses], ["finished"]]);
});

it("a workflow that chooses a model of the backend: the classes of its graph", async () => {
  const request = { workflow: "txt2img", params: { prompt: "a mill", width: 64, height: 64, steps: 1 } };
  const [first = [], second] = await generateTwice(request);
  expect(first).toEqual(["finished", ...ownClasses]);
  expect(second).toEqual(["finished"]);
});

it("a graph with a problem: all classes, once, and then the class with the problem", async () => {
  const nodes = { ...graph, 4: node("EmptyLatentImage", { width: "wide", height: 64, batch_size: 1 }) };
  const request = { workflow: "custom", params: { graph: graphFile(nodes) } };
  expect(await generateTwice(request)).toEqual([
    ["failed", "", ...ownClasses.toSpliced(2, 0, "EmptyLatentImage")],
    ["failed", "EmptyLatentImage"],
  ]);
});
