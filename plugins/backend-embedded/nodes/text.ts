// Text encoding: prompts, and how many layers of the encoder count.
import type { Clip } from "../model/values.js";
import { encodeText } from "../text/encode.js";
import type { NodeDefinition } from "./node.js";

export const clipTextEncode: NodeDefinition = {
  signature: {
    name: "CLIPTextEncode",
    displayName: "CLIP Text Encode (Prompt)",
    category: "conditioning",
    pythonModule: "nodes",
    required: { text: ["STRING", { multiline: true, dynamicPrompts: true }], clip: ["CLIP", {}] },
    outputs: ["CONDITIONING"],
  },
  execute: ({ text, clip }) => ({ outputs: [encodeText(text as string, clip as Clip)] }),
};

export const clipSetLastLayer: NodeDefinition = {
  signature: {
    name: "CLIPSetLastLayer",
    displayName: "CLIP Set Last Layer",
    category: "conditioning",
    pythonModule: "nodes",
    required: { clip: ["CLIP"], stop_at_clip_layer: ["INT", { default: -1, min: -24, max: -1, step: 1 }] },
    outputs: ["CLIP"],
  },
  execute: ({ stop_at_clip_layer }) => ({
    outputs: [{ lastLayer: stop_at_clip_layer as number } satisfies Clip],
  }),
};
