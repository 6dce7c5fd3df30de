// Runs every node class with simple inputs, and compares the outputs with the signature.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { encodePng, imageMethods } from "@pictor/images";
import { samplerNames, schedulerNames } from "@pictor/simulated-sampler";
import { choicesOf, type InputSpec, type NodeSignature } from "@pictor/comfyui-graph";
import { readEntry, recordedNames } from "../files/class-entries.js";
import { catalog } from "./catalog.js";
import { callNode, disc, gray, image, mask, temporaryFolders } from "../testing/run-graph.js";

const folders = temporaryFolders();
for (const folder of [folders.input, folders.output])
  writeFileSync(path.join(folder, "a.png"), encodePng(disc(16, 16)));

const output = (name: string, inputs: Record<string, unknown> = {}, slot = 0): unknown =>
  callNode(name, inputs, folders)[slot];

const rows = Array.from({ length: 16 }, (_, y) => Array.from({ length: 16 }, (_, x) => (x + y) / 32));
const checkpoint = { ckpt_name: "simulated-landscape.safetensors" };
const model = output("CheckpointLoaderSimple", checkpoint);
const clip = output("CheckpointLoaderSimple", checkpoint, 1);
const conditioning = output("CLIPTextEncode", { text: "a lake", clip });

/** A value of each link type. */
const values: Readonly<Record<string, unknown>> = {
  MODEL: model,
  CLIP: clip,
  VAE: output("CheckpointLoaderSimple", checkpoint, 2),
  CONDITIONING: conditioning,
  IMAGE: image(gray(rows)),
  MASK: mask(gray(rows, 1)),
  LATENT: output("EmptyLatentImage", { width: 16, height: 16, batch_size: 1 }),
  SAMPLER: output("KSamplerSelect", { sampler_name: "euler" }),
  SIGMAS: output("KarrasScheduler", { steps: 2, sigma_max: 14, sigma_min: 0.1, rho: 7 }),
  NOISE: output("RandomNoise", { noise_seed: 1 }),
  GUIDER: output("BasicGuider", { model, conditioning }),
  CONTROL_NET: output("ControlNetLoader", { control_net_name: "simulated-canny.safetensors" }),
  CLIP_VISION: {},
  CLIP_VISION_OUTPUT: output("CLIPVisionEncode", {
    clip_vision: {},
    image: image(gray(rows)),
    crop: "center",
  }),
  STYLE_MODEL: {},
  UPSCALE_MODEL: output("UpscaleModelLoader", { model_name: "simulated-2x.safetensors" }),
  STRING: "text",
  INT: 1,
  FLOAT: 0.5,
  BOOLEAN: true,
  "*": 1.5,
};

/** Small values for sizes and counts, so that all nodes run fast. */
const SMALL: Readonly<Record<string, unknown>> = {
  width: 64,
  height: 64,
  length: 5,
  video_frames: 2,
  steps: 2,
  megapixels: 0.01,
  largest_size: 24,
};

function valueFor(name: string, spec: InputSpec, { files }: NodeSignature): unknown {
  if (files[name]) return files[name] === "output images" ? "a.png [output]" : "a.png";
  const options = (spec[1] ?? {}) as { default?: unknown };
  const number = spec[0] === "INT" || spec[0] === "FLOAT";
  return (
    (number ? SMALL[name] : undefined) ?? choicesOf(spec)?.[0] ?? options.default ?? values[String(spec[0])]
  );
}

/** By link type, a member that its values have. */
const MEMBERS: Readonly<Record<string, string>> = {
  IMAGE: "rasters",
  MASK: "masks",
  LATENT: "samples",
  MODEL: "style",
  CLIP: "lastLayer",
  VAE: "contrast",
  SIGMAS: "levels",
  SAMPLER: "name",
  NOISE: "seed",
  GUIDER: "cfg",
  CONDITIONING: "0",
  CONTROL_NET: "name",
  UPSCALE_MODEL: "scale",
  CLIP_VISION_OUTPUT: "raster",
};

describe("every node class", () => {
  it.each([...catalog.keys()])("%s has the outputs of its signature", (name) => {
    const { signature } = catalog.get(name)!;
    const all = { ...signature.required, ...signature.optional };
    const valuesFor = (inputs: NodeSignature["required"]): Record<string, unknown> =>
      Object.fromEntries(Object.entries(inputs).map(([key, spec]) => [key, valueFor(key, spec, signature)]));
    for (const inputs of [valuesFor(signature.required), valuesFor(all)]) {
      expect(Object.entries(inputs).filter(([, value]) => value === undefined)).toEqual([]);
      const outputs = callNode(name, inputs, folders);
      expect(outputs).toHaveLength(signature.outputs.length);
      signature.outputs.forEach((type, slot) => {
        const member = MEMBERS[type];
        if (member)
          expect([slot, outputs[slot]]).toEqual([
            slot,
            expect.objectContaining({ [member]: expect.anything() }),
          ]);
        else expect(outputs[slot]).not.toBe(undefined);
      });
    }
  });

  it("is recorded, and each recorded one has a function", () => {
    expect(recordedNames()).toEqual([...catalog.keys()]);
    expect(() => readEntry("Unrecorded")).toThrow("object-info.jsonl has no entry for Unrecorded");
  });

  it.each([
    ["KSampler", "sampler_name", samplerNames],
    ["KSampler", "scheduler", schedulerNames],
    ["ImageScale", "upscale_method", imageMethods],
  ])("%s offers for %s what its function knows", (name, input, known) => {
    expect(choicesOf(catalog.get(name)!.signature.required[input]!)).toEqual(known);
  });

  it("has a name for each output, and no empty list of choices", () => {
    for (const { signature } of catalog.values()) {
      expect(signature.entry.output_name).toHaveLength(signature.outputs.length);
      const specs = Object.entries({ ...signature.required, ...signature.optional });
      const empty = specs.filter(([name, spec]) => !signature.files[name] && choicesOf(spec)?.length === 0);
      expect([signature.name, empty]).toEqual([signature.name, []]);
    }
  });
});
