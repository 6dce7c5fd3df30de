// One sampling run over a latent batch: noise in, update rule along the sigmas, guided model inside.
import { fillGaussian, randomSource } from "../sampler/random.js";
import { updateRule, type SamplerName } from "../sampler/rules.js";
import type { Vector } from "../sampler/sampling.js";
import { denoiseBlock, type Belief } from "./denoiser.js";
import { blockLength, type LatentBatch } from "./latent.js";
import { PARAMETERS, sceneVector } from "./scene-parameters.js";
import type { Conditioning, Model } from "./values.js";

export interface SampleOptions {
  readonly model: Model;
  readonly positive: Conditioning;
  readonly negative: Conditioning;
  readonly cfg: number;
  readonly seed: number | bigint;
  readonly sampler: SamplerName;
  readonly sigmas: Float32Array;
  readonly latents: LatentBatch;
  /** False: the latents are taken as they are, noise included. */
  readonly addNoise: boolean;
  /** After each step: the newest guess of the clean batch. */
  readonly onStep: (done: number, total: number, denoised: Vector) => void;
}

/** A prompt's evidence counts fully at this guidance scale. */
const NOMINAL_CFG = 7.5;

/** The sampled batch, and the last guess of it (they differ when the last sigma is not 0). */
export function sample(options: SampleOptions): { readonly samples: Vector; readonly denoised: Vector } {
  const { sigmas, latents, onStep } = options;
  if (sigmas.length < 2) return { samples: latents.samples, denoised: latents.samples };
  const guided = beliefOf(options, options.cfg);
  const unguided = beliefOf(options, 0);
  let draws = 0;
  let last: Vector = latents.samples;
  const start = options.addNoise
    ? scaledNoise(options, "start", sigmas[0] ?? 0, latents.samples)
    : latents.samples.slice();
  const samples = updateRule(options.sampler)(start, {
    sigmas,
    denoise: (x, sigma) => denoiseBatch(x, sigma, guided, latents),
    unguided: (x, sigma) => denoiseBatch(x, sigma, unguided, latents),
    noise: () => scaledNoise(options, `${options.sampler}/${(draws += 1)}`, 1),
    onStep(index, denoised) {
      last = denoised;
      onStep(index + 1, sigmas.length - 1, denoised);
    },
  });
  return { samples, denoised: last };
}

/** Classifier-free guidance on the evidence: away from the negative prompt, through the positive one and beyond. */
function beliefOf({ model, positive, negative }: SampleOptions, cfg: number): Belief {
  const mean = sceneVector({ presence: 1, ...model.style });
  for (let k = 0; k < PARAMETERS; k += 1) {
    const [toward, away] = [positive.evidence[k] as number, negative.evidence[k] as number];
    mean[k] = (mean[k] as number) + (away + cfg * (toward - away)) / NOMINAL_CFG;
  }
  return { mean };
}

function denoiseBatch(x: Vector, sigma: number, belief: Belief, latents: LatentBatch): Vector {
  const length = blockLength(latents);
  const guess = new Float32Array(x.length);
  for (let offset = 0; offset < x.length; offset += length) {
    guess.set(denoiseBlock(x.subarray(offset, offset + length), sigma, belief, latents), offset);
  }
  return guess;
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
