// The three things that are written: the common text, the project record, and both of them into an output.

import type { Output, OutputContext, Problem } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { writeMetadata } from "./metadata.js";
import { parametersText } from "./parameters.js";
import { chunksOf, collect, inPieces, pixels, plain } from "./png.test.support.js";
import { projectRecord } from "./record.js";
import { samplerName } from "./sampler-names.js";

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
const params = {
  prompt: "a lighthouse",
  model: "sdxl/base 1.0.safetensors",
  steps: 20,
  cfg: 6.5,
  sampler: "dpmpp_2m",
  scheduler: "karras",
  width: 768,
  height: 512,
};
const prompt = { positive: "a lighthouse", negative: "fog" };
const seed = 18446744073709551615n;

const contextOf = (change: Partial<OutputContext> = {}): OutputContext => ({
  signal: new AbortController().signal,
  logger: silent,
  report: () => undefined,
  jobId: "job",
  workflow: "txt2img",
  params,
  features: [{ id: "lora", settings: { name: "x.safetensors" } }],
  seed: 1n,
  backend: {
    name: "studio",
    kind: "remote",
    title: "https://anna:hunter2@studio.example",
    version: "0.8.0",
    facets: [],
  },
  directory: "/pictures",
  plugins: { "workflow-txt2img": "0.1.0" },
  ...change,
});

const outputOf = (bytes: Uint8Array = plain): Output => ({
  jobId: "job",
  batch: 1,
  index: 2,
  file: {
    node: "SaveImage",
    filename: "Pictor_00001_.png",
    subfolder: "",
    area: "output",
    mime: "image/png",
    address: "https://studio.example/view?token=hunter2",
  },
  mime: "image/png",
  open: () => inPieces(bytes, 11),
  seed,
  prompt,
  metadata: {},
});

describe("the parameters text", () => {
  it("has the form that other programs read", () => {
    expect(parametersText({ prompt, seed }, params)).toBe(
      [
        "a lighthouse",
        "Negative prompt: fog",
        "Steps: 20, Sampler: DPM++ 2M Karras, CFG scale: 6.5, Seed: 18446744073709551615, Size: 768x512, Model: base 1.0",
      ].join("\n"),
    );
  });

  it.each([
    ["no negative prompt", { positive: "a", negative: "" }, {}, "a\nSeed: 1"],
    ["no prompt at all", { positive: "", negative: "" }, { steps: 4 }, "Steps: 4, Seed: 1"],
    [
      "settings of another kind under the same names",
      { positive: "a", negative: "" },
      { steps: "x", model: 3 },
      "a\nSeed: 1",
    ],
    ["a width without height", { positive: "a", negative: "" }, { width: 8 }, "a\nSeed: 1"],
    [
      "a comma in a name",
      { positive: "a", negative: "" },
      { model: "x, y.ckpt" },
      'a\nSeed: 1, Model: "x, y"',
    ],
    [
      "a folder of Windows",
      { positive: "a", negative: "" },
      { model: "sd\\v1.5.pt" },
      "a\nSeed: 1, Model: v1.5",
    ],
  ])("of %s", (_situation, texts, settings, expected) => {
    expect(parametersText({ prompt: texts, seed: 1n }, settings)).toBe(expected);
  });

  it.each([
    ["euler_ancestral", "normal", "Euler a"],
    ["euler", "simple", "Euler Simple"],
    ["dpmpp_2m", "karras", "DPM++ 2M Karras"],
    ["dpmpp_2m_sde_gpu", "exponential", "DPM++ 2M SDE Exponential"],
    ["res_multistep", "karras", "res_multistep Karras"],
    ["toString", "my_schedule", "toString my_schedule"],
    ["ddim", undefined, "DDIM"],
  ])("names %s with %s %s", (sampler, scheduler, name) => {
    expect(samplerName(sampler, scheduler)).toBe(name);
  });
});

describe("the project record", () => {
  it("holds what is needed to make the picture again, with the seed as digits", () => {
    expect(projectRecord(outputOf(), contextOf())).toEqual({
      version: 1,
      workflow: "txt2img",
      params,
      features: [{ id: "lora", settings: { name: "x.safetensors" } }],
      prompt,
      seed: "18446744073709551615",
      batch: 1,
      index: 2,
      plugins: { "workflow-txt2img": "0.1.0" },
      backend: { name: "studio", kind: "remote", version: "0.8.0" },
    });
  });

  it("says when the backend does less than it seems", () => {
    const backend = { ...contextOf().backend, notice: "simulated sampler" };
    expect(projectRecord(outputOf(), contextOf({ backend }))["backend"]).toMatchObject({
      notice: "simulated sampler",
    });
  });

  it("holds no secret: no address, and no setting with a secret's name, at any depth", () => {
    const record = projectRecord(
      outputOf(),
      contextOf({
        params: { ...params, apiKey: "hunter2", list: [{ password: "hunter2", kept: 1 }] },
        features: [{ id: "cloud", settings: { access_token: "hunter2" } }],
      }),
    );
    expect(JSON.stringify(record)).not.toContain("hunter2");
    expect(record["params"]).toEqual({ ...params, list: [{ kept: 1 }] });
  });
});

describe("an output", () => {
  it("can be read more than once, each time with both texts and the same pixels", async () => {
    const written = writeMetadata(outputOf(), contextOf());
    const bytes = await collect(written.open());
    expect(await collect(written.open())).toEqual(bytes);
    const [, parameters, record] = chunksOf(bytes).map(({ data }) => data.toString("latin1"));
    expect(parameters).toMatch(/^parameters\0a lighthouse\nNegative prompt: fog\nSteps: 20/);
    expect(record).toMatch(/^pictor\0\{"version":1,"workflow":"txt2img"/);
    expect(pixels(bytes)).toEqual(pixels(plain));
  });

  it("keeps everything but its stream", () => {
    const output = outputOf();
    expect({ ...writeMetadata(output, contextOf()), open: undefined }).toEqual({
      ...output,
      open: undefined,
    });
  });

  it("that is no picture passes unchanged and is reported once", async () => {
    const problems: Problem[] = [];
    const broken = Buffer.from("<html>not found</html>");
    const written = writeMetadata(
      outputOf(broken),
      contextOf({ report: (problem) => problems.push(problem) }),
    );
    expect(await collect(written.open())).toEqual(broken);
    await collect(written.open());
    expect(problems).toEqual([
      {
        code: "METADATA_NOT_WRITTEN",
        message: "Pictor_00001_.png cannot take metadata as it should: it is not a PNG.",
        hint: expect.any(String) as string,
      },
    ]);
  });
});
