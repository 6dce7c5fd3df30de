// Nodes that guide sampling by images: ControlNets, unCLIP, style models.
import type {
  Conditioning,
  ConditioningEntry,
  ControlNet,
  ImageBatch,
  Tint,
  VisionOutput,
} from "@pictor/simulated-sampler";
import { cropToAspect, type Raster } from "@pictor/images";
import type { NodeDefinition } from "@pictor/comfyui-graph";

/** Adds the first image as a ControlNet hint to every conditioning entry. */
function addControl(conditioning: unknown, image: unknown, strength: number): Conditioning {
  const [hint] = (image as ImageBatch).rasters;
  if (!hint || strength === 0) return conditioning as Conditioning;
  return (conditioning as Conditioning).map((entry) => ({
    ...entry,
    controls: [...(entry.controls ?? []), { hint, strength }],
  }));
}

const applyToBoth: NodeDefinition["execute"] = ({
  positive,
  negative,
  image,
  strength,
  start_percent,
  end_percent,
}) => {
  const share = Math.max(0, (end_percent as number) - (start_percent as number));
  const weight = (strength as number) * share;
  return { outputs: [addControl(positive, image, weight), addControl(negative, image, weight)] };
};

/** Adds the mean color of an encoded image as a tint to every conditioning entry. */
function addTint(conditioning: unknown, vision: unknown, strength: number): Conditioning {
  const tint: Tint = { color: meanColor((vision as VisionOutput).raster), strength };
  return (conditioning as Conditioning).map((entry: ConditioningEntry) => ({
    ...entry,
    tints: [...(entry.tints ?? []), tint],
  }));
}

function meanColor({ values, channels }: Raster): readonly [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0];
  values.forEach((value, i) => {
    if (i % channels < 3) sums[i % channels] = (sums[i % channels] as number) + value;
  });
  const pixels = values.length / channels;
  return [sums[0] / pixels, sums[1] / pixels, sums[2] / pixels];
}

export const controlNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "ControlNetApply",
      displayName: "Apply ControlNet (OLD)",
      category: "conditioning/controlnet",
      pythonModule: "nodes",
      required: {
        conditioning: ["CONDITIONING"],
        control_net: ["CONTROL_NET"],
        image: ["IMAGE"],
        strength: ["FLOAT", { default: 1, min: 0, max: 10, step: 0.01 }],
      },
      outputs: ["CONDITIONING"],
      deprecated: true,
    },
    execute: ({ conditioning, image, strength }) => ({
      outputs: [addControl(conditioning, image, strength as number)],
    }),
  },
  {
    signature: {
      name: "ControlNetApplyAdvanced",
      displayName: "Apply ControlNet",
      category: "conditioning/controlnet",
      pythonModule: "nodes",
      required: {
        positive: ["CONDITIONING"],
        negative: ["CONDITIONING"],
        control_net: ["CONTROL_NET"],
        image: ["IMAGE"],
        strength: ["FLOAT", { default: 1, min: 0, max: 10, step: 0.01 }],
        start_percent: ["FLOAT", { default: 0, min: 0, max: 1, step: 0.001 }],
        end_percent: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.001 }],
      },
      optional: { vae: ["VAE"] },
      outputs: ["CONDITIONING", "CONDITIONING"],
      outputNames: ["positive", "negative"],
    },
    execute: applyToBoth,
  },
  {
    signature: {
      name: "ControlNetApplySD3",
      displayName: "Apply Controlnet with VAE",
      category: "conditioning/controlnet",
      pythonModule: "comfy_extras.nodes_sd3",
      required: {
        positive: ["CONDITIONING", {}],
        negative: ["CONDITIONING", {}],
        control_net: ["CONTROL_NET", {}],
        vae: ["VAE", {}],
        image: ["IMAGE", {}],
        strength: ["FLOAT", { default: 1, min: 0, max: 10, step: 0.01 }],
        start_percent: ["FLOAT", { default: 0, min: 0, max: 1, step: 0.001 }],
        end_percent: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.001 }],
      },
      outputs: ["CONDITIONING", "CONDITIONING"],
      outputNames: ["positive", "negative"],
      deprecated: true,
    },
    execute: applyToBoth,
  },
  {
    signature: {
      name: "SetUnionControlNetType",
      displayName: null,
      category: "conditioning/controlnet",
      pythonModule: "comfy_extras.nodes_controlnet",
      required: {
        control_net: ["CONTROL_NET", {}],
        type: [
          "COMBO",
          {
            multiselect: false,
            options: [
              "auto",
              "openpose",
              "depth",
              "hed/pidi/scribble/ted",
              "canny/lineart/anime_lineart/mlsd",
              "normal",
              "segment",
              "tile",
              "repaint",
            ],
          },
        ],
      },
      outputs: ["CONTROL_NET"],
    },
    /** SetUnionControlNetType has no effect, because every simulated ControlNet follows edges. */
    execute: ({ control_net, type }) => ({
      outputs: [{ ...(control_net as ControlNet), type: type as string } satisfies ControlNet],
    }),
  },
  {
    signature: {
      name: "CLIPVisionEncode",
      displayName: "CLIP Vision Encode",
      category: "conditioning",
      pythonModule: "nodes",
      required: { clip_vision: ["CLIP_VISION"], image: ["IMAGE"], crop: [["center", "none"]] },
      outputs: ["CLIP_VISION_OUTPUT"],
    },
    execute({ image, crop }) {
      const [raster] = (image as ImageBatch).rasters as [Raster];
      const seen = crop === "center" ? cropToAspect(raster, 1) : raster;
      return { outputs: [{ raster: seen } satisfies VisionOutput] };
    },
  },
  {
    signature: {
      name: "unCLIPConditioning",
      displayName: "unCLIPConditioning",
      category: "conditioning",
      pythonModule: "nodes",
      required: {
        conditioning: ["CONDITIONING"],
        clip_vision_output: ["CLIP_VISION_OUTPUT"],
        strength: ["FLOAT", { default: 1, min: -10, max: 10, step: 0.01 }],
        noise_augmentation: ["FLOAT", { default: 0, min: 0, max: 1, step: 0.01 }],
      },
      outputs: ["CONDITIONING"],
    },
    execute: ({ conditioning, clip_vision_output, strength, noise_augmentation }) => ({
      outputs: [
        addTint(
          conditioning,
          clip_vision_output,
          (strength as number) * (1 - (noise_augmentation as number)),
        ),
      ],
    }),
  },
  {
    signature: {
      name: "StyleModelApply",
      displayName: "Apply Style Model",
      category: "conditioning/style_model",
      pythonModule: "nodes",
      required: {
        conditioning: ["CONDITIONING"],
        style_model: ["STYLE_MODEL"],
        clip_vision_output: ["CLIP_VISION_OUTPUT"],
        strength: ["FLOAT", { default: 1, min: 0, max: 10, step: 0.001 }],
        strength_type: [["multiply", "attn_bias"]],
      },
      outputs: ["CONDITIONING"],
    },
    execute: ({ conditioning, clip_vision_output, strength }) => ({
      outputs: [addTint(conditioning, clip_vision_output, strength as number)],
    }),
  },
];
