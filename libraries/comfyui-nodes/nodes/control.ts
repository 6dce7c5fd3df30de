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
import type { NodeFunction, NodeFunctions } from "./node-functions.js";

/** Adds the first image as a ControlNet hint to every conditioning entry. */
function addControl(conditioning: unknown, image: unknown, strength: number): Conditioning {
  const [hint] = (image as ImageBatch).rasters;
  if (!hint || strength === 0) return conditioning as Conditioning;
  return (conditioning as Conditioning).map((entry) => ({
    ...entry,
    controls: [...(entry.controls ?? []), { hint, strength }],
  }));
}

const applyToBoth: NodeFunction = ({ positive, negative, image, strength, start_percent, end_percent }) => {
  const share = Math.max(0, (end_percent as number) - (start_percent as number));
  const weight = (strength as number) * share;
  return [addControl(positive, image, weight), addControl(negative, image, weight)];
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

export const controlNodes: NodeFunctions = {
  ControlNetApply: ({ conditioning, image, strength }) => [
    addControl(conditioning, image, strength as number),
  ],
  ControlNetApplyAdvanced: applyToBoth,
  ControlNetApplySD3: applyToBoth,
  /** SetUnionControlNetType has no effect, because every simulated ControlNet follows edges. */
  SetUnionControlNetType: ({ control_net, type }) => [
    { ...(control_net as ControlNet), type: type as string } satisfies ControlNet,
  ],
  CLIPVisionEncode({ image, crop }) {
    const [raster] = (image as ImageBatch).rasters as [Raster];
    const seen = crop === "center" ? cropToAspect(raster, 1) : raster;
    return [{ raster: seen } satisfies VisionOutput];
  },
  unCLIPConditioning: ({ conditioning, clip_vision_output, strength, noise_augmentation }) => [
    addTint(conditioning, clip_vision_output, (strength as number) * (1 - (noise_augmentation as number))),
  ],
  StyleModelApply: ({ conditioning, clip_vision_output, strength }) => [
    addTint(conditioning, clip_vision_output, strength as number),
  ],
};
