// Sampling over something that is already there: image to image, inpainting, editing, control pictures.
import { type Check, fromBytes, type Raster, resized, resizedToFill } from "@pictor/images";
import { spread } from "../renderer/upsample-cells.js";
import { coloursToChannels } from "./color-channels.js";
import { decodeBlock } from "./decode-block.js";
import type { KeptPicture } from "./denoiser.js";
import { cellColours, encodePictures } from "./encode-rasters.js";
import { blockLength, PIXELS_PER_CELL, type LatentBatch } from "./latent.js";
import { lowPass } from "./low-pass.js";
import { sample, type SampleOptions } from "./run-sampling.js";
import type { Conditioning } from "./node-values.js";

export interface Sampled {
  readonly samples: LatentBatch;
  readonly denoised: LatentBatch;
}

type ReworkOptions = Omit<SampleOptions, "kept" | "added" | "onStep"> & {
  readonly onStep: (done: number, total: number, denoised: LatentBatch) => void;
  readonly check?: Check;
};

const NEUTRAL = { contrast: 1 };

/** Below this a picture has left nothing behind. */
const TRACE = 0.02;

/** Samples; the result is a painted latent, or pictures again where pictures show through or a mask protects them. */
export function rework(options: ReworkOptions): Sampled {
  const { sigmas } = options;
  const level = Math.max(options.latents.noisyFrom ?? 0, sigmas[0] ?? 0);
  const latents = sigmas.length < 2 ? options.latents : withReference(options.latents, options.positive);
  const reference = latents !== options.latents;
  const shares = latents.pictures ? sharesOf(level, reference) : undefined;
  const masks = cellMasks(latents);
  const protectedCells = (samples: Float32Array): Float32Array =>
    masks ? blended(latents, samples, masks) : samples;
  const { noisyFrom: _, protectedPictures: __, ...clean } = latents;
  const result = sample({
    ...options,
    latents: reference ? options.latents : latents,
    ...(shares && { kept: keptPictures(latents, shares) }),
    ...addedChannels(options.positive, latents),
    onStep: (done, total, denoised) => {
      options.onStep(done, total, { ...clean, samples: protectedCells(denoised) });
    },
  });
  if (sigmas.length < 2) return { samples: latents, denoised: latents };
  const finish = (samples: Float32Array): LatentBatch =>
    finished({ ...clean, samples }, latents, shares?.fine ?? 0, options.check);
  if ((sigmas.at(-1) ?? 0) > 0) {
    const noisy = {
      ...clean,
      samples: protectedCells(result.samples),
      noisyFrom: level,
      ...(latents.noiseMask && { protectedPictures: originals(latents) }),
    };
    return { samples: noisy, denoised: finish(result.denoised) };
  }
  const samples = finish(result.samples);
  return { samples, denoised: samples.pictures ? samples : finish(result.denoised) };
}

/** A picture's large forms survive more noise than its details; nothing survives the highest level. */
function sharesOf(level: number, reference: boolean): { coarse: number; fine: number } {
  const power = (base: number, exponent: number): number => Math.pow(level / base, exponent);
  const coarse = 1 / (1 + power(4, 3));
  const fine = 1 / (1 + power(2, 4));
  return reference ? { coarse: Math.max(coarse, 0.85), fine: Math.max(fine, 0.6) } : { coarse, fine };
}

/** Texts that bring a picture to edit put it below what is sampled, cut to the shape of the canvas. */
function withReference(latents: LatentBatch, positive: Conditioning): LatentBatch {
  const reference = positive.flatMap(({ references = [] }) => references)[0];
  if (!reference || latents.pictures || latents.video) return latents;
  const [width, height] = [latents.width * PIXELS_PER_CELL, latents.height * PIXELS_PER_CELL];
  const picture = resizedToFill(reference, width, height, "bilinear");
  return { ...latents, pictures: latents.batchIndex.map(() => picture) };
}

const keptPictures = (latents: LatentBatch, shares: { coarse: number; fine: number }): KeptPicture[] =>
  (latents.pictures ?? []).map((picture) => ({
    colours: coloursToChannels(cellColours(picture), latents.width * latents.height),
    ...shares,
  }));

/** From painted cells to the result: pictures where something of them is left, else the cells as they are. */
function finished(painted: LatentBatch, before: LatentBatch, fine: number, check?: Check): LatentBatch {
  const { pictures, ...cells } = painted;
  if (!before.noiseMask && (fine < TRACE || !pictures)) return cells;
  const results = originals(before).map((original, i) => {
    check?.();
    const drawn = fromBytes(decodeBlock(painted, i, NEUTRAL));
    const whole = fine < TRACE ? drawn : withDetail(drawn, original, fine);
    const mask = before.noiseMask?.masks[i % before.noiseMask.masks.length];
    return mask ? mixed(original, whole, resized(mask, whole.width, whole.height, "bilinear")) : whole;
  });
  return { ...painted, ...encodePictures(results, painted.batchIndex) };
}

/** What a batch showed before it was sampled. */
const originals = (before: LatentBatch): readonly Raster[] =>
  before.protectedPictures ?? decodedPictures(before);

/** Adds the share of a picture that its cells are too coarse for. */
function withDetail(drawn: Raster, original: Raster, share: number): Raster {
  const { width, height } = drawn;
  const cells = { width: width / PIXELS_PER_CELL, height: height / PIXELS_PER_CELL };
  const smooth = spread(cellColours(original), cells, width, height);
  const values = drawn.values.map(
    (value, i) => value + share * ((original.values[i] as number) - (smooth[i] as number)),
  );
  return { ...drawn, values };
}

function mixed(under: Raster, over: Raster, mask: Raster): Raster {
  const values = under.values.map((value, i) => {
    const part = mask.values[Math.trunc(i / under.channels)] as number;
    return part === 0 ? value : value + part * ((over.values[i] as number) - value);
  });
  return { ...under, values };
}

/** The noise mask at cell resolution, one per block. */
function cellMasks(latents: LatentBatch): readonly Raster[] | undefined {
  const masks = latents.noiseMask?.masks.map((mask) =>
    resized(mask, latents.width, latents.height, "bilinear"),
  );
  return masks && latents.batchIndex.map((_, i) => masks[i % masks.length] as Raster);
}

/** Sampled cells where the mask allows it, the original ones elsewhere. */
function blended(latents: LatentBatch, samples: Float32Array, masks: readonly Raster[]): Float32Array {
  const cells = latents.width * latents.height;
  const length = blockLength(latents);
  return samples.map((value, i) => {
    const part = masks[Math.trunc(i / length)]?.values[i % cells] as number;
    const before = latents.samples[i] as number;
    return before + part * (value - before);
  });
}

/** How strongly a control picture's lines show, and a colour is leant to. */
const CONTROL = 1.2;
const TINT = 0.35;

/** Control pictures add their lines to the lightness, tints shift the colours; both for the whole batch. */
function addedChannels(positive: Conditioning, size: LatentBatch): { added?: Float32Array } {
  const cells = size.width * size.height;
  const controls = positive.flatMap((entry) => entry.controls ?? []);
  const tints = positive.flatMap((entry) => entry.tints ?? []);
  if (controls.length === 0 && tints.length === 0) return {};
  const added = new Float32Array(3 * cells);
  for (const { picture, strength } of controls) {
    const fitted = resizedToFill(
      picture,
      size.width * PIXELS_PER_CELL,
      size.height * PIXELS_PER_CELL,
      "bilinear",
    );
    const light = coloursToChannels(cellColours(fitted), cells).subarray(0, cells);
    const large = lowPass(light, size);
    for (let i = 0; i < cells; i += 1) {
      added[i] = (added[i] as number) + CONTROL * strength * ((light[i] as number) - (large[i] as number));
    }
  }
  for (const { colour, strength } of tints) {
    const channels = coloursToChannels(Float32Array.from(colour), 1);
    for (let i = 0; i < added.length; i += 1) {
      added[i] = (added[i] as number) + TINT * strength * (channels[Math.trunc(i / cells)] as number);
    }
  }
  return { added };
}

export const decodedPictures = (latents: LatentBatch): readonly Raster[] =>
  latents.pictures ?? latents.batchIndex.map((_, i) => fromBytes(decodeBlock(latents, i, NEUTRAL)));
