// The VAE decoder. Latents that were encoded from images, and not sampled since, decode to exactly these images; video
// latents decode to frames; others to the scene that they encode, with what their colors add to it.
import {
  cropRaster,
  type InterruptCheck,
  mapValues,
  type Raster,
  resizeRaster,
  resizeToFill,
} from "@pictor/images";
import type { ImageBatch, Vae } from "../values/node-values.js";
import { clamp } from "../scene/colors.js";
import { addSceneValues, sceneParameters, sceneVector, type SceneValues } from "../scene/parameters.js";
import { renderScene } from "../scene/render-scene.js";
import { lattice } from "../scene/value-noise.js";
import { cellColors, PIXELS_PER_CELL, type LatentBatch, type Video } from "./latent.js";
import { readSceneCode } from "./scene-code.js";

/** The images of a batch; for video latents, the frames of all videos in order. */
export function decodeLatents(
  latents: LatentBatch,
  { contrast }: Vae,
  check: InterruptCheck = () => undefined,
): ImageBatch {
  const shown = latents.noisyFrom === undefined ? latents.rasters : undefined;
  const images = latents.samples.flatMap((cells, i): readonly Raster[] => {
    check();
    if (latents.video) return framesOf(cells, latents.video, check);
    return [shown?.[i] ?? decodeCells(cells)];
  });
  if (contrast === 1) return { rasters: images };
  return { rasters: images.map((image) => mapValues(image, (value) => 0.5 + (value - 0.5) * contrast)) };
}

/** The decoded images, without the contrast of a VAE. */
export const decodedRasters = (latents: LatentBatch): readonly Raster[] =>
  latents.rasters ?? latents.samples.map((cells) => decodeCells(cells));

const GRAIN = 0.009;

/**
 * Renders the scene of a latent, and adds the difference between its colors and that scene: noise, a source image.
 * `presence` is the opacity of the scene, default 1, and 0 for an empty latent. `move` is added to the scene.
 */
export function decodeCells(
  cells: Raster,
  { presence = 1, move = {} }: { readonly presence?: number; readonly move?: SceneValues } = {},
): Raster {
  const [width, height] = [cells.width * PIXELS_PER_CELL, cells.height * PIXELS_PER_CELL];
  const code = readSceneCode(cells);
  const opacity = code.some((value) => value !== 0) ? presence : 0;
  const coarse = renderScene(code, cells.width, cells.height);
  const rest = mapValues(cellColors(cells), (color, i) => color - opacity * (coarse[i] as number));
  const moved = sceneVector(
    addSceneValues(Object.fromEntries(sceneParameters.map((name, k) => [name, code[k]])), move, 1),
  );
  const scene = renderScene(moved, width, height);
  return mapValues(resizeRaster(rest, width, height, "bicubic"), (value, i) => {
    const pixel = Math.trunc(i / 3);
    const grain = GRAIN * (lattice(pixel % width, Math.trunc(pixel / width), 3) - 0.5);
    return clamp(value + opacity * ((scene[i] as number) + grain));
  });
}

/** The change of the scene over a video with full motion. */
const MOVE: SceneValues = { sunX: 0.5, sunY: -0.25, motifX: 0.9, ridgeA: 0.12, ridgeB: 0.2, cloud: 0.2 };

/** A camera moves over the first frame, which fades to the last; a video from text shows its scene with moving light. */
function framesOf(cells: Raster, { frames, motion, first, last }: Video, check: InterruptCheck): Raster[] {
  const [width, height] = [cells.width * PIXELS_PER_CELL, cells.height * PIXELS_PER_CELL];
  const fit = (raster: Raster): Raster => resizeToFill(raster, width, height, "bilinear");
  const end = last && fit(last);
  return Array.from({ length: frames }, (_, frame) => {
    check();
    const time = frames === 1 ? 0 : frame / (frames - 1);
    if (!first) return decodeCells(cells, { move: addSceneValues({}, MOVE, time * motion) });
    const start = zoom(fit(first), 1 - 0.18 * motion * time);
    return end ? mapValues(start, (value, i) => value + time * ((end.values[i] as number) - value)) : start;
  });
}

/** Enlarges the middle of the raster to its size. */
function zoom(raster: Raster, part: number): Raster {
  const { width, height } = raster;
  const [w, h] = [Math.max(1, Math.round(width * part)), Math.max(1, Math.round(height * part))];
  if (w >= width && h >= height) return raster;
  const box = { x: (width - w) >> 1, y: (height - h) >> 1, width: w, height: h };
  return resizeRaster(cropRaster(raster, box), width, height, "bilinear");
}
