// Images of other programs: what is imported from the texts that they write.

import { describe, expect, it } from "vitest";
import type { ImageMetadata } from "../../image-metadata.js";
import { metadataKindsIn, projectFromImage } from "../../project-from-image.js";

type Texts = Readonly<Record<string, string>>;
const metadataWith = (texts: Texts): ImageMetadata => ({
  format: "png",
  width: 8,
  height: 8,
  texts,
  notes: [],
  ...(texts["parameters"] !== undefined && { parameters: texts["parameters"] }),
});
function importTexts(texts: Texts) {
  const result = projectFromImage(metadataWith(texts), "/a.png");
  if ("refusal" in result) throw new Error(`${result.refusal.reason}: ${result.refusal.advice}`);
  return result.project;
}

const fooocus = JSON.stringify({
  adm_guidance: "(1.5, 0.8, 0.3)",
  base_model: "juggernautXL_v8",
  base_model_hash: "aeb7e9e689",
  clip_skip: 2,
  created_by: "",
  full_negative_prompt: ["bad"],
  full_prompt: ["a fox, photo"],
  guidance_scale: 4,
  lora_combined_1: "offset_1.0.safetensors : 0.1",
  metadata_scheme: "fooocus",
  loras: [["offset_1.0", 0.1, "4852686128"]],
  negative_prompt: "{bad}",
  performance: "Speed",
  prompt: "a fox #1",
  resolution: "(1152, 896)",
  sampler: "dpmpp_2m_sde_gpu",
  scheduler: "karras",
  seed: "4103243853456789012",
  sharpness: 2,
  steps: 30,
  styles: "['Fooocus V2']",
  vae: "Default (model)",
  refiner_model: "",
  version: "Fooocus v2.5.5",
});
const fooocusParams = {
  prompt: "a fox \\#1 <lora:offset_1.0:0.1>",
  negative: "\\{bad\\}",
  seed: "4103243853456789012",
  steps: 30,
  cfg: 4,
  sampler: "dpmpp_2m_sde_gpu",
  scheduler: "karras",
  width: 1152,
  height: 896,
  model: "juggernautXL_v8",
  clipSkip: 2,
};

const ruined = JSON.stringify({
  Prompt: "a fox #1",
  Negative: "bad",
  steps: 30,
  cfg: 8,
  width: 1152,
  height: 896,
  seed: 77,
  sampler_name: "dpmpp_2m_sde_gpu",
  scheduler: "karras",
  base_model_name: "xl.safetensors",
  base_model_hash: "12",
  loras: [["ab12", "0.5 - glow.safetensors"]],
  denoise: 0.9,
  clip_skip: 1,
  software: "RuinedFooocus",
});

const swarm = JSON.stringify({
  sui_image_params: {
    prompt: "a fox <lora:detail:0.5> {x}",
    negativeprompt: "fog",
    model: "xl/base",
    seed: 12,
    steps: 20,
    cfgscale: 7.5,
    aspectratio: "1:1",
    width: 1024,
    height: 768,
    sampler: "euler",
    scheduler: "karras",
    loras: ["glow"],
    loraweights: ["0.7"],
    refinerupscale: 1.5,
    automaticvae: true,
    swarm_version: "0.9.6.2",
    fluxguidancescale: 3.5,
  },
  sui_extra_data: { date: "2026-01-01", generation_time: "1s" },
});

const novel = {
  Title: "NovelAI generated image",
  Description: "{masterpiece}, a fox",
  Software: "NovelAI",
  Source: "NovelAI Diffusion V4 37442FCA",
  Comment: JSON.stringify({
    prompt: "{masterpiece}, a fox",
    steps: 28,
    height: 1216,
    width: 832,
    scale: 5,
    seed: 3141592653,
    n_samples: 1,
    sampler: "k_euler_ancestral",
    noise_schedule: "karras",
    uc: "lowres",
    cfg_rescale: 0.2,
  }),
};
const novelParams = {
  prompt: "\\{masterpiece\\}, a fox",
  negative: "lowres",
  seed: "3141592653",
  steps: 28,
  cfg: 5,
  sampler: "euler_ancestral",
  scheduler: "karras",
  width: 832,
  height: 1216,
};

const drawThings = {
  c: "a fox & a hen",
  uc: "fog",
  model: "sd_xl_base_1.0_f16.ckpt",
  seed: 42,
  steps: 20,
  scale: 7,
  sampler: "DPM++ 2M Karras",
  size: "1024x768",
  strength: 1,
  seed_mode: "Scale Alike",
  v2: { a: 1 },
  lora: [{ model: "detail_f16.ckpt", weight: 0.6 }],
  shift: 3,
};
const xmp = (json: object): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description><exif:UserComment><rdf:Alt><rdf:li xml:lang="x-default">${JSON.stringify(
    json,
  )
    .replace(/&/g, "&amp;")
    .replace(/"/g, "&quot;")}</rdf:li></rdf:Alt></exif:UserComment></rdf:Description></rdf:RDF></x:xmpmeta>`;

const invoke = JSON.stringify({
  generation_mode: "sdxl_txt2img",
  positive_prompt: "a fox",
  negative_prompt: "fog",
  width: 1024,
  height: 768,
  seed: 77,
  cfg_scale: 7.5,
  cfg_rescale_multiplier: 0,
  steps: 30,
  scheduler: "dpmpp_2m_sde_k",
  model: { key: "k", hash: "h", name: "Juggernaut XL", base: "sdxl", type: "main" },
  rand_device: "cpu",
  loras: [{ model: { name: "Glow" }, weight: 0.75 }],
  strength: 0.6,
  app_version: "5.4.2",
});
const invokeThird = JSON.stringify({
  positive_prompt: "a fox",
  negative_prompt: "",
  width: 512,
  height: 512,
  seed: 1,
  cfg_scale: 7,
  steps: 20,
  scheduler: "euler_a",
  model: { model_name: "dreamshaper", base_model: "sd-1" },
  loras: [{ lora: { model_name: "ink" }, weight: 0.5 }],
});
const invokeOlder = JSON.stringify({
  model: "stable diffusion",
  model_weights: "stable-diffusion-1.5",
  app_id: "invoke-ai/InvokeAI",
  image: {
    prompt: [{ prompt: "a fox [fog, rain]", weight: 1 }],
    steps: 50,
    cfg_scale: 7.5,
    height: 512,
    width: 640,
    seed: 1234,
    sampler: "k_lms",
    type: "txt2img",
    perlin: 0,
    threshold: 0,
  },
});
const node = (type: string, fields: object) => ({ type, ...fields });
const edge = (from: string, output: string, to: string, field: string) => ({
  source: { node_id: from, field: output },
  destination: { node_id: to, field },
});
const invokeGraph = JSON.stringify({
  nodes: {
    loader: node("sdxl_model_loader", { model: { name: "Juggernaut XL" } }),
    prompt: node("string", { value: "a fox" }),
    positive: node("sdxl_compel_prompt", { prompt: "" }),
    collect: node("collect", {}),
    negative: node("sdxl_compel_prompt", { prompt: "fog" }),
    noise: node("noise", { seed: 9, width: 832, height: 1216 }),
    denoise: node("denoise_latents", { steps: 25, cfg_scale: 6, scheduler: "euler" }),
  },
  edges: [
    edge("prompt", "value", "positive", "prompt"),
    edge("positive", "conditioning", "collect", "item"),
    edge("collect", "collection", "denoise", "positive_conditioning"),
    edge("negative", "conditioning", "denoise", "negative_conditioning"),
    edge("noise", "noise", "denoise", "noise"),
  ],
});

describe("an image is imported with its prompts, seed, steps, sampler, size and model:", () => {
  const cases: readonly (readonly [string, Texts, string, object, readonly string[]])[] = [
    [
      "Fooocus, PNG",
      { parameters: fooocus },
      "fooocus",
      fooocusParams,
      ["adm_guidance, performance, sharpness, styles"],
    ],
    [
      "RuinedFooocus",
      { parameters: ruined },
      "fooocus",
      {
        prompt: "a fox \\#1 <lora:glow.safetensors:0.5>",
        negative: "bad",
        seed: "77",
        steps: 30,
        cfg: 8,
        sampler: "dpmpp_2m_sde_gpu",
        scheduler: "karras",
        width: 1152,
        height: 896,
        clipSkip: 1,
        model: "xl.safetensors",
      },
      ["denoise"],
    ],
    ["Fooocus, JPEG", { UserComment: fooocus }, "fooocus", fooocusParams, ["styles"]],
    [
      "SwarmUI",
      { parameters: swarm },
      "swarmui",
      {
        prompt: "a fox <lora:detail:0.5> \\{x\\} <lora:glow:0.7>",
        negative: "fog",
        seed: "12",
        steps: 20,
        cfg: 7.5,
        guidance: 3.5,
        sampler: "euler",
        scheduler: "karras",
        width: 1024,
        height: 768,
        model: "xl/base",
      },
      ["refinerupscale"],
    ],
    ["NovelAI, PNG", novel, "novelai", novelParams, ["NovelAI Diffusion V4", "braces", "cfg_rescale"]],
    [
      "NovelAI, WebP",
      { UserComment: JSON.stringify(novel) },
      "novelai",
      novelParams,
      ["NovelAI Diffusion V4"],
    ],
    [
      "Draw Things",
      { "XML:com.adobe.xmp": xmp(drawThings) },
      "draw-things",
      {
        prompt: "a fox & a hen <lora:detail_f16.ckpt:0.6>",
        negative: "fog",
        seed: "42",
        steps: 20,
        cfg: 7,
        sampler: "dpmpp_2m",
        scheduler: "karras",
        width: 1024,
        height: 768,
        model: "sd_xl_base_1.0_f16.ckpt",
      },
      ["shift"],
    ],
    [
      "InvokeAI 4 and later",
      { invokeai_metadata: invoke, invokeai_graph: invokeGraph },
      "invokeai",
      {
        prompt: "a fox <lora:Glow:0.75>",
        negative: "fog",
        seed: "77",
        steps: 30,
        cfg: 7.5,
        sampler: "dpmpp_2m_sde",
        scheduler: "karras",
        width: 1024,
        height: 768,
        model: "Juggernaut XL",
      },
      ["strength"],
    ],
    [
      "InvokeAI 3",
      { invokeai_metadata: invokeThird },
      "invokeai",
      {
        prompt: "a fox <lora:ink:0.5>",
        sampler: "euler_ancestral",
        scheduler: "normal",
        model: "dreamshaper",
      },
      [],
    ],
    [
      "InvokeAI 2",
      { Dream: '"a fox" -s 1', "sd-metadata": invokeOlder },
      "invokeai",
      {
        prompt: "a fox",
        negative: "fog, rain",
        seed: "1234",
        steps: 50,
        cfg: 7.5,
        sampler: "lms",
        width: 640,
        height: 512,
        model: "stable-diffusion-1.5",
      },
      [],
    ],
    [
      "InvokeAI 1",
      { Dream: '"a \\"fox\\" [fog]" -s 50 -S 4242 -W 640 -H 512 -C 7.5 -A k_euler_a -F' },
      "invokeai",
      {
        prompt: 'a "fox"',
        negative: "fog",
        seed: "4242",
        steps: 50,
        cfg: 7.5,
        sampler: "euler_ancestral",
        width: 640,
        height: 512,
      },
      [],
    ],
    [
      "the graph of InvokeAI",
      { invokeai_graph: invokeGraph },
      "invokeai",
      {
        prompt: "a fox",
        negative: "fog",
        seed: "9",
        steps: 25,
        cfg: 6,
        sampler: "euler",
        width: 832,
        height: 1216,
        model: "Juggernaut XL",
      },
      ["graph of InvokeAI"],
    ],
    [
      "Forge",
      {
        parameters:
          "a fox\nSteps: 20, Sampler: Euler, Schedule type: Simple, CFG scale: 1, Distilled CFG Scale: 3.5, Seed: 5, Size: 896x1152, Model: flux1-dev, Version: f2.0.1v1.10.1, Module 1: ae",
      },
      "parameters",
      { guidance: 3.5, sampler: "euler", scheduler: "simple", model: "flux1-dev", width: 896 },
      ["Module 1"],
    ],
    [
      "Fooocus in the format of A1111",
      {
        parameters:
          'a fox\nNegative prompt: fog\nSteps: 30, Sampler: DPM++ 2M SDE Karras, Seed: 8, Size: 1152x896, CFG scale: 4, Model: juggernaut, Lora hashes: "glow: 12ab, ink: 34cd", Lora weights: "glow: 0.5, ink: 1", Version: Fooocus v2.5.5',
      },
      "parameters",
      { prompt: "a fox <lora:glow:0.5> <lora:ink:1>", sampler: "dpmpp_2m_sde", scheduler: "karras", cfg: 4 },
      ["Lora hashes"],
    ],
    [
      "SD.Next",
      {
        parameters:
          "a fox\nNegative prompt: fog\nSteps: 20, Size: 1024x1024, Sampler: Default, Seed: 6, CFG scale: 6, App: SD.Next, Model: sd_xl_base_1.0",
      },
      "parameters",
      { prompt: "a fox", negative: "fog", seed: "6", model: "sd_xl_base_1.0" },
      ["App"],
    ],
  ];
  it.each(cases)("%s", (_name, texts, kind, params, notes) => {
    const project = importTexts(texts);
    expect(project).toMatchObject({ kind, workflow: "txt2img", params });
    for (const note of notes) expect(project.notes.join(" ")).toContain(note);
    if (notes.length === 0) expect(project.notes).toEqual([]);
    expect(metadataKindsIn(metadataWith(texts))).toEqual([kind]);
  });

  it("the name of a LoRA stays one line", () => {
    const project = importTexts({ invokeai_metadata: invoke.replace('"Glow"', '"Glow\\n}"') });
    expect(project.params["prompt"]).toBe("a fox <lora:Glow \\}:0.75>");
  });

  it.each(["DPM++ 2M Trailing", "Euler A AYS", "DPM++ SDE Substep"])(
    "the spacing of the steps in %s is left out with a note",
    (sampler) => {
      const project = importTexts({ "XML:com.adobe.xmp": xmp({ ...drawThings, sampler }) });
      expect(project.params).toHaveProperty("sampler");
      expect(project.notes.join(" ")).toContain(
        `the spacing ${sampler.split(" ").at(-1) ?? ""} of the sampler`,
      );
    },
  );

  it("NaN of Python, which is not JSON, is read as no value", () => {
    const project = importTexts({ invokeai_metadata: invoke.replace("7.5", "NaN") });
    expect(project.params).toMatchObject({ seed: "77", steps: 30 });
    expect(project.params).not.toHaveProperty("cfg");
  });

  it.each([
    ["the beginning of another name", "a <lora:glowing:1>", "a <lora:glowing:1> <lora:glow:0.5>"],
    ["loaded by the prompt with another weight", "a <lora:glow:0.50>", "a <lora:glow:0.50>"],
    ["a part of the text", "a lora:glow", "a lora:glow <lora:glow:0.5>"],
  ])("a LoRA beside the prompt whose name is %s", (_case, prompt, expected) => {
    const sui_image_params = { prompt, loras: ["glow"], loraweights: ["0.5"] };
    const ofSwarm = importTexts({ parameters: JSON.stringify({ sui_image_params }) });
    const ofFooocus = importTexts({
      parameters: `${prompt}\nSteps: 30, Seed: 8, Size: 512x512, Lora weights: "glow: 0.5", Version: Fooocus v2.5.5`,
    });
    expect([ofSwarm.params["prompt"], ofFooocus.params["prompt"]]).toEqual([expected, expected]);
  });

  const many = 1_000_000;
  const spaces = " ".repeat(many);
  const least = { prompt: "a", base_model: "m", guidance_scale: 4 };
  it.each<[string, Readonly<Record<string, string>>]>([
    ["a text of JSON that does not end", { invokeai_metadata: `{"${'\\"'.repeat(many)}`, parameters: "a" }],
    ["a sampler of spaces", { UserComment: JSON.stringify({ c: "a", seed: 1, sampler: `${spaces}x` }) }],
    ["a sampler of words", { UserComment: JSON.stringify({ c: "a", seed: 1, sampler: "x ".repeat(many) }) }],
    ["a LoRA of spaces", { parameters: JSON.stringify({ ...least, lora_combined_1: `${spaces}x` }) }],
    ["a size of digits", { parameters: JSON.stringify({ ...least, resolution: "1".repeat(many) }) }],
    [
      "a list of LoRAs without a colon",
      { parameters: `a\nSteps: 30, Seed: 8, Size: 512x512, Lora weights: "${"a".repeat(many)}"` },
    ],
  ])("is read in time that grows with its length: %s", (_name, texts) => {
    expect(() => projectFromImage(metadataWith(texts), "")).not.toThrow();
  });

  it("a note stays short, whatever the file has", () => {
    const long = "x".repeat(100_000);
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`own${index}`, 1]));
    const metadata = { positive_prompt: "a", steps: long, scheduler: long, [long]: 1, ...many };
    const { notes } = importTexts({ invokeai_metadata: JSON.stringify(metadata) });
    expect(notes).toEqual([
      expect.stringMatching(/^The sampler "x+\.\.\." was left out/),
      expect.stringMatching(/^"steps" was left out: expected a whole number, found "x+\.\.\.\.$/),
      expect.stringMatching(/no setting for: x+\.\.\., own0, .*, and 961 others\.$/),
    ]);
    expect(Math.max(...notes.map(({ length }) => length))).toBeLessThan(1_000);
  });

  it.each(["tcd", "constructor"])("a sampler without a counterpart is left out with a note: %s", (name) => {
    const project = importTexts({ invokeai_metadata: invoke.replace("dpmpp_2m_sde_k", name) });
    expect(project.params).not.toHaveProperty("sampler");
    expect(project.notes.join(" ")).toContain(`The sampler "${name}" was left out`);
  });

  it.each([
    ["k_euler_a", "euler_ancestral", "normal"],
    ["uni_pc_bh2", "uni_pc_bh2", "normal"],
    ["DPMPP_3M_SDE_K", "dpmpp_3m_sde", "karras"],
    ["kdpm_2_a", "dpm_2_ancestral", "normal"],
  ])("the sampler %s", (name, sampler, scheduler) => {
    const { params } = importTexts({ invokeai_metadata: invoke.replace("dpmpp_2m_sde_k", name) });
    expect(params).toMatchObject({ sampler, scheduler });
  });
});

it.each([
  [
    "names the texts and the program",
    { Description: "a fox --ar 3:2", Software: "Elsewhere 2" },
    "Elsewhere 2",
  ],
  ["names a text of which nothing is known", { recipe: "{}" }, "recipe (2 characters)"],
  ["names a parameters text without settings", { parameters: "a fox" }, "parameters (5 characters)"],
] as const)("an image with texts that cannot be imported: %s", (_name, texts, words) => {
  const result = projectFromImage(metadataWith(texts), "");
  expect(result).toMatchObject({
    refusal: {
      reason: "it has no metadata that Pictor can make an image from",
      advice: expect.stringContaining(words) as string,
    },
  });
});
