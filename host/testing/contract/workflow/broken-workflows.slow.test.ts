// Each rule of workflows and features catches the plugin that breaks it, and no other rule does.

import { manifestOf } from "../../manifest-of.js";
import { edit, type BuildContext, type BuildWorkflow, type InputValue, type Plugin } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { failuresOf } from "../failures.test.support.js";
import type { ContractSource } from "../rule.js";

const tap = (handler: string, phase: string, when: object) => ({
  hook: "buildWorkflow",
  handler,
  phase,
  when,
});
const titled = (title: string, more: object) =>
  manifestOf("workflow-broken", "workflow", { title, description: title, ...more });

interface Parts {
  /** Inputs of the loader, and where they come from. */
  readonly origins: Record<string, string>;
  readonly prefix: (context: BuildContext) => InputValue;
  readonly optionsInput: string;
  readonly optionsClass: string;
  readonly crop: (params: BuildContext["params"]) => string;
  readonly saveClass: string;
  readonly saves: "image" | "decoded";
  readonly output: "Save" | "Decode";
  /** Number of nodes from which on the image before all features is saved. */
  readonly forgetsAbove: number;
  readonly before: (context: BuildContext) => Promise<void>;
}
const goodParts: Parts = {
  origins: { ckpt_name: "model" },
  prefix: () => "broken",
  optionsInput: "ckpt_name",
  optionsClass: "CheckpointLoaderSimple",
  saveClass: "SaveImage",
  crop: () => "disabled",
  saves: "image",
  output: "Save",
  forgetsAbove: Infinity,
  before: () => Promise.resolve(),
};

function workflowPlugin(changed: Partial<Parts> = {}): ContractSource {
  const parts = { ...goodParts, ...changed };
  const prepare: BuildWorkflow = async (draft, context) => {
    await parts.before(context);
    const { params, seed } = context;
    return edit(draft, (graph) => {
      const ckpt_name = params["model"] as string;
      const loader = graph.add("CheckpointLoaderSimple", { ckpt_name }, { origins: parts.origins });
      const text = (id: string) =>
        graph.add("CLIPTextEncode", { text: "a kite", clip: loader.out(1) }, { id }).out();
      const latent = graph.add("EmptyLatentImage", { width: 64, height: 64, batch_size: 1 });
      const sampling = { seed, steps: 4, cfg: 5, sampler_name: "euler", scheduler: "normal", denoise: 1 };
      const sampled = graph.add("KSampler", {
        model: loader.out(),
        positive: text("Positive"),
        negative: text("Negative"),
        latent_image: latent.out(),
        ...sampling,
      });
      const decoded = graph.add(
        "VAEDecode",
        { samples: sampled.out(), vae: loader.out(2) },
        { id: "Decode" },
      );
      const crop = parts.crop(params);
      const size = { width: 64, height: 64, upscale_method: "bilinear", crop };
      const scaled = graph.add("ImageScale", { image: decoded.out(), ...size }, { id: "Scaled" });
      graph.set({ primary: { link: scaled.out(), type: "IMAGE" }, size: { width: 64, height: 64 } });
    });
  };
  const finish: BuildWorkflow = (draft, context) =>
    edit(draft, (graph) => {
      const isLarge = Object.keys(draft.graph).length > parts.forgetsAbove;
      const images = parts.saves === "decoded" || isLarge ? (["Scaled", 0] as const) : graph.image();
      graph.add(parts.saveClass, { images, filename_prefix: parts.prefix(context) }, { id: "Save" });
      graph.output(parts.output);
    });
  const from = (input: string, name = "CheckpointLoaderSimple") => ({
    type: "string",
    "x-optionsFrom": { class: name, input },
  });
  const params = {
    type: "object",
    required: ["model"],
    properties: {
      model: from("ckpt_name"),
      other: from(parts.optionsInput, parts.optionsClass),
      center: { type: "boolean", default: false },
      seed: { type: "string", format: "uint64" },
    },
  };
  const contributed = { id: "broken", title: "Broken", offers: ["still-images"], params };
  const plugin: Plugin = () => ({ handlers: { prepare, finish } });
  const when = { workflow: "broken" };
  const taps = [tap("prepare", "prepare", when), tap("finish", "finish", when)];
  return { manifest: titled("Broken", { taps, contributes: { workflows: [contributed] } }), plugin };
}

const random = () => `p${Math.random()}`;
const emptiesCatalog = async ({ catalog }: BuildContext): Promise<void> => {
  const all = (await catalog()) as Map<string, unknown>;
  all.delete("CLIPVisionEncode");
};

describe("a workflow", () => {
  it("that keeps all rules passes them", async () => {
    expect(await failuresOf(workflowPlugin())).toEqual({});
  });

  it.each<[rule: string, changed: Partial<Parts>, text: RegExp]>([
    ["builds", { output: "Decode" }, /the output Decode \(VAEDecode\) is no output node/],
    ["builds", { saveClass: "SaveImgae" }, /needs the class SaveImgae, .* Did you mean "SaveImage"\? If not/],
    ["choices", { optionsClass: "CheckpointLoaderSimpel" }, /Did you mean "CheckpointLoaderSimple"\?/],
    [
      "values",
      { crop: ({ center }) => (center === true ? "middle" : "disabled") },
      /^the workflow broken with center = true builds a graph that a server refuses: .*middle/,
    ],
    [
      "same",
      { prefix: random },
      /builds two graphs from the same settings and seed \(Save\.filename_prefix\)/,
    ],
    [
      "same",
      { prefix: ({ seed }) => `p${seed}` },
      /has another value at Save\.filename_prefix for another seed/,
    ],
    ["catalog", { before: emptiesCatalog }, /^the workflow broken changes the catalog that it is given/],
    [
      "origins",
      { origins: {} },
      /puts the setting model into the node .*; add it to the origins of the node$/,
    ],
    [
      "choices",
      { optionsInput: "name" },
      /takes its choices from CheckpointLoaderSimple\.name, an input that/,
    ],
    [
      "offers",
      { saves: "decoded" },
      /^the workflow broken with \S+ is wrong: no output depends on the node \S+, which would never run$/,
    ],
    [
      "pairs",
      { forgetsAbove: 8 },
      /^the workflow broken with \S+ and then \S+ is wrong: no output depends on the node/,
    ],
  ])("%s", async (rule, changed, text) => {
    expect(await failuresOf(workflowPlugin(changed))).toEqual({
      [`workflow-${rule}`]: expect.stringMatching(text),
    });
  });
});

interface FeatureParts extends Pick<Parts, "origins" | "optionsInput" | "crop" | "before"> {
  readonly id: "free" | "fixed";
  readonly width: (context: BuildContext) => InputValue;
  /** Inputs of the sampler that the feature changes. */
  readonly rewires: Record<string, InputValue>;
}
const goodFeature: FeatureParts = {
  ...goodParts,
  origins: { upscale_method: "method" },
  optionsInput: "upscale_method",
  id: "free",
  width: () => 64,
  rewires: {},
};

function featurePlugin(changed: Partial<FeatureParts> = {}): ContractSource {
  const parts = { ...goodFeature, ...changed };
  const scale: BuildWorkflow = async (draft, context) => {
    await parts.before(context);
    const settings = context.feature?.settings ?? {};
    const scaled = edit(draft, (graph) => {
      const upscale_method = settings["method"] as string;
      const size = { width: parts.width(context), height: 64, crop: parts.crop(settings) };
      const inputs = { image: graph.image(), upscale_method, ...size };
      const { origins } = parts;
      const node = graph.add("ImageScale", inputs, { id: "Fitted", origins });
      graph.set({ primary: { link: node.out(), type: "IMAGE" } });
    });
    const { primary, graph } = scaled;
    const added = String(primary?.link[0]);
    if (parts.id === "fixed" && added !== "Fitted") {
      const { [added]: node, ...others } = graph;
      return {
        ...scaled,
        graph: { ...others, Fitted: node! },
        primary: { link: ["Fitted", 0], type: "IMAGE" },
      };
    }
    const [id, sampler] = Object.entries(graph).find(([, one]) => "steps" in one.inputs) ?? [];
    if (id === undefined || sampler === undefined) return scaled;
    return {
      ...scaled,
      graph: { ...graph, [id]: { ...sampler, inputs: { ...sampler.inputs, ...parts.rewires } } },
    };
  };
  const from = (input: string) => ({ type: "string", "x-optionsFrom": { class: "ImageScale", input } });
  const settings = {
    type: "object",
    required: ["method"],
    properties: {
      method: from("upscale_method"),
      other: from(parts.optionsInput),
      center: { type: "boolean", default: false },
    },
  };
  const contributed = { id: "fit", title: "Fit", needs: ["still-images"], settings };
  const plugin: Plugin = () => ({ handlers: { scale } });
  const taps = [tap("scale", "refine", { feature: "fit" })];
  return { manifest: titled("Fit", { taps, contributes: { features: [contributed] } }), plugin };
}

describe("a feature", () => {
  it("that keeps all rules passes them", async () => {
    expect(await failuresOf(featurePlugin())).toEqual({});
  });

  it.each<[rule: string, changed: Partial<FeatureParts>, text: RegExp]>([
    ["builds", { crop: () => "middle" }, /builds a graph that a server refuses: .*middle/],
    [
      "values",
      { crop: ({ center }) => (center === true ? "middle" : "disabled") },
      /with center = true builds a graph that a server refuses: .*middle/,
    ],
    [
      "same",
      { width: () => 64 + (Math.floor(Math.random() * 1e9) % 1000) },
      /\(Fitted\.width\); use the seed/,
    ],
    ["catalog", { before: emptiesCatalog }, /changes the catalog that it is given/],
    ["origins", { origins: {} }, /puts the setting method into the node Fitted, and the error .*; add it/],
    ["choices", { optionsInput: "name" }, /takes its choices from ImageScale\.name, an input that/],
    [
      "everywhere",
      { width: ({ workflow }) => (workflow === "upscale" ? "wide" : 64) },
      /^the workflow upscale with fit is wrong: /,
    ],
    ["pairs", { id: "fixed" }, /with fit and then fit /],
    ["links", { rewires: { steps: 3 } }, /changes the node \S+, which was there before; add nodes/],
  ])("%s", async (rule, changed, text) => {
    expect(await failuresOf(featurePlugin(changed))).toEqual({
      [`feature-${rule}`]: expect.stringMatching(text),
    });
  });
});
