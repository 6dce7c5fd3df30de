// Decodes video latents. A video with a first frame shows a camera movement over that image, with a fade to the last frame if
// there is one. A video from text shows the rendered scene with moving light and motifs.
import {
  type InterruptCheck,
  cropRaster,
  toRaster,
  type Raster,
  resizeRaster,
  resizeToFill,
} from "@pictor/images";
import { decodeBlock, applyContrast } from "./decode-block.js";
import { blockAt, PIXELS_PER_CELL, type LatentBatch, type Video } from "./latent.js";
import { parameterIndex, type SceneParameter } from "../scene/scene-parameters.js";
import { readSceneCode } from "./scene-code.js";
import type { Vae } from "./node-values.js";

/** Decodes the frames of one block. */
export function decodeVideo(
  latents: LatentBatch,
  video: Video,
  index: number,
  vae: Vae,
  check: InterruptCheck,
): Raster[] {
  return Array.from({ length: video.frames }, (_, frame) => {
    check();
    const time = video.frames === 1 ? 0 : frame / (video.frames - 1);
    if (!video.first)
      return toRaster(decodeBlock(latents, index, vae, (scene) => moveScene(scene, time * video.motion)));
    return applyContrast(cameraView(latents, video, index, time), vae);
  });
}

/** The change of the scene parameters over a video with full motion. */
const moves: Partial<Record<SceneParameter, number>> = {
  sunX: 0.5,
  sunY: -0.25,
  motifX: 0.9,
  ridgeA: 0.12,
  ridgeB: 0.2,
  cloud: 0.2,
};

function moveScene(scene: Float64Array, amount: number): Float64Array {
  const next = scene.slice();
  for (const [name, distance] of Object.entries(moves)) {
    const k = parameterIndex(name as SceneParameter);
    next[k] = (next[k] as number) + distance * amount;
  }
  return next;
}

/** Share of the image that is outside the view in the last frame at full motion. */
const ZOOM = 0.18;

/** The camera zooms towards the sun of the encoded scene, whose position depends on the seed. */
function cameraView(latents: LatentBatch, video: Video, index: number, time: number): Raster {
  const [width, height] = [latents.width * PIXELS_PER_CELL, latents.height * PIXELS_PER_CELL];
  const scene = readSceneCode(blockAt(latents, index).subarray(3 * latents.width * latents.height), latents);
  const aim = (name: SceneParameter): number => {
    const value = scene[parameterIndex(name)] as number;
    return 0.5 + 0.5 * (value / Math.sqrt(1 + value * value));
  };
  const start = zoomRaster(fitFrame(video.first as Raster, width, height), {
    part: 1 - ZOOM * video.motion * time,
    x: aim("sunX"),
    y: aim("sunY"),
  });
  if (!video.last) return start;
  const end = fitFrame(video.last, width, height);
  return {
    ...start,
    values: start.values.map((value, i) => value + time * ((end.values[i] as number) - value)),
  };
}

const fitFrame = (raster: Raster, width: number, height: number): Raster =>
  raster.width === width && raster.height === height
    ? raster
    : resizeToFill(raster, width, height, "bilinear");

/** Enlarges a part of the raster around a point to the size of the raster. */
function zoomRaster(raster: Raster, { part, x, y }: { part: number; x: number; y: number }): Raster {
  if (part >= 1) return raster;
  const { width, height } = raster;
  const box = {
    width: Math.max(1, Math.round(width * part)),
    height: Math.max(1, Math.round(height * part)),
  };
  const at = { x: Math.round((width - box.width) * x), y: Math.round((height - box.height) * y) };
  return resizeRaster(cropRaster(raster, { ...box, ...at }), width, height, "bilinear");
}
