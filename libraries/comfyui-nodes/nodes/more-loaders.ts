// Loaders for text encoders, ControlNets, vision encoders and style models.
import { clipVisionNames, controlNetNames, styleModelNames, textEncoderNames } from "../files/model-files.js";
import type { Clip, ControlNet } from "@pictor/simulated-sampler";
import type { NodeDefinition } from "@pictor/comfyui-graph";

/** The simulated text encoder of every loader. The file, the type and the device have no effect. */
const loadClip: NodeDefinition["execute"] = () => ({ outputs: [{ lastLayer: -1 } satisfies Clip] });

const loadControlNet: NodeDefinition["execute"] = ({ control_net_name }) => ({
  outputs: [{ name: control_net_name as string } satisfies ControlNet],
});

/** Simulated vision encoders and style models have no properties. */
const loadPlaceholder: NodeDefinition["execute"] = () => ({ outputs: [{}] });

export const moreLoaderNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "CLIPLoader",
      displayName: "Load CLIP",
      category: "advanced/loaders",
      pythonModule: "nodes",
      required: {
        clip_name: [textEncoderNames],
        type: [
          [
            "stable_diffusion",
            "stable_cascade",
            "sd3",
            "stable_audio",
            "mochi",
            "ltxv",
            "pixart",
            "cosmos",
            "lumina2",
            "wan",
            "hidream",
            "chroma",
            "ace",
            "omnigen2",
            "qwen_image",
            "hunyuan_image",
            "flux2",
            "ovis",
          ],
        ],
      },
      optional: { device: [["default", "cpu"], { advanced: true }] },
      outputs: ["CLIP"],
    },
    execute: loadClip,
  },
  {
    signature: {
      name: "DualCLIPLoader",
      displayName: "DualCLIPLoader",
      category: "advanced/loaders",
      pythonModule: "nodes",
      required: {
        clip_name1: [textEncoderNames],
        clip_name2: [textEncoderNames],
        type: [
          [
            "sdxl",
            "sd3",
            "flux",
            "hunyuan_video",
            "hidream",
            "hunyuan_image",
            "hunyuan_video_15",
            "kandinsky5",
            "kandinsky5_image",
            "ltxv",
            "newbie",
          ],
        ],
      },
      optional: { device: [["default", "cpu"], { advanced: true }] },
      outputs: ["CLIP"],
    },
    execute: loadClip,
  },
  {
    signature: {
      name: "TripleCLIPLoader",
      displayName: null,
      category: "advanced/loaders",
      pythonModule: "comfy_extras.nodes_sd3",
      required: {
        clip_name1: ["COMBO", { multiselect: false, options: textEncoderNames }],
        clip_name2: ["COMBO", { multiselect: false, options: textEncoderNames }],
        clip_name3: ["COMBO", { multiselect: false, options: textEncoderNames }],
      },
      outputs: ["CLIP"],
    },
    execute: loadClip,
  },
  {
    signature: {
      name: "QuadrupleCLIPLoader",
      displayName: null,
      category: "advanced/loaders",
      pythonModule: "comfy_extras.nodes_hidream",
      required: {
        clip_name1: ["COMBO", { multiselect: false, options: textEncoderNames }],
        clip_name2: ["COMBO", { multiselect: false, options: textEncoderNames }],
        clip_name3: ["COMBO", { multiselect: false, options: textEncoderNames }],
        clip_name4: ["COMBO", { multiselect: false, options: textEncoderNames }],
      },
      outputs: ["CLIP"],
    },
    execute: loadClip,
  },
  {
    signature: {
      name: "ControlNetLoader",
      displayName: "Load ControlNet Model",
      category: "loaders",
      pythonModule: "nodes",
      required: { control_net_name: [controlNetNames] },
      outputs: ["CONTROL_NET"],
    },
    execute: loadControlNet,
  },
  {
    signature: {
      name: "DiffControlNetLoader",
      displayName: "Load ControlNet Model (diff)",
      category: "loaders",
      pythonModule: "nodes",
      required: { model: ["MODEL"], control_net_name: [controlNetNames] },
      outputs: ["CONTROL_NET"],
    },
    execute: loadControlNet,
  },
  {
    signature: {
      name: "CLIPVisionLoader",
      displayName: "Load CLIP Vision",
      category: "loaders",
      pythonModule: "nodes",
      required: { clip_name: [clipVisionNames] },
      outputs: ["CLIP_VISION"],
    },
    execute: loadPlaceholder,
  },
  {
    signature: {
      name: "StyleModelLoader",
      displayName: "Load Style Model",
      category: "loaders",
      pythonModule: "nodes",
      required: { style_model_name: [styleModelNames] },
      outputs: ["STYLE_MODEL"],
    },
    execute: loadPlaceholder,
  },
];
