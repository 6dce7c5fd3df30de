// Scaling by the settings `scale`, `method` and `model`, which one workflow and two features share.

import type { CoreGraphEditor } from "../core-graph.js";
import { scalePrimary, scaleSize, type InterpolationMethod } from "./scale-primary.js";

/** The settings of scaling by a factor. */
export interface ScaleSettings {
  /** Factor by which width and height are multiplied. */
  readonly scale: number;
  readonly method: InterpolationMethod;
  /** File of an upscale model, used instead of interpolation. */
  readonly model?: string;
}

/** Scales the primary by the factor; node ids begin with `prefix`. */
export function scaleByFactor(
  graph: CoreGraphEditor,
  prefix: string,
  { scale, method, model }: ScaleSettings,
): void {
  const { size } = graph.draft;
  if (size === undefined) throw new TypeError("the draft has no size; the phase prepare must set it");
  scalePrimary(graph, {
    prefix,
    method: model === undefined ? { kind: "interpolation", method } : { kind: "model", file: model },
    ...scaleSize(size, scale),
    origins: { upscale_method: "method", model_name: "model", width: "scale", height: "scale" },
  });
}

/** Whether the factor is so close to 1 that scaling by it would change nothing visible. */
export const isUnitScale = (scale: number): boolean => Math.abs(scale - 1) < 0.005;
