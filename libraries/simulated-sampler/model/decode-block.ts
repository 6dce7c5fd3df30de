// One painted picture: the scene is read from the fourth channel and painted; what the colour channels say beyond that
// painting (noise, earlier states, other pictures) is laid over it.
import { finish } from "../renderer/compose-image.js";
import { paint } from "../renderer/render-scene.js";
import type { Picture, Raster } from "@pictor/images";
import { channelsToColours } from "./color-channels.js";
import { block, PIXELS_PER_CELL, type LatentBatch } from "./latent.js";
import { parameterIndex } from "../scene/scene-parameters.js";
import { readCode, writeCode } from "./scene-code.js";
import type { Vae } from "./node-values.js";

export const toned = (picture: Raster, { contrast }: Vae): Raster =>
  contrast === 1
    ? picture
    : { ...picture, values: picture.values.map((value) => 0.5 + (value - 0.5) * contrast) };

/** Paints one block from its numbers; `change` may move the scene, for a later moment of a film. */
export function decodeBlock(
  latents: LatentBatch,
  index: number,
  vae: Vae,
  change: (scene: Float64Array) => Float64Array = (scene) => scene,
): Picture {
  const size = { width: latents.width, height: latents.height };
  const samples = block(latents, index);
  const cells = size.width * size.height;
  const coded = samples.subarray(3 * cells);
  const scene = readCode(coded, size);
  const presence = Math.min(1, Math.max(0, scene[parameterIndex("presence")] as number));
  const coarse = paint(scene, size.width, size.height);
  const colours = channelsToColours(samples, cells);
  const residue = colours.map((value, i) => value - presence * (coarse[i] as number));
  const painted = writeCode(scene, size);
  const texture = coded.map((value, i) => value - (painted[i] as number));
  const width = size.width * PIXELS_PER_CELL;
  const height = size.height * PIXELS_PER_CELL;
  const picture = { width, height, rgb: paint(change(scene), width, height), presence };
  return finish(picture, { ...size, residue, texture }, vae.contrast);
}
