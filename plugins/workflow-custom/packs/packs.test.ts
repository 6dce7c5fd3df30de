// Nodes of known packs, as their front ends save and submit them.

import { describe, expect, it } from "vitest";
import type { Catalog, InputSpec, NodeClass } from "@pictor/kernel/plugin";
import { catalog } from "../testing/catalog.js";
import { accepted, convertFile, load, saveOf } from "../testing/convert.js";
import { createSheet, type NodeDescription } from "../testing/editor.js";

const text = (name: string, type = "STRING"): InputSpec => ({ name, required: true, type, widget: {} });
const link = (name: string, type: string): InputSpec => ({ name, required: false, type });
const classes: Readonly<Record<string, readonly InputSpec[]>> = {
  "Power Lora Loader (rgthree)": [link("model", "MODEL"), link("clip", "CLIP")],
  "Seed (rgthree)": [{ name: "seed", required: true, type: "INT", widget: {} }],
  "Lora Loader (LoraManager)": [
    link("model", "MODEL"),
    link("text", "AUTOCOMPLETE_TEXT_LORAS"),
    link("loras", "LORAS"),
  ],
  "Prompt (LoraManager)": [text("text", "AUTOCOMPLETE_TEXT_PROMPT,STRING"), link("clip", "CLIP")],
  "TriggerWord Toggle (LoraManager)": [
    { name: "group_mode", required: true, type: "BOOLEAN", widget: {} },
    { name: "default_active", required: true, type: "BOOLEAN", widget: {} },
  ],
  "ShowText|pysssss": [link("text", "STRING")],
  "easy showAnything": [link("anything", "*")],
  ImpactWildcardProcessor: [
    text("wildcard_text"),
    text("populated_text"),
    { name: "mode", required: true, type: "COMBO", options: ["populate", "fixed"], widget: {} },
  ],
  Grouped: [
    text("before"),
    {
      name: "loras",
      required: false,
      type: "COMFY_DYNAMICGROUP_V3",
      widget: {},
      rows: {
        min: 0,
        max: 3,
        inputs: [text("file"), { name: "strength", required: true, type: "FLOAT", widget: {} }],
      },
    },
    text("after"),
  ],
  VHS_LoadVideo: [
    { name: "video", required: true, type: "COMBO", options: ["a.mp4"], widget: {} },
    { name: "force_rate", required: true, type: "FLOAT", default: 0, widget: {} },
    { name: "custom_width", required: true, type: "INT", default: 0, widget: {} },
    { name: "custom_height", required: true, type: "INT", default: 0, widget: {} },
  ],
  VHS_VideoCombine: [
    { name: "format", required: true, type: "COMBO", options: ["video/webm"], widget: {} },
    { name: "save_output", required: true, type: "BOOLEAN", default: true, widget: {} },
  ],
};
const withPacks: Catalog = new Map<string, NodeClass>([
  ...catalog,
  ...Object.entries(classes).map(
    ([name, inputs]) => [name, { name, inputs, outputs: ["*"], isOutput: true }] as const,
  ),
]);

const ownSize = { force_rate: 0, custom_width: 0, custom_height: 0 };
const oldVideo = { video: "a.mp4", force_rate: 8, custom_width: 304, custom_height: 312 };
const loras = [{ name: "a", strength: 1, active: true }];
const row = (lora: string, on: boolean) => ({ on, lora, strength: 0.8, strengthTwo: null });

it.each<readonly [string, Omit<NodeDescription, "id">, object]>([
  [
    "the rows of a Power Lora Loader are inputs, and its buttons are not",
    {
      type: "Power Lora Loader (rgthree)",
      values: [{}, { type: "PowerLoraLoaderHeaderWidget" }, row("a", true), row("b", false), {}, ""],
    },
    { lora_1: row("a", true), lora_2: row("b", false) },
  ],
  [
    "the buttons of a seed are left out",
    { type: "Seed (rgthree)", values: [-1, "", "last: 7", ""] },
    { seed: -1 },
  ],
  [
    "the buttons of a seed are left out, also where the file names them",
    { type: "Seed (rgthree)", values: [7, "", ""], named: { seed: 7, Randomize: "", Last: "" } },
    { seed: 7 },
  ],
  [
    "the file of a LoRA Manager names its values",
    {
      type: "Lora Loader (LoraManager)",
      properties: { __lm_widget_ids: ["__lm_autocomplete_meta_text", "text", "loras"] },
      values: [{ version: 1, textWidgetName: "text" }, "<lora:a:1>", loras],
    },
    { text: "<lora:a:1>", loras: { __value__: loras } },
  ],
  [
    "an older file of a LoRA Manager does not",
    { type: "Lora Loader (LoraManager)", values: ["<lora:a:1>", loras] },
    { text: "<lora:a:1>", loras: { __value__: loras } },
  ],
  [
    "the prompt of a LoRA Manager follows the value of its completion",
    { type: "Prompt (LoraManager)", values: [{ version: 1, textWidgetName: "text" }, "a lighthouse"] },
    { text: "a lighthouse" },
  ],
  [
    "the words of a trigger toggle are inputs that its class does not declare",
    { type: "TriggerWord Toggle (LoraManager)", values: [true, false, [{ text: "w", active: true }], "w"] },
    {
      group_mode: true,
      default_active: false,
      orinalMessage: "w",
      toggle_trigger_words: { __value__: [{ text: "w", active: true }] },
    },
  ],
  ["what pysssss shows is no value", { type: "ShowText|pysssss", values: [["the last text"]] }, {}],
  ["what easy-use shows is no value", { type: "easy showAnything", values: [["the last text"]] }, {}],
  [
    "the mode of a wildcard was a switch",
    { type: "ImpactWildcardProcessor", values: ["{a|b}", "a", true] },
    { wildcard_text: "{a|b}", populated_text: "a", mode: "populate" },
  ],
  [
    "the mode of a wildcard was a switch, also where the file names it in another order",
    {
      type: "ImpactWildcardProcessor",
      values: [true, "{a|b}", "a"],
      named: { mode: true, wildcard_text: "{a|b}", populated_text: "a" },
    },
    { wildcard_text: "{a|b}", populated_text: "a", mode: "populate" },
  ],
  [
    "a file may name the words of a trigger toggle",
    {
      type: "TriggerWord Toggle (LoraManager)",
      values: [false, true, [{ text: "w", active: true }], "w"],
      named: { default_active: 0, group_mode: 0, toggle_trigger_words: 0, orinalMessage: 0 },
    },
    {
      group_mode: true,
      default_active: false,
      orinalMessage: "w",
      toggle_trigger_words: { __value__: [{ text: "w", active: true }] },
    },
  ],
  [
    "whether a video is saved had another name, also where the file names the values",
    {
      type: "VHS_VideoCombine",
      values: [16, 0, "v", "video/webm", false, false],
      named: {
        frame_rate: 16,
        loop_count: 0,
        filename_prefix: "v",
        format: "video/webm",
        pingpong: false,
        save_image: false,
      },
    },
    {
      frame_rate: 16,
      loop_count: 0,
      filename_prefix: "v",
      format: "video/webm",
      pingpong: false,
      save_output: false,
    },
  ],
  [
    "the number of rows precedes the rows of a group, and is not submitted",
    { type: "Grouped", values: ["head", 2, "A", 1, "B", 0.6, "tail"] },
    {
      before: "head",
      "loras.0.file": "A",
      "loras.0.strength": 1,
      "loras.1.file": "B",
      "loras.1.strength": 0.6,
      after: "tail",
    },
  ],
  [
    "a group may have no rows",
    { type: "Grouped", values: ["head", 0, "tail"] },
    { before: "head", after: "tail" },
  ],
  [
    "rows of a group by name",
    { type: "Grouped", values: { before: "head", loras: 1, "loras.0.file": "A", after: "tail" } },
    { before: "head", "loras.0.file": "A", after: "tail" },
  ],
  [
    "the preview of a video is no value",
    { type: "VHS_LoadVideo", values: ["a.mp4", { hidden: false, params: { filename: "a.mp4" } }] },
    { video: "a.mp4", ...ownSize },
  ],
  [
    "a video had a choice of sides: both are the video's",
    {
      type: "VHS_LoadVideo",
      values: { ...oldVideo, force_size: "Disabled", "choose video to upload": "image" },
    },
    { video: "a.mp4", ...ownSize, force_rate: 8 },
  ],
  [
    "a video had a choice of sides: the width is given",
    { type: "VHS_LoadVideo", values: { ...oldVideo, force_size: "Custom Width" } },
    { video: "a.mp4", force_rate: 8, custom_width: 304, custom_height: 0 },
  ],
  [
    "a video had a size in place of two sides, and its values had no names",
    { type: "VHS_LoadVideo", values: ["a.mp4", 8, "?x256", 16, 0, 1] },
    {
      video: "a.mp4",
      force_rate: 8,
      custom_width: 0,
      custom_height: 256,
      frame_load_cap: 16,
      skip_first_frames: 0,
      select_every_nth: 1,
    },
  ],
  [
    "whether a video is saved had another name",
    { type: "VHS_VideoCombine", values: { format: "video/webm", save_image: false } },
    { format: "video/webm", save_output: false },
  ],
])("%s", (_case, node, expected) => {
  const { graph, leftOut } = accepted(convertFile(createSheet([{ id: 1, ...node }]), withPacks));
  expect(graph["1"]?.inputs).toEqual(expected);
  expect([...leftOut]).toEqual([]);
});

it.each<readonly [string, InputSpec, object]>([
  ["VHS_LoadVideo", text("force_size"), { ...oldVideo, force_size: "Custom Width" }],
  [
    "VHS_VideoCombine",
    { name: "save_image", required: true, type: "BOOLEAN", widget: {} },
    { format: "video/webm", save_image: false },
  ],
])("a server with an older %s gets the values of an older file as they are", (name, input, values) => {
  const inputs = [...(classes[name] ?? []).filter((each) => Object.hasOwn(values, each.name)), input];
  const older = new Map(withPacks).set(name, { name, inputs, outputs: ["*"], isOutput: true });
  const { graph } = accepted(convertFile(createSheet([{ id: 1, type: name, values }]), older));
  expect(graph["1"]?.inputs).toEqual(values);
});

it.each(["Node Combiner (rgthree)", "Bookmark (rgthree)", "Note Plus (mtb)"])(
  "%s exists in the editor alone",
  (type) => {
    const { graph } = accepted(
      convertFile(createSheet([load, saveOf(4), { id: 7, type, values: ["x"] }]), withPacks),
    );
    expect(Object.keys(graph)).not.toContain("7");
  },
);

it("a preset that a browser stores is refused", () => {
  const preset = { id: 7, type: "PresetText|pysssss", outputs: ["STRING"], values: ["my negative", null] };
  const show = {
    id: 8,
    type: "ShowText|pysssss",
    inputs: { text: [7, 0] as const },
    types: { text: "STRING" },
  };
  expect(convertFile(createSheet([preset, show]), withPacks)).toMatchObject({
    ok: false,
    refusals: [{ node: "8", problem: expect.stringMatching(/preset "my negative".*browser/) as string }],
  });
});

describe("links of Use Everywhere", () => {
  const everywhere = { id: 5, type: "Anything Everywhere", inputs: { anything: [4, 0] as const } };
  const sheet = createSheet([load, everywhere, { ...saveOf(4), inputs: { images: null } }]);
  const ue = {
    upstream: "4",
    upstream_slot: 2,
    downstream: 9,
    downstream_slot: 0,
    controller: 5,
    type: "IMAGE",
  };

  it("are those that the file lists", () => {
    const { graph } = accepted(convertFile({ ...sheet, extra: { ue_links: [ue] } }, withPacks));
    expect(graph["9"]?.inputs["images"]).toEqual(["4", 2]);
    expect(Object.keys(graph)).not.toContain("5");
  });
  it("do not replace a link of the file", () => {
    const own = createSheet([load, everywhere, saveOf(4)]);
    const { graph } = accepted(convertFile({ ...own, extra: { ue_links: [ue, {}, null] } }, withPacks));
    expect(graph["9"]?.inputs["images"]).toEqual(["4", 0]);
  });
  it("are refused where the file does not list them", () => {
    expect(convertFile(sheet, withPacks)).toMatchObject({
      ok: false,
      refusals: [{ node: "5", problem: expect.stringContaining("without links") as string }],
    });
  });
});
