// Runs a sampler over a latent batch: adds noise, then applies the update rule from sigma to sigma with the guided model.
import { fillGaussian, randomSource } from "../sampler/random.js";
import { updateRule, type SamplerName } from "../sampler/update-rules.js";
import type { Vector } from "../sampler/sampling.js";
import { guidedMean } from "./guided-mean.js";
import { denoiseBlock, type ScenePrior, type SourceImage } from "./denoiser.js";
import { blockLength, type LatentBatch } from "./latent.js";
import { parameterIndex } from "../scene/scene-parameters.js";
import type { Guider } from "./node-values.js";

export interface SampleOptions extends Guider {
  readonly seed: number | bigint;
  readonly sampler: SamplerName;
  readonly sigmas: Float32Array;
  readonly latents: LatentBatch;
  /** False: no noise is added to the latents. */
  readonly addNoise: boolean;
  /** The source image of each block, for image to image. */
  readonly sources?: readonly SourceImage[];
  /** Three color channels that are added to the rendered scene of each block. */
  readonly addedChannels?: Float32Array;
  /** Called after each step with the current estimate of the denoised batch. */
  readonly onStep: (done: number, total: number, denoised: Vector) => void;
}

/** Returns the sampled batch and the last denoised estimate. They differ when the last sigma is not 0. */
export function runSampling(options: SampleOptions): { readonly samples: Vector; readonly denoised: Vector } {
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
  const { latents, sources, addedChannels } = options;
  const prior: ScenePrior = {
    mean: guidedMean(options, cfg, sigma),
    ...(addedChannels && { addedChannels }),
  };
  const length = blockLength(latents);
  const guess = new Float32Array(x.length);
  for (let offset = 0; offset < x.length; offset += length) {
    const source = sources?.[offset / length];
    const blockPrior: ScenePrior = source
      ? { ...prior, mean: reducePresence(prior.mean, source), source }
      : prior;
    guess.set(denoiseBlock(x.subarray(offset, offset + length), sigma, blockPrior, latents), offset);
  }
  return guess;
}

/** Fades the rendered scene to the extent that the details of the source image show through. */
function reducePresence(mean: Float64Array, { fine }: SourceImage): Float64Array {
  const faded = mean.slice();
  faded[parameterIndex("presence")] = 1 - fine;
  return faded;
}

/** Each image has a random stream, which depends on the index of the image in the original batch. */
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
