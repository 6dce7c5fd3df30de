// A picture to start from instead of an empty latent, brought to the size that is asked for.

import type { LinkOf } from "@pictor/kernel/plugin";
import type { CoreGraph } from "../core-graph.js";
import { upscaled, type Size } from "../upscale/upscaled.js";

const isSame = (one: Size, other: Size): boolean => one.width === other.width && one.height === other.height;

/**
 * Makes the picture the primary and `to` the draft's size. One of another size is scaled first, whatever samples it
 * later; nearest-exact adds nothing of its own. Its settings are called `width` and `height`.
 */
export function startPicture(graph: CoreGraph, image: LinkOf<"IMAGE">, from: Size, to: Size): void {
  graph.set({ primary: { link: image, type: "IMAGE" }, size: to });
  if (isSame(from, to)) return;
  const method = { kind: "latent", method: "nearest-exact" } as const;
  const origins = { width: "width", height: "height" };
  upscaled(graph, { prefix: "Sampler_ScalePrimary", method, ...to, origins });
}

/**
 * The size that is asked for: the picture's own where nothing is said, and where only one side is, the other one in
 * the picture's proportions.
 */
export function askedSize(own: Size, asked: Partial<Size>): Size {
  const { width, height } = asked;
  if (width !== undefined && height !== undefined) return { width, height };
  const scaled = (side: number, factor: number): number => Math.max(1, Math.round(side * factor));
  if (width !== undefined) return { width, height: scaled(own.height, width / own.width) };
  if (height !== undefined) return { width: scaled(own.width, height / own.height), height };
  return own;
}
