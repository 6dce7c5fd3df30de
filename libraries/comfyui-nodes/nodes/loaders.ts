// Loaders of models, encoders and ControlNets. They read no file: the file name selects the simulated style.
import {
  type Clip,
  sceneValuesOfFile,
  addSceneValues,
  type Model,
  styleOfFile,
  type Vae,
  type ControlNet,
} from "@pictor/simulated-sampler";
import type { NodeFunction, NodeFunctions } from "./node-functions.js";

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

/** The simulated text encoder of every loader. The file, the type and the device have no effect. */
const loadClip: NodeFunction = () => [clip];

const loadControlNet: NodeFunction = ({ control_net_name }) => [
  { name: control_net_name as string } satisfies ControlNet,
];

/** Simulated vision encoders and style models have no properties. */
const loadPlaceholder: NodeFunction = () => [{}];

export const loaderNodes: NodeFunctions = {
  CheckpointLoaderSimple: ({ ckpt_name }) => [checkpoint(ckpt_name), clip, vae],
  /** CheckpointLoader ignores the configuration file. */
  CheckpointLoader: ({ ckpt_name }) => [checkpoint(ckpt_name), clip, vae],
  unCLIPCheckpointLoader: ({ ckpt_name }) => [checkpoint(ckpt_name), clip, vae, {}],
  ImageOnlyCheckpointLoader: ({ ckpt_name }) => [checkpoint(ckpt_name), {}, vae],
  DiffusersLoader: ({ model_path }) => [checkpoint(model_path), clip, vae],
  /** UNETLoader ignores `weight_dtype`. */
  UNETLoader: ({ unet_name }) => [
    { style: styleOfFile(unet_name as string), nominalCfg: DIFFUSION_MODEL_CFG } satisfies Model,
  ],
  VAELoader: () => [{ contrast: 1.06 } satisfies Vae],
  /**
   * LoraLoader adds the effect of the LoRA to the style of the model, and a quarter of the effect to every text that
   * the text encoder encodes.
   */
  LoraLoader({ model, clip: encoder, lora_name, strength_model, strength_clip }) {
    const own = encoder as Clip;
    const added = addSceneValues(
      own.evidence ?? {},
      sceneValuesOfFile(lora_name as string),
      0.25 * (strength_clip as number),
    );
    return [withLora(model, lora_name, strength_model), { ...own, evidence: added } satisfies Clip];
  },
  LoraLoaderModelOnly: ({ model, lora_name, strength_model }) => [withLora(model, lora_name, strength_model)],
  /** HypernetworkLoader has the same effect as a LoRA of the same name. */
  HypernetworkLoader: ({ model, hypernetwork_name, strength }) => [
    withLora(model, hypernetwork_name, strength),
  ],
  /** In ModelMergeSimple, `ratio` is the weight of the first model. */
  ModelMergeSimple({ model1, model2, ratio }) {
    const [first, second, part] = [model1 as Model, model2 as Model, ratio as number];
    const style = addSceneValues(addSceneValues({}, first.style, part), second.style, 1 - part);
    return [{ ...first, style } satisfies Model];
  },
  CLIPLoader: loadClip,
  DualCLIPLoader: loadClip,
  TripleCLIPLoader: loadClip,
  QuadrupleCLIPLoader: loadClip,
  ControlNetLoader: loadControlNet,
  DiffControlNetLoader: loadControlNet,
  CLIPVisionLoader: loadPlaceholder,
  StyleModelLoader: loadPlaceholder,
};
