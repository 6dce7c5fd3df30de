// The rules of all packs: the editor's own nodes, and how values are saved.

import type { Pack, VirtualNodeKind, WidgetRule } from "./pack.js";
import { videoHelperSuite } from "./video-helper-suite.js";

/** ComfyUI's own editor. */
const core: Pack = {
  namesFiles: [
    ...["SaveImage", "SaveVideo", "SaveAnimatedWEBP", "SaveWEBM", "SaveAudio", "SaveGLB", "SaveAnimatedPNG"],
    ...["CLIPSave", "VAESave", "ModelSave", "LoraSave", "SaveLatent"],
  ],
  virtual: { Note: "annotation", MarkdownNote: "annotation", Reroute: "reroute", PrimitiveNode: "primitive" },
  widgets: { PreviewAny: { isDisplay: true } },
};

const rgthreeAnnotations = [
  ...["Label", "Bookmark", "Node Collector", "Node Combiner", "Fast Actions Button", "Random Unmuter"],
  ...["Fast Muter", "Fast Bypasser", "Fast Groups Muter", "Fast Groups Bypasser"],
  ...["Mute / Bypass Repeater", "Mute / Bypass Relay"],
];

/** rgthree-comfy: switches of the editor, loaders whose rows the editor adds, and nodes that show the last run. */
const rgthree: Pack = {
  virtual: {
    ...Object.fromEntries(
      rgthreeAnnotations.map((name): [string, VirtualNodeKind] => [`${name} (rgthree)`, "annotation"]),
    ),
    "Reroute (rgthree)": "reroute",
  },
  widgets: {
    "Power Lora Loader (rgthree)": { rows: { with: "lora", prefix: "lora_" } },
    // Three buttons follow the seed.
    "Seed (rgthree)": { names: ["seed"] },
    "Display Any (rgthree)": { isDisplay: true },
    "Display Int (rgthree)": { isDisplay: true },
    "Image Comparer (rgthree)": { isDisplay: true },
  },
};

const loraText: WidgetRule = {
  namesInFile: { property: "__lm_widget_ids", hidden: "__lm_" },
  ignoredWith: "textWidgetName",
  names: ["text"],
};
const textAndLoras: WidgetRule = { ...loraText, names: ["text", "loras"] };

/** ComfyUI-Lora-Manager: text fields with a hidden value for their completion, and lists of LoRAs. */
const loraManager: Pack = {
  widgets: {
    "Lora Loader (LoraManager)": textAndLoras,
    "Lora Stacker (LoraManager)": textAndLoras,
    "Prompt (LoraManager)": loraText,
    "Text (LoraManager)": loraText,
    // The class reads the list of words, and the text that it was made from, without declaring them.
    "TriggerWord Toggle (LoraManager)": { further: ["toggle_trigger_words", "orinalMessage"] },
  },
};

/** Nodes that show a text of the last run, presets that the browser stores, variables and notes of other packs. */
const others: Pack = {
  virtual: {
    // ComfyUI-Custom-Scripts (pysssss).
    "PresetText|pysssss": "browser",
    // cg-use-everywhere: nodes that send their input to all others. The file lists the links that the editor makes
    // (`extra.ue_links`).
    "Anything Everywhere": "annotation",
    "Anything Everywhere3": "annotation",
    "Anything Everywhere?": "annotation",
    "Prompts Everywhere": "annotation",
    // ComfyUI-Easy-Use.
    "easy setNode": "set",
    "easy getNode": "get",
    // ComfyUI-KJNodes, whose variables other packs copy.
    SetNode: "set",
    GetNode: "get",
    "Note Plus (mtb)": "annotation",
    workflowInfo: "annotation",
  },
  widgets: {
    "ShowText|pysssss": { isDisplay: true },
    "easy showAnything": { isDisplay: true },
    "easy showTensorShape": { isDisplay: true },
  },
};

const wildcards: WidgetRule = { older: { mode: { true: "populate", false: "fixed" } } };

/** ComfyUI-Impact-Pack: the mode of its wildcard nodes was a switch in older files. */
const impact: Pack = { widgets: { ImpactWildcardProcessor: wildcards, ImpactWildcardEncode: wildcards } };

const packs = [core, rgthree, loraManager, videoHelperSuite, impact, others];

/** The editor's own nodes, by type. */
export const virtualNodes: ReadonlyMap<string, VirtualNodeKind> = new Map(
  packs.flatMap(({ virtual = {} }) => Object.entries(virtual)),
);

/** Whether the node connects others without links. */
export const connectsWithoutLinks = ({ type }: { readonly type: string }): boolean =>
  /^(?:Anything|Prompts|Seed) Everywhere/.test(type);

const fileNamers = new Set(packs.flatMap(({ namesFiles = [] }) => namesFiles));

/** Whether the editor replaces texts in the input `filename_prefix` of a class. */
export const namesFiles = (nodeClass: string): boolean => fileNamers.has(nodeClass);

const rules = new Map<string, WidgetRule>(packs.flatMap(({ widgets = {} }) => Object.entries(widgets)));
const families = packs.flatMap(({ families: found = {} }) => Object.entries(found));

/** The rule for the values of a class; undefined if its inputs tell. */
export const widgetRule = (nodeClass: string): WidgetRule | undefined =>
  rules.get(nodeClass) ?? families.find(([prefix]) => nodeClass.startsWith(prefix))?.[1];
