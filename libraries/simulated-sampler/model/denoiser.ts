// The simulated denoiser. Its prior is a normal distribution of scenes whose mean follows from the prompt. For a normal
// prior the optimal denoiser has a closed form: D(x; σ) = m + s² / (s² + σ²) · (x − m) (Karras et al. 2022, appendix B).
// Samplers therefore behave as with a real model: the noise of the seed decides what the prompt does not.
import { renderScene } from "../renderer/render-scene.js";
import { colorsToChannels } from "./color-channels.js";
import { lowPass } from "./low-pass.js";
import { PARAMETERS, parameterSpread } from "../scene/scene-parameters.js";
import { CODE_AMPLITUDE, readSceneCode, writeSceneCode, type CellSize } from "./scene-code.js";

/** The distribution of scenes that the denoiser assumes, from the conditioning and the style of the checkpoint. */
export interface ScenePrior {
  /** Mean of each scene parameter. */
  readonly mean: Float64Array;
  /** Three color channels that are added to the rendered scene: they hold the control images and the tints. */
  readonly addedChannels?: Float32Array;
  /** The source image, for image to image. */
  readonly source?: SourceImage;
}

/**
 * An image that shows through the rendered scene. `coarse` and `fine` are the weights, 0 to 1, of its low and high
 * frequencies.
 */
export interface SourceImage {
  /** The three color channels of the image at cell resolution. */
  readonly colors: Float32Array;
  readonly coarse: number;
  readonly fine: number;
}

/** Standard deviation of the colors around the rendered scene, and of the texture in the fourth channel. */
const COLOR_SPREAD = 0.022;
const TEXTURE_SPREAD = 0.3;
/** The share of the noise that the denoiser does not remove, so that images of few steps look unfinished. */
const BLINDNESS = 0.06;

/** Estimates the clean latent of one block of four channels. */
export function denoiseBlock(
  x: Float32Array,
  sigma: number,
  prior: ScenePrior,
  size: CellSize,
): Float32Array {
  const cells = size.width * size.height;
  const estimate = new Float32Array(x.length);
  const coded = x.subarray(3 * cells);
  const observed = readSceneCode(coded, size);
  const scene = estimateScene(observed, sigma / (Math.sqrt(cells) * CODE_AMPLITUDE), prior);
  estimateChannel(
    estimate.subarray(3 * cells),
    coded,
    writeSceneCode(observed, size),
    writeSceneCode(scene, size),
    sigma,
    TEXTURE_SPREAD,
  );
  const colors = targetColors(
    colorsToChannels(renderScene(scene, size.width, size.height), cells),
    prior,
    size,
  );
  estimateChannel(
    estimate.subarray(0, 3 * cells),
    x.subarray(0, 3 * cells),
    colors,
    colors,
    sigma,
    COLOR_SPREAD,
  );
  return estimate;
}

/** The colors that the denoiser expects: the rendered scene, the source image and the added channels. Changes `rendered`. */
function targetColors(
  rendered: Float32Array,
  { addedChannels, source }: ScenePrior,
  size: CellSize,
): Float32Array {
  if (source) {
    const { colors, coarse, fine } = source;
    const difference = colors.map((value, i) => value - (rendered[i] as number));
    const large = lowPass(difference, size);
    for (let i = 0; i < rendered.length; i += 1) {
      rendered[i] =
        (rendered[i] as number) + fine * (difference[i] as number) + (coarse - fine) * (large[i] as number);
    }
  }
  if (addedChannels)
    for (let i = 0; i < rendered.length; i += 1)
      rendered[i] = (rendered[i] as number) + (addedChannels[i] as number);
  return rendered;
}

function estimateScene(observed: Float64Array, noise: number, { mean }: ScenePrior): Float64Array {
  const scene = new Float64Array(PARAMETERS);
  for (let k = 0; k < PARAMETERS; k += 1) {
    const variance = (parameterSpread[k] as number) ** 2;
    const middle = mean[k] as number;
    scene[k] = middle + (variance / (variance + noise * noise)) * ((observed[k] as number) - middle);
  }
  return scene;
}

/**
 * Sets `target` to `expected` plus the share of (x − `explained`) that is signal rather than noise. The signal has the
 * standard deviation `spread`.
 */
function estimateChannel(
  target: Float32Array,
  x: Float32Array,
  explained: Float32Array,
  expected: Float32Array,
  sigma: number,
  spread: number,
): void {
  const kept = BLINDNESS + ((1 - BLINDNESS) * spread * spread) / (spread * spread + sigma * sigma);
  for (let i = 0; i < target.length; i += 1) {
    target[i] = (expected[i] as number) + kept * ((x[i] as number) - (explained[i] as number));
  }
}
