// Scaling as a group of nodes: changes the size of the primary, which is a latent or an image.

import type { Size } from "@pictor/images/formats";
import type { CoreGraphEditor } from "../core-graph.js";

/** How values between pixels, or between the cells of a latent, are computed. */
export type InterpolationMethod = "nearest-exact" | "bilinear" | "area" | "bicubic" | "bislerp" | "lanczos";

/** Interpolation of the latent or the image, or an upscale model (`file`, as the backend names it). */
export type ScaleMethod =
  | { readonly kind: "interpolation"; readonly method: InterpolationMethod }
  | { readonly kind: "model"; readonly file: string };

/** Options of `scalePrimary`; `width` and `height` are the target size, at least 1. */
export interface ScaleOptions extends Size {
  /** The beginning of the node ids, such as `HiresFix`. */
  readonly prefix: string;
  readonly method: ScaleMethod;
  /** The user's settings behind the inputs of the nodes, for error messages. */
  readonly origins?: Readonly<Partial<Record<"upscale_method" | "model_name" | "width" | "height", string>>>;
}

/** LatentUpscale offers no lanczos. */
const latentMethod = (method: InterpolationMethod) => (method === "lanczos" ? "bicubic" : method);
/** ImageScale offers no bislerp, which interpolates the cells of a latent as directions. */
const imageMethod = (method: InterpolationMethod) => (method === "bislerp" ? "bicubic" : method);

const targetInputs = ({ width, height }: Size) => ({ width, height, crop: "disabled" }) as const;

/** The width and the height, in pixels, of a cell of the latents that LatentUpscale scales: it takes whole cells alone. */
const cellSide = 8;
const wholeCells = (side: number): number => Math.max(cellSide, side - (side % cellSide));

function scaleLatent(graph: CoreGraphEditor, scaling: ScaleOptions, method: InterpolationMethod): void {
  const { prefix, origins = {} } = scaling;
  const samples = graph.latent();
  const inputs = { samples, upscale_method: latentMethod(method), ...targetInputs(scaling) };
  const scaled = graph.add("LatentUpscale", inputs, { id: `${prefix}_LatentUpscale`, origins });
  graph.set({ primary: { link: scaled.out(), type: "LATENT" } });
}

function scaleImage(graph: CoreGraphEditor, scaling: ScaleOptions, method: InterpolationMethod): void {
  const { prefix, origins = {} } = scaling;
  const image = graph.image();
  const inputs = { image, upscale_method: imageMethod(method), ...targetInputs(scaling) };
  const scaled = graph.add("ImageScale", inputs, { id: `${prefix}_ImageUpscale`, origins });
  graph.set({ primary: { link: scaled.out(), type: "IMAGE" } });
}

/** An upscale model enlarges by a fixed factor, so ImageScale scales its output to the target size. */
function scaleByModel(graph: CoreGraphEditor, scaling: ScaleOptions, file: string): void {
  const { prefix, origins = {} } = scaling;
  const { upscale_method: _method, ...sizeOrigins } = origins;
  const image = graph.image();
  const loaderId = `${prefix}_ModelUpscale_UpscaleModelLoader`;
  const loader = graph.add("UpscaleModelLoader", { model_name: file }, { id: loaderId, origins });
  const enlarged = graph.add(
    "ImageUpscaleWithModel",
    { upscale_model: loader.out(), image },
    { id: `${prefix}_ModelUpscale_ImageUpscaleWithModel` },
  );
  const scaled = graph.add(
    "ImageScale",
    { image: enlarged.out(), upscale_method: "bilinear", ...targetInputs(scaling) },
    { id: `${prefix}_ImageScale`, origins: sizeOrigins },
  );
  graph.set({ primary: { link: scaled.out(), type: "IMAGE" } });
}

/**
 * Scales the primary to `width` x `height`, a latent to the whole cells in it, and sets the draft's size. Interpolation
 * keeps a latent a latent (LatentUpscale) and an image an image (ImageScale); an upscale model decodes a latent first.
 * Bicubic replaces an interpolation that the node does not offer: bislerp for images, lanczos for latents.
 */
export function scalePrimary(graph: CoreGraphEditor, scaling: ScaleOptions): void {
  const { method, width, height } = scaling;
  const isLatent = method.kind === "interpolation" && graph.draft.primary?.type !== "IMAGE";
  const size = isLatent ? { width: wholeCells(width), height: wholeCells(height) } : { width, height };
  if (method.kind === "model") scaleByModel(graph, scaling, method.file);
  else if (isLatent) scaleLatent(graph, { ...scaling, ...size }, method.method);
  else scaleImage(graph, scaling, method.method);
  graph.set({ size });
}

/** The size times `scale`, each side rounded down, at least one pixel. */
export const scaleSize = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.floor(width * scale)),
  height: Math.max(1, Math.floor(height * scale)),
});
