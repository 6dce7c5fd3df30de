// The phases one by one: cursors for add-ons, names of settings for errors, purity, and what is refused.

import { addNode, conditioning, decoded, emptyDraft, link, PictorError } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { build, contextOf } from "./build.test.support.js";
import { finish } from "./finish.js";
import { prepare } from "./prepare.js";
import { sample } from "./sample.js";

describe("prepare", () => {
  it("leaves cursors, primary, prompts, size and sampling, and encodes nothing yet", () => {
    const draft = prepare(emptyDraft, contextOf({ width: 512, height: 768 }, 2n ** 64n - 1n));
    expect({ ...draft, graph: Object.keys(draft.graph), origins: {} }).toEqual({
      graph: ["CheckpointLoader_Base", "EmptyLatentImage"],
      anchors: {
        model: ["CheckpointLoader_Base", 0],
        clip: ["CheckpointLoader_Base", 1],
        vae: ["CheckpointLoader_Base", 2],
      },
      cursors: { original: draft.anchors },
      primary: { link: ["EmptyLatentImage", 0], type: "LATENT" },
      prompts: { positive: "a lighthouse", negative: "fog" },
      size: { width: 512, height: 768 },
      sampling: {
        sampler: "euler_ancestral",
        scheduler: "normal",
        steps: 20,
        cfg: 5,
        seed: 18446744073709551615n,
        denoise: 1,
      },
      outputs: [],
      inputs: [],
      requires: [],
      origins: {},
    });
  });

  it("gives a refiner cursors of its own", () => {
    expect(prepare(emptyDraft, contextOf({ refiner: "r" })).anchors).toMatchObject({
      model: ["CheckpointLoader_Base", 0],
      "refiner.model": ["CheckpointLoader_Refiner", 0],
      "refiner.clip": ["CheckpointLoader_Refiner", 1],
      "refiner.vae": ["CheckpointLoader_Refiner", 2],
    });
  });

  it("puts a chosen VAE in place of both models' own", () => {
    const { anchors } = prepare(emptyDraft, contextOf({ refiner: "r", vae: "v" }));
    expect([anchors.vae, anchors["refiner.vae"]]).toEqual([
      ["VAELoader", 0],
      ["VAELoader", 0],
    ]);
  });
});

describe("an add-on", () => {
  it("that moves model and clip before sampling is used by the encoders and the sampler", () => {
    const draft = build({}, 7n, {
      condition(before) {
        const { model, clip } = before.anchors;
        if (model === undefined || clip === undefined) throw new Error("no cursors");
        const lora = addNode(before, { id: "Loras_Base", class: "LoraLoader", inputs: { model, clip } });
        const anchors = { ...before.anchors, model: link(lora.id, 0), clip: link(lora.id, 1) };
        return { ...lora.draft, anchors };
      },
    });
    expect(draft.graph).toMatchObject({
      PositiveCLIP_Base: { inputs: { clip: ["Loras_Base", 1] } },
      Sampler: { inputs: { model: ["Loras_Base", 0] } },
    });
  });

  it("that has encoded the prompt already is not encoded over", () => {
    const draft = build({}, 7n, { condition: (before) => conditioning(before, "positive").draft });
    expect(Object.keys(draft.graph).filter((id) => id.startsWith("PositiveCLIP"))).toHaveLength(1);
  });

  it("that changes the sampling as data is followed", () => {
    const draft = build({}, 7n, {
      condition: (before) =>
        before.sampling === undefined ? before : { ...before, sampling: { ...before.sampling, cfg: 1 } },
    });
    expect(draft.graph["Sampler"]?.inputs["cfg"]).toBe(1);
  });

  it("that makes the start an image has it encoded", () => {
    const draft = build({}, 7n, {
      condition: (before) => ({ ...before, primary: { link: ["Noise", 0], type: "IMAGE" } }),
    });
    expect(draft.graph).toMatchObject({
      VAEEncode: { inputs: { pixels: ["Noise", 0] } },
      Sampler: { inputs: { latent_image: ["VAEEncode", 0] } },
    });
  });

  it("that has decoded the picture and named an output of its own is kept", () => {
    const draft = build({}, 7n, {
      refine: (before) => ({ ...decoded(before).draft, outputs: ["Intermediate"] }),
    });
    expect(Object.keys(draft.graph).filter((id) => id.startsWith("VAEDecode"))).toHaveLength(1);
    expect(draft.outputs).toEqual(["Intermediate", "SaveImage"]);
  });
});

describe("errors can name the user's setting", () => {
  it.each([
    ["CheckpointLoader_Base.ckpt_name", "model", {}],
    ["CheckpointLoader_Refiner.ckpt_name", "refiner", { refiner: "r" }],
    ["VAELoader.vae_name", "vae", { vae: "v" }],
    ["CLIP_Skip_Base.stop_at_clip_layer", "clipSkip", { clipSkip: 2 }],
    ["EmptyLatentImage.batch_size", "batchSize", {}],
    ["LatentFromBatch.batch_index", "batchIndex", { batchIndex: 1 }],
    ["PositiveCLIP_Base.text", "prompt", {}],
    ["Sampler.sampler_name", "sampler", {}],
    ["Sampler_Refiner.steps", "refinerSteps", { refiner: "r" }],
    ["SDTurboScheduler.steps", "steps", { scheduler: "sd_turbo" }],
  ])("%s comes from %s", (input, setting, params) => {
    expect(build(params).origins[input]).toBe(setting);
  });
});

describe("a refiner with denoise below 1", () => {
  it("enters a stretched schedule late and keeps the number of steps", () => {
    expect(build({ refiner: "r", denoise: 0.5 }).graph).toMatchObject({
      Sampler: { inputs: { steps: 60, start_at_step: 30, end_at_step: 50 } },
      Sampler_Refiner: { inputs: { steps: 60, start_at_step: 50, end_at_step: 60 } },
    });
  });
});

describe("refused before anything is submitted", () => {
  it.each([
    ["sd_turbo with a refiner", { scheduler: "sd_turbo", refiner: "r" }, "#/scheduler"],
    ["no denoise at all with a refiner", { denoise: 0, refiner: "r" }, "#/denoise"],
    ["a picture beyond the batch", { batchSize: 2, batchIndex: 3 }, "#/batchIndex"],
  ])("%s", (_situation, params, pointer) => {
    let thrown: unknown;
    try {
      build(params);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(PictorError);
    expect(thrown).toMatchObject({ code: "SETTINGS_INVALID", details: { pointer } });
  });

  it("a draft that was never prepared", () => {
    expect(() => sample(emptyDraft)).toThrow(/prepare must come first/);
    expect(() => finish(emptyDraft)).toThrow(/primary/);
  });
});

it("gives the same draft for the same input, and another seed changes the seed only", () => {
  expect(build()).toEqual(build());
  const other = build({}, 8n);
  expect(other.graph["Sampler"]?.inputs["seed"]).toBe(8n);
  expect(Object.keys(other.graph)).toEqual(Object.keys(build().graph));
});
