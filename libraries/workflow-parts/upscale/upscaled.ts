// Upscaling as a group of nodes: the picture in the making, latent or not, at another size.

import type { CoreGraph } from "../core-graph.js";

/** How pixels or latent cells are interpolated, as users choose it. */
export const scaleMethods = ["nearest-exact", "bilinear", "area", "bicubic", "bislerp", "lanczos"] as const;
export type ScaleMethod = (typeof scaleMethods)[number];

/** By interpolation of what there is, latent or picture, or by an upscale model (`file`, as the backend names it). */
export type UpscaleMethod =
  | { readonly kind: "latent"; readonly method: ScaleMethod }
  | { readonly kind: "model"; readonly file: string };

export interface Upscaling {
  /** What the ids of its nodes begin with, such as `HiresFix`. */
  readonly prefix: string;
  readonly method: UpscaleMethod;
  /** Target in pixels, at least 1. */
  readonly width: number;
  readonly height: number;
  /** The user's settings behind method, model file, width and height, for error messages. */
  readonly origins?: {
    readonly method?: string;
    readonly file?: string;
    readonly width?: string;
    readonly height?: string;
  };
}

/** Latents are not scaled by lanczos. */
const forLatents = (method: ScaleMethod) => (method === "lanczos" ? "bicubic" : method);
/** Pictures are not scaled by bislerp, which turns latent cells as directions. */
const forPictures = (method: ScaleMethod) => (method === "bislerp" ? "bicubic" : method);

const known = (origins: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(origins).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** Id, target and origins of a node that scales. */
function scaling({ prefix, width, height, origins = {} }: Upscaling, name: string) {
  return {
    target: { width, height, crop: "disabled" } as const,
    options: {
      id: `${prefix}_${name}`,
      origins: known({ upscale_method: origins.method, width: origins.width, height: origins.height }),
    },
  };
}

function scaleLatent(graph: CoreGraph, upscaling: Upscaling, method: ScaleMethod): void {
  const { target, options } = scaling(upscaling, "LatentUpscale");
  const inputs = { samples: graph.latent(), upscale_method: forLatents(method), ...target };
  const scaled = graph.add("LatentUpscale", inputs, options);
  graph.set({ primary: { link: scaled.out(), type: "LATENT" } });
}

function scalePicture(graph: CoreGraph, upscaling: Upscaling, method: ScaleMethod): void {
  const { target, options } = scaling(upscaling, "ImageUpscale");
  const inputs = { image: graph.image(), upscale_method: forPictures(method), ...target };
  const scaled = graph.add("ImageScale", inputs, options);
  graph.set({ primary: { link: scaled.out(), type: "IMAGE" } });
}

/** A model enlarges by a factor of its own; what it gives is then scaled to the target. */
function scaleByModel(graph: CoreGraph, upscaling: Upscaling, file: string): void {
  const { prefix, origins = {} } = upscaling;
  const image = graph.image();
  const loader = graph.add(
    "UpscaleModelLoader",
    { model_name: file },
    { id: `${prefix}_ModelUpscale_UpscaleModelLoader`, origins: known({ model_name: origins.file }) },
  );
  const enlarged = graph.add(
    "ImageUpscaleWithModel",
    { upscale_model: loader.out(), image },
    { id: `${prefix}_ModelUpscale_ImageUpscaleWithModel` },
  );
  const { target, options } = scaling(upscaling, "ImageScale");
  const scaled = graph.add(
    "ImageScale",
    { image: enlarged.out(), upscale_method: "bilinear", ...target },
    { ...options, origins: known({ width: origins.width, height: origins.height }) },
  );
  graph.set({ primary: { link: scaled.out(), type: "IMAGE" } });
}

/**
 * Scales the primary to `width` x `height` and sets the draft's size. An interpolation keeps its kind: a latent stays a
 * latent (LatentUpscale), a picture a picture (ImageScale). A model works on pictures, so a latent is decoded first.
 * Where the chosen interpolation does not exist for what there is, bicubic takes its place: bislerp is for latents
 * only, lanczos for pictures only.
 */
export function upscaled(graph: CoreGraph, upscaling: Upscaling): void {
  const { method, width, height } = upscaling;
  if (method.kind === "model") scaleByModel(graph, upscaling, method.file);
  else if (graph.draft.primary?.type === "IMAGE") scalePicture(graph, upscaling, method.method);
  else scaleLatent(graph, upscaling, method.method);
  graph.set({ size: { width, height } });
}

/** A picture's size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size times `scale`, each side rounded down, at least one pixel. */
export const scaledSize = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.floor(width * scale)),
  height: Math.max(1, Math.floor(height * scale)),
});
