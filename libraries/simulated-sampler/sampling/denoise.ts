// The simulated denoiser. Its prior is a normal distribution of scenes whose mean follows from the prompt. For a normal
// prior the optimal denoiser has a closed form: D(x; σ) = m + s² / (s² + σ²) · (x − m) (Karras et al. 2022, appendix B).
// Samplers therefore behave as with a real model: the noise of the seed decides what the prompt does not.
import type { Raster } from "@pictor/images";
import { CHANNELS, colorToChannel } from "../latents/latent.js";
import { codeNoise, readSceneCode, sceneCodeAt } from "../latents/scene-code.js";
import { parameterSpread } from "../scene/parameters.js";
import { renderScene } from "../scene/render-scene.js";

/** What the denoiser assumes about an image. */
export interface Prior {
  /** Mean of each scene parameter. */
  readonly mean: Float64Array;
  /** The cells of an image that shows through the rendered scene, and how much of it, 0 to 1. */
  readonly source?: { readonly cells: Raster; readonly kept: number };
  /** What control images and tints add to the color channels, interleaved. */
  readonly added?: Float32Array;
}

/** Standard deviation of the colors around the rendered scene. */
const COLOR_SPREAD = 0.022;
/** The share of the noise that the denoiser does not remove, so that images of few steps look unfinished. */
const BLINDNESS = 0.06;

/** Estimates the clean latent of one image. */
export function denoise(noisy: Raster, sigma: number, { mean, source, added }: Prior): Raster {
  const { width, height } = noisy;
  const observed = readSceneCode(noisy);
  const noise = codeNoise(noisy, sigma);
  const scene = mean.map((middle, k) => {
    const variance = (parameterSpread[k] as number) ** 2;
    return middle + (variance / (variance + (noise[k] as number) ** 2)) * ((observed[k] as number) - middle);
  });
  const colors = renderScene(scene, width, height);
  const kept = BLINDNESS + ((1 - BLINDNESS) * COLOR_SPREAD ** 2) / (COLOR_SPREAD ** 2 + sigma ** 2);
  const values = new Float32Array(noisy.values.length);
  for (let cell = 0; cell < width * height; cell += 1) {
    for (let c = 0; c < 3; c += 1) {
      const at = cell * CHANNELS + c;
      let expected = colorToChannel(colors[cell * 3 + c] as number);
      if (source) expected += source.kept * ((source.cells.values[at] as number) - expected);
      if (added) expected += added[cell * 3 + c] as number;
      values[at] = expected + kept * ((noisy.values[at] as number) - expected);
    }
    values[cell * CHANNELS + 3] = sceneCodeAt(scene, noisy, cell);
  }
  return { ...noisy, values };
}
