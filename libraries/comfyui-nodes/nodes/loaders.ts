// Model loaders. They read no file: the file name selects the simulated style.
import {
  checkpointNames,
  configNames,
  diffusersNames,
  diffusionModelNames,
  hypernetworkNames,
  loraNames,
  vaeNames,
} from "../files/model-files.js";
import {
  type Clip,
  sceneValuesOfFile,
  addSceneValues,
  type Model,
  styleOfFile,
  type Vae,
} from "@pictor/simulated-sampler";
import type { NodeDefinition } from "@pictor/comfyui-graph";

const clip: Clip = { lastLayer: -1 };
const vae: Vae = { contrast: 1 };
const checkpoint = (name: unknown): Model => ({ style: styleOfFile(name as string) });

/** The guidance scale at which prompts have their full effect, for diffusion models loaded without a checkpoint. */
const DIFFUSION_MODEL_CFG = 5;

const withLora = (model: unknown, name: unknown, strength: unknown): Model => {
  const base = model as Model;
  return {
    ...base,
    style: addSceneValues(base.style, sceneValuesOfFile(name as string), strength as number),
  };
};

export const loaderNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "CheckpointLoaderSimple",
      displayName: "Load Checkpoint",
      category: "loaders",
      pythonModule: "nodes",
      required: { ckpt_name: [checkpointNames, {}] },
      outputs: ["MODEL", "CLIP", "VAE"],
    },
    execute: ({ ckpt_name }) => ({ outputs: [checkpoint(ckpt_name), clip, vae] }),
  },
  {
    signature: {
      name: "CheckpointLoader",
      displayName: "Load Checkpoint With Config (DEPRECATED)",
      category: "advanced/loaders",
      pythonModule: "nodes",
      required: { config_name: [configNames], ckpt_name: [checkpointNames] },
      outputs: ["MODEL", "CLIP", "VAE"],
      deprecated: true,
    },
    /** CheckpointLoader ignores the configuration file. */
    execute: ({ ckpt_name }) => ({ outputs: [checkpoint(ckpt_name), clip, vae] }),
  },
  {
    signature: {
      name: "unCLIPCheckpointLoader",
      displayName: "unCLIPCheckpointLoader",
      category: "loaders",
      pythonModule: "nodes",
      required: { ckpt_name: [checkpointNames] },
      outputs: ["MODEL", "CLIP", "VAE", "CLIP_VISION"],
    },
    execute: ({ ckpt_name }) => ({ outputs: [checkpoint(ckpt_name), clip, vae, {}] }),
  },
  {
    signature: {
      name: "ImageOnlyCheckpointLoader",
      displayName: "Image Only Checkpoint Loader (img2vid model)",
      category: "loaders/video_models",
      pythonModule: "comfy_extras.nodes_video_model",
      required: { ckpt_name: [checkpointNames] },
      outputs: ["MODEL", "CLIP_VISION", "VAE"],
      olderForm: true,
    },
    execute: ({ ckpt_name }) => ({ outputs: [checkpoint(ckpt_name), {}, vae] }),
  },
  {
    signature: {
      name: "DiffusersLoader",
      displayName: "DiffusersLoader",
      category: "advanced/loaders/deprecated",
      pythonModule: "nodes",
      required: { model_path: [diffusersNames] },
      outputs: ["MODEL", "CLIP", "VAE"],
    },
    execute: ({ model_path }) => ({ outputs: [checkpoint(model_path), clip, vae] }),
  },
  {
    signature: {
      name: "UNETLoader",
      displayName: "Load Diffusion Model",
      category: "advanced/loaders",
      pythonModule: "nodes",
      required: {
        unet_name: [diffusionModelNames],
        weight_dtype: [["default", "fp8_e4m3fn", "fp8_e4m3fn_fast", "fp8_e5m2"]],
      },
      outputs: ["MODEL"],
    },
    /** UNETLoader ignores `weight_dtype`. */
    execute: ({ unet_name }) => ({
      outputs: [{ style: styleOfFile(unet_name as string), nominalCfg: DIFFUSION_MODEL_CFG } satisfies Model],
    }),
  },
  {
    signature: {
      name: "VAELoader",
      displayName: "Load VAE",
      category: "loaders",
      pythonModule: "nodes",
      required: { vae_name: [vaeNames] },
      outputs: ["VAE"],
    },
    execute: () => ({ outputs: [{ contrast: 1.06 } satisfies Vae] }),
  },
  {
    signature: {
      name: "LoraLoader",
      displayName: "Load LoRA",
      category: "loaders",
      pythonModule: "nodes",
      required: {
        model: ["MODEL", {}],
        clip: ["CLIP", {}],
        lora_name: [loraNames, {}],
        strength_model: ["FLOAT", { default: 1, min: -100, max: 100, step: 0.01 }],
        strength_clip: ["FLOAT", { default: 1, min: -100, max: 100, step: 0.01 }],
      },
      outputs: ["MODEL", "CLIP"],
    },
    /**
     * LoraLoader adds the effect of the LoRA to the style of the model, and a quarter of the effect to every text that the text encoder
     * encodes.
     */
    execute({ model, clip: encoder, lora_name, strength_model, strength_clip }) {
      const own = encoder as Clip;
      const added = addSceneValues(
        own.evidence ?? {},
        sceneValuesOfFile(lora_name as string),
        0.25 * (strength_clip as number),
      );
      return {
        outputs: [withLora(model, lora_name, strength_model), { ...own, evidence: added } satisfies Clip],
      };
    },
  },
  {
    signature: {
      name: "LoraLoaderModelOnly",
      displayName: "LoraLoaderModelOnly",
      category: "loaders",
      pythonModule: "nodes",
      required: {
        model: ["MODEL"],
        lora_name: [loraNames],
        strength_model: ["FLOAT", { default: 1, min: -100, max: 100, step: 0.01 }],
      },
      outputs: ["MODEL"],
    },
    execute: ({ model, lora_name, strength_model }) => ({
      outputs: [withLora(model, lora_name, strength_model)],
    }),
  },
  {
    signature: {
      name: "HypernetworkLoader",
      displayName: null,
      category: "loaders",
      pythonModule: "comfy_extras.nodes_hypernetwork",
      required: {
        model: ["MODEL", {}],
        hypernetwork_name: ["COMBO", { multiselect: false, options: hypernetworkNames }],
        strength: ["FLOAT", { default: 1, min: -10, max: 10, step: 0.01 }],
      },
      outputs: ["MODEL"],
    },
    /** HypernetworkLoader has the same effect as a LoRA of the same name. */
    execute: ({ model, hypernetwork_name, strength }) => ({
      outputs: [withLora(model, hypernetwork_name, strength)],
    }),
  },
  {
    signature: {
      name: "ModelMergeSimple",
      displayName: "ModelMergeSimple",
      category: "advanced/model_merging",
      pythonModule: "comfy_extras.nodes_model_merging",
      required: {
        model1: ["MODEL"],
        model2: ["MODEL"],
        ratio: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.01 }],
      },
      outputs: ["MODEL"],
      olderForm: true,
    },
    /** In ModelMergeSimple, `ratio` is the weight of the first model. */
    execute({ model1, model2, ratio }) {
      const [first, second, part] = [model1 as Model, model2 as Model, ratio as number];
      const style = addSceneValues(addSceneValues({}, first.style, part), second.style, 1 - part);
      return { outputs: [{ ...first, style } satisfies Model] };
    },
  },
];
