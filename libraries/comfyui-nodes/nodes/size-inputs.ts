// Input specifications for the size of empty latents and their number, which many nodes have in common.
import type { InputSpec } from "@pictor/comfyui-graph";

/** The specification of the input `width` or `height`, in pixels. */
export const sideInput = (pixels: number, min: number, step: number): InputSpec => [
  "INT",
  { default: pixels, min, max: 16384, step },
];

export const batchSizeInput: InputSpec = ["INT", { default: 1, min: 1, max: 4096 }];
