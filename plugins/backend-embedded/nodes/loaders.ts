// Loaders: they load nothing, they only say which style or tone a name stands for.
import { checkpointNames, vaeNames } from "../model/files.js";
import type { Evidence } from "../model/scene-parameters.js";
import type { Clip, Model, Vae } from "../model/values.js";
import type { NodeDefinition } from "./node.js";

const styles: Readonly<Record<(typeof checkpointNames)[number], Evidence>> = {
  "simulated-landscape.safetensors": {},
  "simulated-abstract.safetensors": { abstract: 1 },
  "simulated-ink.safetensors": { ink: 1 },
};

export const checkpointLoaderSimple: NodeDefinition = {
  signature: {
    name: "CheckpointLoaderSimple",
    displayName: "Load Checkpoint",
    category: "loaders",
    pythonModule: "nodes",
    required: { ckpt_name: [checkpointNames, {}] },
    outputs: ["MODEL", "CLIP", "VAE"],
  },
  execute({ ckpt_name }) {
    const model: Model = { style: styles[ckpt_name as keyof typeof styles] };
    const clip: Clip = { lastLayer: -1 };
    const vae: Vae = { contrast: 1 };
    return { outputs: [model, clip, vae] };
  },
};

export const vaeLoader: NodeDefinition = {
  signature: {
    name: "VAELoader",
    displayName: "Load VAE",
    category: "loaders",
    pythonModule: "nodes",
    required: { vae_name: [vaeNames] },
    outputs: ["VAE"],
  },
  execute: () => ({ outputs: [{ contrast: 1.06 } satisfies Vae] }),
};
