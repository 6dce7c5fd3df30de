// Loaders for text encoders, ControlNets, vision encoders and style models.
import type { Clip, ControlNet } from "@pictor/simulated-sampler";
import type { NodeDefinition } from "@pictor/comfyui-graph";
import type { NodeFunctions } from "./node-functions.js";

/** The simulated text encoder of every loader. The file, the type and the device have no effect. */
const loadClip: NodeDefinition["execute"] = () => ({ outputs: [{ lastLayer: -1 } satisfies Clip] });

const loadControlNet: NodeDefinition["execute"] = ({ control_net_name }) => ({
  outputs: [{ name: control_net_name as string } satisfies ControlNet],
});

/** Simulated vision encoders and style models have no properties. */
const loadPlaceholder: NodeDefinition["execute"] = () => ({ outputs: [{}] });

export const moreLoaderNodes: NodeFunctions = {
  CLIPLoader: loadClip,
  DualCLIPLoader: loadClip,
  TripleCLIPLoader: loadClip,
  QuadrupleCLIPLoader: loadClip,
  ControlNetLoader: loadControlNet,
  DiffControlNetLoader: loadControlNet,
  CLIPVisionLoader: loadPlaceholder,
  StyleModelLoader: loadPlaceholder,
};
