// The decoder: from a latent's numbers, and nothing else, to pixels. The scene is read from the fourth channel and
// painted; what the colour channels say beyond that painting (noise, earlier states, other pictures) is laid over it.
import { paint } from "../painter/paint.js";
import { finish } from "../painter/finish.js";
import type { Picture } from "../nodes/node.js";
import { channelsToColours } from "./colour.js";
import { block, PIXELS_PER_CELL, type LatentBatch } from "./latent.js";
import { parameterIndex } from "./scene-parameters.js";
import { readCode, writeCode } from "./scene-code.js";
import type { ImageBatch, Vae } from "./values.js";

export function decode(latents: LatentBatch, vae: Vae): ImageBatch {
  return { pictures: latents.batchIndex.map((_, index) => decodeBlock(block(latents, index), latents, vae)) };
}

function decodeBlock(samples: Float32Array, size: { width: number; height: number }, vae: Vae): Picture {
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
  const picture = { width, height, rgb: paint(scene, width, height), presence };
  return finish(picture, { ...size, residue, texture }, vae.contrast);
}
