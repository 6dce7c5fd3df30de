// Values of other programs that are not there, of another type, or written in their other form.

import { describe, expect, it } from "vitest";
import type { ImageMetadata } from "../../image-metadata.js";
import { projectFromImage } from "../../project-from-image.js";

type Texts = Readonly<Record<string, string>>;
function importTexts(texts: Texts) {
  const { parameters } = texts;
  const metadata: ImageMetadata = {
    format: "png",
    width: 8,
    height: 8,
    texts,
    notes: [],
    ...(parameters !== undefined && { parameters }),
  };
  const result = projectFromImage(metadata, "/a.png");
  if ("refusal" in result) throw new Error(result.refusal.advice);
  return result.project;
}

describe("Fooocus", () => {
  const from = (more: object) =>
    importTexts({ parameters: JSON.stringify({ prompt: "a", base_model: "m", guidance_scale: 4, ...more }) });

  it.each([
    ["as pairs", { loras: [["glow", 0.5], [7, 1], "ink", []] }, "a <lora:glow:0.5>"],
    ["as texts", { lora_combined_12: "glow : 0.5", lora_combined_2: 7 }, "a <lora:glow:0.5>"],
    ["as pairs and texts", { loras: [], lora_combined_1: "glow : 0.5" }, "a"],
    [
      "in members of other names",
      { lora_combined_: "a : 1", lora_combined_1x: "b : 1", my_lora_combined_1: "c : 1" },
      "a",
    ],
  ])("LoRAs %s", (_what, more, prompt) => {
    expect(from(more).params["prompt"]).toBe(prompt);
  });

  it("a member that only begins as a LoRA has no setting here", () => {
    expect(from({ lora_combined_1: "glow : 0.5" }).notes).toEqual([]);
    expect(from({ lora_combined_1x: "b : 1" }).notes.join()).toContain("lora_combined_1x");
  });

  it.each([
    ["Default (model)", undefined],
    ["default", undefined],
    ["None", undefined],
    ["none-of-them.safetensors", "none-of-them.safetensors"],
    ["my default", "my default"],
    ["defaults.pt", "defaults.pt"],
  ])("the VAE %s", (vae, expected) => {
    expect(from({ vae }).params["vae"]).toBe(expected);
  });

  it("a sampler without a schedule, and none", () => {
    expect(from({ sampler: "euler" }).params).toMatchObject({ sampler: "euler", scheduler: "normal" });
    expect(from({ sampler: 7, scheduler: "karras" }).params).not.toHaveProperty("sampler");
  });

  it.each([
    [{ resolution: "1152×896" }, [1152, 896]],
    [{ resolution: 7, width: 640, height: 512 }, [640, 512]],
  ])("the size %j", (more, size) => {
    const { width, height } = from(more).params;
    expect([width, height]).toEqual(size);
  });
});

describe("SwarmUI", () => {
  const from = (params: object) =>
    importTexts({ parameters: JSON.stringify({ sui_image_params: { prompt: "a", ...params } }) });

  it.each([
    [{ loras: "glow, ink", loraweights: "0.5,1" }, "a <lora:glow:0.5> <lora:ink:1>"],
    [{ loras: ["glow", 7], loraweights: [0.5] }, "a <lora:glow:0.5>"],
    [{ loras: "" }, "a"],
    [{ loras: 7 }, "a"],
  ])("the LoRAs of %j", (params, prompt) => {
    expect(from(params).params["prompt"]).toBe(prompt);
  });

  it.each([
    ["None", undefined],
    ["automatic", undefined],
    ["None-1.safetensors", "None-1.safetensors"],
    ["my automatic", "my automatic"],
  ])("the VAE %s", (vae, expected) => {
    expect(from({ vae }).params["vae"]).toBe(expected);
  });

  it("the layer at which CLIP stops, and none", () => {
    expect(from({ clipstopatlayer: -2 }).params).toMatchObject({ clipSkip: 2 });
    expect([from({}).params, from({}).notes]).toEqual([
      expect.not.objectContaining({ clipSkip: expect.anything() }),
      [],
    ]);
  });

  it("a sampler without a schedule, and none", () => {
    expect(from({ sampler: "euler" }).params).toMatchObject({ sampler: "euler", scheduler: "normal" });
    expect(from({ sampler: 7, scheduler: "karras" }).params).not.toHaveProperty("sampler");
  });

  it("members without a value are not told, and others are", () => {
    const { notes } = from({ own: "", own2: null, own3: false, own4: [], own5: {}, own6: 0, own7: "x" });
    expect(notes).toEqual([expect.stringMatching(/no setting for: own6, own7\.$/)]);
  });
});

describe("NovelAI", () => {
  const from = (comment: object, texts: Texts = { Software: "NovelAI" }) =>
    importTexts({ ...texts, Comment: JSON.stringify({ seed: 7, ...comment }) });

  it("captions of version 4, before the prompt of older ones", () => {
    const char_captions = [{ char_caption: "a hen" }, { char_caption: "" }, { char_caption: 7 }, 7];
    const v4_prompt = { caption: { base_caption: "a fox", char_captions } };
    const v4_negative_prompt = { caption: { base_caption: "", char_captions: 7 } };
    const project = from({ prompt: "b", uc: "c", v4_prompt, v4_negative_prompt });
    expect(project.params).toMatchObject({ prompt: "a fox, a hen", seed: "7" });
    expect(project.params["negative"] ?? "").toBe("");
    const captionless = from({ prompt: "b", uc: "c", v4_prompt: { caption: {} }, v4_negative_prompt: 7 });
    expect(captionless.params).toMatchObject({ prompt: "b", negative: "c" });
  });

  it("the description, if there is no prompt", () => {
    expect(from({}, { Title: "an image of novelai", Description: "a fox" }).params).toMatchObject({
      prompt: "a fox",
    });
  });

  it("only what is not read is told", () => {
    const read = { prompt: "a", uc: "b", steps: 20, scale: 5, width: 64, height: 64, n_samples: 1 };
    const { notes } = from({
      ...read,
      request_type: "x",
      signed_hash: "y",
      version: 1,
      model: "z",
      extra_noise_seed: 1,
    });
    expect(notes).toEqual(["The model was left out, because NovelAI does not publish it."]);
    expect(from({ prompt: "1.2::a::" }).notes.join()).toContain("braces");
    expect(from({ prompt: "a", uc: "[b]" }).notes.join()).toContain("braces");
  });

  it.each([
    ["a title that is no text", { UserComment: JSON.stringify({ Comment: '{"seed":7}', Title: 7 }) }],
    ["no comment", { Software: "NovelAI" }],
    ["a comment that is no object", { Software: "NovelAI", Comment: "[7]" }],
  ])("an image with %s is not from there", (_what, texts) => {
    expect(() => importTexts(texts)).toThrow();
  });
});

describe("InvokeAI", () => {
  it.each([
    ["a fox -s 50", "a fox -s 50", []],
    ['"a fox [fog][ rain ]  in a field" -s 50 -n 2 -F', "a fox in a field", []],
    ['"a fox" -x1 -s 50', "a fox", ["-x"]],
  ])("the command %s", (Dream, prompt, unread) => {
    const project = importTexts({ Dream });
    expect(project.params).toMatchObject({ prompt });
    expect(project.notes.filter((note) => note.includes("no setting"))).toEqual(
      unread.map((name) => expect.stringContaining(name) as string),
    );
  });

  it.each([
    ["a text", "a fox [fog]", "a fox"],
    ["parts", [{ prompt: "a fox" }, { prompt: 7 }, 7, { prompt: "a hen" }], "a fox a hen"],
  ])("the prompt of version 2 as %s", (_what, given, prompt) => {
    const image = { prompt: given, seed: 1, steps: 2 };
    expect(importTexts({ "sd-metadata": JSON.stringify({ image }) }).params).toMatchObject({ prompt });
  });

  it("LoRAs without a name are left out", () => {
    const loras = [{ weight: 1 }, 7, { model: { name: "glow" }, weight: 0.5 }];
    const invokeai_metadata = JSON.stringify({ positive_prompt: "a", loras });
    expect(importTexts({ invokeai_metadata }).params["prompt"]).toBe("a <lora:glow:0.5>");
  });

  it("a graph whose nodes are linked in circles", () => {
    const link = (from: string, to: string, field: string) => ({
      source: { node_id: from },
      destination: { node_id: to, field },
    });
    const circles = ["prompt", "value", "collection", "item", "conditioning"].flatMap((field) => [
      link("text", "text", field),
      link("other", "text", field),
      link("text", "other", field),
    ]);
    const nodes = { end: { type: "denoise_latents" }, text: { prompt: "a fox" }, other: {} };
    const edges = [link("text", "end", "positive_conditioning"), ...circles];
    expect(importTexts({ invokeai_graph: JSON.stringify({ nodes, edges }) }).params["prompt"]).toBe("a fox");
  });
});

it.each([
  [0.6, true],
  [1, false],
])("Draw Things the strength %d", (strength, isTold) => {
  const { notes } = importTexts({
    UserComment: JSON.stringify({ c: "a", seed: 1, sampler: "Euler A", strength }),
  });
  expect(notes.join().includes("strength")).toBe(isTold);
});

describe("a parameters text", () => {
  const from = (fields: string) =>
    importTexts({ parameters: `a\nSteps: 20, Seed: 5, Size: 64x64, ${fields}` });

  it.each([
    ["VAE: None", undefined],
    ["VAE: Automatic", undefined],
    ["VAE: none.pt", "none.pt"],
  ])("%s", (fields, vae) => {
    expect(from(fields).params["vae"]).toBe(vae);
  });

  it.each([
    ["model: one", "one"],
    ["model: one, Model: two", "two"],
    ["Model: , model: one", "one"],
  ])("%s", (fields, model) => {
    expect(from(fields).params["model"]).toBe(model);
  });
});
