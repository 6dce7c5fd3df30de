// Films: what a video latent shows, frame by frame. A film that begins with a picture is a camera moving over it, and
// fades to its last picture if there is one; a film from text is the painted scene with its light and subjects moving.
import { type Check, cropped, fromBytes, type Raster, resized, resizedToFill } from "@pictor/images";
import { decodeBlock, toned } from "./decode-block.js";
import { block, PIXELS_PER_CELL, type LatentBatch, type Video } from "./latent.js";
import { parameterIndex, type SceneParameter } from "../scene/scene-parameters.js";
import { readCode } from "./scene-code.js";
import type { Vae } from "./node-values.js";

/** The frames of one block. */
export function filmOf(latents: LatentBatch, video: Video, index: number, vae: Vae, check: Check): Raster[] {
  return Array.from({ length: video.frames }, (_, frame) => {
    check();
    const time = video.frames === 1 ? 0 : frame / (video.frames - 1);
    if (!video.first)
      return fromBytes(decodeBlock(latents, index, vae, (scene) => moved(scene, time * video.motion)));
    return toned(cameraView(latents, video, index, time), vae);
  });
}

/** How far the parameters of a scene move in a film with full motion. */
const moves: Partial<Record<SceneParameter, number>> = {
  sunX: 0.5,
  sunY: -0.25,
  motifX: 0.9,
  ridgeA: 0.12,
  ridgeB: 0.2,
  cloud: 0.2,
};

function moved(scene: Float64Array, amount: number): Float64Array {
  const next = scene.slice();
  for (const [name, distance] of Object.entries(moves)) {
    const k = parameterIndex(name as SceneParameter);
    next[k] = (next[k] as number) + distance * amount;
  }
  return next;
}

/** Largest part of the picture that the camera leaves out at the end of its way. */
const ZOOM = 0.18;

/** The seed decides where the camera goes: towards a point that the latent's scene names. */
function cameraView(latents: LatentBatch, video: Video, index: number, time: number): Raster {
  const [width, height] = [latents.width * PIXELS_PER_CELL, latents.height * PIXELS_PER_CELL];
  const scene = readCode(block(latents, index).subarray(3 * latents.width * latents.height), latents);
  const aim = (name: SceneParameter): number => {
    const value = scene[parameterIndex(name)] as number;
    return 0.5 + 0.5 * (value / Math.sqrt(1 + value * value));
  };
  const start = zoomed(fitted(video.first as Raster, width, height), {
    part: 1 - ZOOM * video.motion * time,
    x: aim("sunX"),
    y: aim("sunY"),
  });
  if (!video.last) return start;
  const end = fitted(video.last, width, height);
  return {
    ...start,
    values: start.values.map((value, i) => value + time * ((end.values[i] as number) - value)),
  };
}

const fitted = (picture: Raster, width: number, height: number): Raster =>
  picture.width === width && picture.height === height
    ? picture
    : resizedToFill(picture, width, height, "bilinear");

/** A part of the picture around a point, at the picture's own size. */
function zoomed(picture: Raster, { part, x, y }: { part: number; x: number; y: number }): Raster {
  if (part >= 1) return picture;
  const { width, height } = picture;
  const box = {
    width: Math.max(1, Math.round(width * part)),
    height: Math.max(1, Math.round(height * part)),
  };
  const at = { x: Math.round((width - box.width) * x), y: Math.round((height - box.height) * y) };
  return resized(cropped(picture, { ...box, ...at }), width, height, "bilinear");
}
