// The simulated model. It believes that scenes are normally distributed around what the prompt says, and for such a
// belief the best guess of a clean latent is known exactly: D(x; σ) = m + s² / (s² + σ²) · (x − m) (Karras et al. 2022,
// appendix B). So real sampling happens: the seed's noise decides what the prompt leaves open.
import { paint } from "../renderer/render-scene.js";
import { coloursToChannels } from "./color-channels.js";
import { lowPass } from "./low-pass.js";
import { PARAMETERS, parameterSpread } from "../scene/scene-parameters.js";
import { CODE_AMPLITUDE, readCode, writeCode, type CellSize } from "./scene-code.js";

/** What the model listens to: a belief about the scene, from a text and a checkpoint's style. */
export interface Belief {
  /** Mean of each scene parameter. */
  readonly mean: Float64Array;
  /** Three channels to add to the painted colours: what a control picture or a colour to lean to asks for. */
  readonly added?: Float32Array;
  /** The picture that is being reworked. */
  readonly kept?: KeptPicture;
}

/** A picture that shows through the painting: its large forms by one share, its details by another. */
export interface KeptPicture {
  /** Its three colour channels. */
  readonly colours: Float32Array;
  readonly coarse: number;
  readonly fine: number;
}

/** Spread of the colours around the painted scene, and of the texture in the fourth channel. */
const COLOUR_SPREAD = 0.022;
const TEXTURE_SPREAD = 0.3;
/** Part of the noise that the model fails to see: what makes short runs look unfinished. */
const BLINDNESS = 0.06;

/** The guess for one picture's block of four channels. */
export function denoiseBlock(x: Float32Array, sigma: number, belief: Belief, size: CellSize): Float32Array {
  const cells = size.width * size.height;
  const guess = new Float32Array(x.length);
  const coded = x.subarray(3 * cells);
  const seen = readCode(coded, size);
  const scene = guessScene(seen, sigma / (Math.sqrt(cells) * CODE_AMPLITUDE), belief);
  guessChannel(
    guess.subarray(3 * cells),
    coded,
    writeCode(seen, size),
    writeCode(scene, size),
    sigma,
    TEXTURE_SPREAD,
  );
  const colours = wanted(coloursToChannels(paint(scene, size.width, size.height), cells), belief, size);
  guessChannel(
    guess.subarray(0, 3 * cells),
    x.subarray(0, 3 * cells),
    colours,
    colours,
    sigma,
    COLOUR_SPREAD,
  );
  return guess;
}

/** The colours that the model aims at: the painting, with what shows through it and what is asked for on top. */
function wanted(painted: Float32Array, { added, kept }: Belief, size: CellSize): Float32Array {
  if (kept) {
    const { colours, coarse, fine } = kept;
    const difference = colours.map((value, i) => value - (painted[i] as number));
    const large = lowPass(difference, size);
    for (let i = 0; i < painted.length; i += 1) {
      painted[i] =
        (painted[i] as number) + fine * (difference[i] as number) + (coarse - fine) * (large[i] as number);
    }
  }
  if (added)
    for (let i = 0; i < painted.length; i += 1) painted[i] = (painted[i] as number) + (added[i] as number);
  return painted;
}

function guessScene(seen: Float64Array, noise: number, { mean }: Belief): Float64Array {
  const scene = new Float64Array(PARAMETERS);
  for (let k = 0; k < PARAMETERS; k += 1) {
    const variance = (parameterSpread[k] as number) ** 2;
    const middle = mean[k] as number;
    scene[k] = middle + (variance / (variance + noise * noise)) * ((seen[k] as number) - middle);
  }
  return scene;
}

/** `target` = `painted` plus the part of (x − `explained`) that this spread makes plausible. */
function guessChannel(
  target: Float32Array,
  x: Float32Array,
  explained: Float32Array,
  painted: Float32Array,
  sigma: number,
  spread: number,
): void {
  const kept = BLINDNESS + ((1 - BLINDNESS) * spread * spread) / (spread * spread + sigma * sigma);
  for (let i = 0; i < target.length; i += 1) {
    target[i] = (painted[i] as number) + kept * ((x[i] as number) - (explained[i] as number));
  }
}
