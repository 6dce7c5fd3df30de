// Widget values are assigned to the inputs of the class.

import { describe, expect, it } from "vitest";
import type { InputSpec } from "@pictor/kernel/plugin";
import { accepted, convertFile } from "../testing/convert.js";
import { createSheet, type NodeDescription } from "../testing/editor.js";
import { widgetValues } from "./widget-values.js";

const converted = (...nodes: readonly NodeDescription[]) => accepted(convertFile(createSheet(nodes)));
const inputsOf = (node: Omit<NodeDescription, "id">) => converted({ id: 1, ...node }).graph["1"]?.inputs;

const sampler = { seed: 7, steps: 9, cfg: 2.5, sampler_name: "heun" };

describe("a list of values", () => {
  it.each<readonly [string, Omit<NodeDescription, "id">, object]>([
    [
      "a seed is followed by control_after_generate",
      { type: "KSampler", values: [7, "randomize", 9, 2.5, "heun"] },
      sampler,
    ],
    [
      "control_after_generate is a boolean in the first versions",
      { type: "KSampler", values: [7, true, 9, 2.5, "heun"] },
      sampler,
    ],
    [
      "control_after_generate is missing in some files",
      { type: "KSampler", values: [7, 9, 2.5, "heun"] },
      sampler,
    ],
    [
      "control_after_generate may be missing in the class",
      { type: "SmallSeed", values: [3, "fixed"] },
      { seed: 3 },
    ],
    [
      "an option named like a control value stays an option",
      { type: "Batch", values: ["fixed"] },
      { mode: "fixed" },
    ],
    [
      "a linked input keeps its value in the list",
      { type: "KSampler", values: [7, "fixed", 9, 2.5, "heun"], inputs: { steps: null }, widgets: ["steps"] },
      sampler,
    ],
    [
      "values that do not fit in the order of the class are in that in which the file names the widgets",
      {
        type: "KSampler",
        values: ["heun", 7, "randomize", 9, 2.5],
        inputs: { sampler_name: null, seed: null, steps: null, cfg: null },
        widgets: ["sampler_name", "seed", "steps", "cfg"],
      },
      sampler,
    ],
    [
      "values that fit in the order of the class stay in it, however the file lists the widgets",
      {
        type: "KSampler",
        values: [7, "fixed", 9, 2.5, "heun"],
        inputs: { sampler_name: null, cfg: null, steps: null, seed: null },
        widgets: ["sampler_name", "seed", "steps", "cfg"],
      },
      sampler,
    ],
    [
      "values that fit in both orders are in that of the class",
      {
        type: "KSampler",
        values: [7, 9, 2.5, "heun"],
        inputs: { steps: null, seed: null, cfg: null, sampler_name: null },
        widgets: ["steps", "seed", "cfg", "sampler_name"],
      },
      sampler,
    ],
    [
      "values that fit in neither order are in that of the class",
      {
        type: "KSampler",
        values: [7, "fixed", 9, true, "heun"],
        inputs: { sampler_name: null, seed: null, steps: null, cfg: null },
        widgets: ["sampler_name", "seed", "steps", "cfg"],
      },
      { ...sampler, cfg: true },
    ],
    [
      "an upload is followed by a button",
      { type: "LoadImage", values: ["cat.png", "image"] },
      { image: "cat.png" },
    ],
    [
      "the button of an upload precedes optional inputs",
      { type: "LoadMask", values: ["cat.png", "image", "alpha"] },
      { image: "cat.png", channel: "alpha" },
    ],
    [
      "a dynamic combo is followed by the inputs of its option",
      { type: "Resize", values: ["size", 64, 32, "area"] },
      { kind: "size", "kind.width": 64, "kind.height": 32, method: "area" },
    ],
    [
      "each option of a dynamic combo has its own inputs",
      { type: "Resize", values: ["factor", 0.5, "area"] },
      { kind: "factor", "kind.factor": 0.5, method: "area" },
    ],
    [
      "a missing value is the default",
      { type: "EmptyLatentImage", values: [64] },
      { width: 64, height: 512, batch_size: 1 },
    ],
    [
      "an empty value is the default",
      { type: "EmptyLatentImage", values: [64, null, 2] },
      { width: 64, height: 512, batch_size: 2 },
    ],
    [
      "values may be an object by name",
      {
        type: "EmptyLatentImage",
        values: { batch_size: 3, width: 64, height: 32, more: "kept", preview: {} },
      },
      { batch_size: 3, width: 64, height: 32, more: "kept" },
    ],
    ["a list is wrapped", { type: "Words", values: [["a", "b"]] }, { value: { __value__: ["a", "b"] } }],
    [
      "a seed keeps its digits",
      { type: "WholeNumber", values: [18446744073709551615n, "fixed"] },
      { value: 18446744073709551615n },
    ],
  ])("%s", (_case, node, expected) => {
    expect(inputsOf(node)).toEqual(expected);
  });

  it("an object where a text belongs is refused", () => {
    const { ok, ...rest } = convertFile(createSheet([{ id: 1, type: "Words", values: [{ version: 1 }] }]));
    expect({ ok, ...rest }).toMatchObject({
      ok: false,
      refusals: [{ node: "1", problem: expect.stringContaining("takes a text") as string }],
    });
  });

  it("unassigned and default values are noted", () => {
    const { leftOut } = converted({ id: 1, type: "Words", values: ["a", "b", { c: 1 }, null, "", {}] });
    expect([...leftOut]).toEqual([["1", { label: "Node 1 (Words)", values: ["b", { c: 1 }] }]]);
    expect(converted({ id: 1, type: "EmptyLatentImage", values: [64] }).notes).toEqual([
      expect.stringMatching(/^Node 1 \(EmptyLatentImage\): .*height, batch_size; the default was used/),
    ]);
  });

  it("dynamic prompts are listed", () => {
    expect(converted({ id: 4, type: "CLIPTextEncode", values: ["{a|b}"] }).dynamicPrompts).toEqual([
      ["4", "text"],
    ]);
  });
});

const commitOf = (commit: string) => ({ extension: "p", range: "*", commit });

describe("a class that the catalog lacks", () => {
  const properties = { cnr_id: "some-pack", ver: "1.2.3" };
  const unknown = { id: 5, type: "Elsewhere", properties };

  it("is converted where the file names every value", () => {
    const marked = { inputs: { noise_seed: null, text: null }, widgets: ["noise_seed", "text"] };
    const { graph, missing } = converted({ ...unknown, ...marked, values: [1, "fixed", "a"] });
    expect(graph["5"]?.inputs).toEqual({ noise_seed: 1, text: "a" });
    expect(missing).toEqual([{ nodeClass: "Elsewhere", extension: "some-pack", range: ">=1.2.3" }]);
  });

  it.each<readonly [string, object, object]>([
    [
      "a repository in place of a registry's id",
      { aux_id: "Owner/Pack", ver: "0a1b2c3d" },
      { extension: "owner/pack", range: "*", commit: "0a1b2c3d" },
    ],
    ["a whole commit", { cnr_id: "p", ver: "0123456789".repeat(4) }, commitOf("0123456789".repeat(4))],
    ["a short commit in upper case", { cnr_id: "p", ver: "ABCDEF1" }, commitOf("abcdef1")],
    ["a date, which is not a commit", { cnr_id: "p", ver: "20240131" }, { extension: "p", range: "*" }],
    ["a word, which is not a version", { cnr_id: "p", ver: "nightly" }, { extension: "p", range: "*" }],
    ["a version with a v", { cnr_id: "p", ver: "v2.0.0" }, { extension: "p", range: ">=2.0.0" }],
    ["nothing", {}, { range: "*" }],
  ])("requires the extension that the file names: %s", (_case, said, expected) => {
    const { missing } = converted({ id: 5, type: "Elsewhere", properties: said });
    expect(missing).toEqual([{ nodeClass: "Elsewhere", ...expected }]);
  });

  it.each<readonly [string, object, string]>([
    ["an extension", properties, "Install some-pack (>=1.2.3)"],
    ["ComfyUI itself", { cnr_id: "comfy-core", ver: "0.9.0" }, "update ComfyUI (>=0.9.0)"],
    ["an unknown extension", {}, "Install the extension that provides the class"],
  ])(
    "cannot be converted where its values have no names, with advice for a class of %s",
    (_case, said, advice) => {
      const nodes = createSheet([{ id: 5, type: "Elsewhere", properties: said, values: ["a", "b"] }]);
      expect(convertFile(nodes)).toMatchObject({
        ok: false,
        missing: [{ nodeClass: "Elsewhere" }],
        refusals: [
          {
            node: "5",
            missing: { nodeClass: "Elsewhere" },
            problem: expect.stringMatching(/no node class "Elsewhere".*2 values/) as string,
            advice: expect.stringContaining(advice) as string,
          },
        ],
      });
    },
  );

  it("cannot be converted where the file has no values for its widgets", () => {
    const widget = { name: "curve", type: "CURVE", widget: { name: "curve" } };
    const sheet = createSheet([{ id: 5, type: "Elsewhere", values: [] }]);
    const nodes = sheet.nodes.map((node) => ({ ...node, inputs: [widget] }));
    const problem = expect.stringMatching(/which the file lacks, are unknown/) as string;
    expect(convertFile({ ...sheet, nodes })).toMatchObject({ ok: false, refusals: [{ problem }] });
  });
});

it("a group has a thousand rows at most, whatever number a file names", () => {
  const text: InputSpec = { name: "text", type: "STRING", required: true, widget: {} };
  const pairs: InputSpec = {
    ...text,
    name: "pairs",
    type: "GROUP",
    rows: { min: 0, max: 5_000, inputs: [text] },
  };
  const node = { values: [5_000], inputs: [] } as unknown as Parameters<typeof widgetValues>[0];
  const { inputs } = widgetValues(node, { name: "A", inputs: [pairs], outputs: [], isOutput: false });
  expect([inputs.length, inputs[0]?.name, inputs.at(-1)?.name]).toEqual([
    1_000,
    "pairs.0.text",
    "pairs.999.text",
  ]);
});
