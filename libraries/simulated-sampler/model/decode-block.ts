// Decodes one latent block: renders the scene that the fourth channel encodes, and adds the residue of the color channels,
// which is their difference from that scene (noise, a source image).
import { composeImage } from "../renderer/compose-image.js";
import { renderScene } from "../renderer/render-scene.js";
import type { RgbImage, Raster } from "@pictor/images";
import { channelsToColors } from "./color-channels.js";
import { blockAt, PIXELS_PER_CELL, type LatentBatch } from "./latent.js";
import { parameterIndex } from "../scene/scene-parameters.js";
import { readSceneCode, writeSceneCode } from "./scene-code.js";
import type { Vae } from "./node-values.js";

export const applyContrast = (raster: Raster, { contrast }: Vae): Raster =>
  contrast === 1
    ? raster
    : { ...raster, values: raster.values.map((value) => 0.5 + (value - 0.5) * contrast) };

/** `change` modifies the scene parameters before rendering, for the frames of a video. */
export function decodeBlock(
  latents: LatentBatch,
  index: number,
  vae: Vae,
  change: (scene: Float64Array) => Float64Array = (scene) => scene,
): RgbImage {
  const size = { width: latents.width, height: latents.height };
  const samples = blockAt(latents, index);
  const cells = size.width * size.height;
  const coded = samples.subarray(3 * cells);
  const scene = readSceneCode(coded, size);
  const presence = Math.min(1, Math.max(0, scene[parameterIndex("presence")] as number));
  const coarse = renderScene(scene, size.width, size.height);
  const colors = channelsToColors(samples, cells);
  const residue = colors.map((value, i) => value - presence * (coarse[i] as number));
  const expected = writeSceneCode(scene, size);
  const texture = coded.map((value, i) => value - (expected[i] as number));
  const width = size.width * PIXELS_PER_CELL;
  const height = size.height * PIXELS_PER_CELL;
  const rendered = { width, height, rgb: renderScene(change(scene), width, height), presence };
  return composeImage(rendered, { ...size, residue, texture }, vae.contrast);
}
