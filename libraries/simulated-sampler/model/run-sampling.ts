// One sampling run over a latent batch: noise in, update rule along the sigmas, guided model inside.
import { fillGaussian, randomSource } from "../sampler/random.js";
import { updateRule, type SamplerName } from "../sampler/update-rules.js";
import type { Vector } from "../sampler/sampling.js";
import { beliefOf } from "./guided-mean.js";
import { denoiseBlock, type Belief, type KeptPicture } from "./denoiser.js";
import { blockLength, type LatentBatch } from "./latent.js";
import { parameterIndex } from "../scene/scene-parameters.js";
import type { Guider } from "./node-values.js";

export interface SampleOptions extends Guider {
  readonly seed: number | bigint;
  readonly sampler: SamplerName;
  readonly sigmas: Float32Array;
  readonly latents: LatentBatch;
  /** False: the latents are taken as they are, noise included. */
  readonly addNoise: boolean;
  /** By block, the pictures that are being reworked. */
  readonly kept?: readonly KeptPicture[];
  /** Three channels to add to what the model paints. */
  readonly added?: Float32Array;
  /** After each step: the newest guess of the clean batch. */
  readonly onStep: (done: number, total: number, denoised: Vector) => void;
}

/** The sampled batch, and the last guess of it (they differ when the last sigma is not 0). */
export function sample(options: SampleOptions): { readonly samples: Vector; readonly denoised: Vector } {
  const { sigmas, latents, onStep } = options;
  if (sigmas.length < 2) return { samples: latents.samples, denoised: latents.samples };
  let draws = 0;
  let last: Vector = latents.samples;
  const start = options.addNoise
    ? scaledNoise(options, "start", sigmas[0] ?? 0, latents.samples)
    : latents.samples.slice();
  const samples = updateRule(options.sampler)(start, {
    sigmas,
    denoise: (x, sigma) => denoiseBatch(x, sigma, options.cfg, options),
    unguided: (x, sigma) => denoiseBatch(x, sigma, 0, options),
    noise: () => scaledNoise(options, `${options.sampler}/${(draws += 1)}`, 1),
    onStep(index, denoised) {
      last = denoised;
      onStep(index + 1, sigmas.length - 1, denoised);
    },
  });
  return { samples, denoised: last };
}

function denoiseBatch(x: Vector, sigma: number, cfg: number, options: SampleOptions): Vector {
  const { latents, kept, added } = options;
  const belief: Belief = { ...beliefOf(options, cfg, sigma), ...(added && { added }) };
  const length = blockLength(latents);
  const guess = new Float32Array(x.length);
  for (let offset = 0; offset < x.length; offset += length) {
    const picture = kept?.[offset / length];
    const own = picture ? { ...belief, mean: behind(belief.mean, picture), kept: picture } : belief;
    guess.set(denoiseBlock(x.subarray(offset, offset + length), sigma, own, latents), offset);
  }
  return guess;
}

/** The painting counts as much as the picture's details do not. */
function behind(mean: Float64Array, { fine }: KeptPicture): Float64Array {
  const faded = mean.slice();
  faded[parameterIndex("presence")] = 1 - fine;
  return faded;
}

/** Each picture draws from its own stream, named by its place in the original batch. */
function scaledNoise({ seed, latents }: SampleOptions, stream: string, level: number, base?: Vector): Vector {
  const length = blockLength(latents);
  const out = new Float32Array(latents.samples.length);
  latents.batchIndex.forEach((index, position) => {
    const block = out.subarray(position * length, (position + 1) * length);
    fillGaussian(block, randomSource(seed, `${stream}/${index}`));
  });
  for (let i = 0; i < out.length; i += 1) out[i] = (out[i] as number) * level + (base?.[i] ?? 0);
  return out;
}
