// The `parameters` text of the AUTOMATIC1111 web UI, which most programs and sites that show pictures can read.

import type { FeatureUse, Output, OutputContext, Params } from "@pictor/kernel/plugin";
import { parametersText, samplerName } from "@pictor/picture-metadata";
import type { Shape } from "@pictor/picture-metadata";
import { fileName, fileTitle, numberOf, textOf } from "./settings.js";

type Picture = Pick<Output, "prompt" | "seed"> & Partial<Pick<Output, "place">>;
type Made = Pick<OutputContext, "params" | "features">;
/** What is undefined is left out. */
type Fields = Readonly<Record<string, string | number | bigint | undefined>>;

/** A second model takes over after some of all steps; there the share of them is written. */
function refinerFields(params: Params): Fields {
  const refiner = textOf(params, "refiner");
  const [steps, more] = [numberOf(params, "steps"), numberOf(params, "refinerSteps")];
  if (refiner === undefined || steps === undefined || more === undefined) return {};
  const all = steps + more;
  return {
    Steps: all,
    Refiner: fileTitle(refiner),
    "Refiner switch at": Math.round((steps / all) * 1e4) / 1e4,
  };
}

const settingsOf = (features: readonly FeatureUse[], id: string): Params | undefined =>
  features.find((use) => use.id === id)?.settings;

/** Names of the ways to scale a latent there; the others are given as they are. */
const latentScaling = (method: string | undefined): string =>
  method === undefined || method === "bilinear" ? "Latent" : `Latent (${method})`;

/** The add-on that scales and samples once more. */
function hiresFields(features: readonly FeatureUse[]): Fields {
  const settings = settingsOf(features, "hires-fix");
  if (settings === undefined) return {};
  const [model, sampler] = [textOf(settings, "model"), textOf(settings, "sampler")];
  return {
    "Denoising strength": numberOf(settings, "denoise"),
    "Hires upscale": numberOf(settings, "scale"),
    "Hires steps": numberOf(settings, "steps"),
    "Hires upscaler": model === undefined ? latentScaling(textOf(settings, "method")) : fileTitle(model),
    "Hires sampler": sampler === undefined ? undefined : samplerName(sampler, textOf(settings, "scheduler")),
    "Hires CFG Scale": numberOf(settings, "cfg"),
  };
}

function sizeOf(params: Params, shape: Shape | undefined): string | undefined {
  const [width, height] = [numberOf(params, "width"), numberOf(params, "height")];
  if (width !== undefined && height !== undefined) return `${width}x${height}`;
  return shape && `${shape.width}x${shape.height}`;
}

/** Only a picture that began with another one, or kept something of the noise, is denoised in part. */
function denoising(params: Params): number | undefined {
  const denoise = numberOf(params, "denoise");
  return denoise !== 1 || textOf(params, "image") !== undefined ? denoise : undefined;
}

function batchFields({ place }: Picture, params: Params, shape: Shape | undefined): Fields {
  const size = numberOf(params, "batchSize") ?? 1;
  if (size < 2 || place === undefined || shape?.isAnimated === true) return {};
  const index = numberOf(params, "batchIndex") ?? 0;
  return { "Batch size": size, "Batch pos": index > 0 ? index - 1 : place };
}

/** Guidance that is embedded in the prompt: then the other kind is off. */
function guidanceFields(params: Params, features: readonly FeatureUse[]): Fields {
  const added = numberOf(settingsOf(features, "flux-guidance") ?? {}, "guidance");
  const guidance = added ?? numberOf(params, "guidance") ?? 0;
  return guidance > 0
    ? { "CFG scale": 1, "Distilled CFG Scale": guidance }
    : { "CFG scale": numberOf(params, "cfg") };
}

/** In the order in which that program writes them. */
function fields(picture: Picture, { params, features }: Made, shape: Shape | undefined): Fields {
  const sampler = textOf(params, "sampler");
  const model = textOf(params, "model", "diffusionModel");
  const vae = textOf(params, "vae");
  const clipSkip = numberOf(params, "clipSkip") ?? 1;
  return {
    Steps: numberOf(params, "steps"),
    Sampler: sampler === undefined ? undefined : samplerName(sampler, textOf(params, "scheduler")),
    ...guidanceFields(params, features),
    Seed: picture.seed,
    Size: sizeOf(params, shape),
    Model: model === undefined ? undefined : fileTitle(model),
    VAE: vae === undefined ? undefined : fileName(vae),
    ...batchFields(picture, params, shape),
    "Denoising strength": denoising(params),
    "Clip skip": clipSkip > 1 ? clipSkip : undefined,
    ...hiresFields(features),
    ...refinerFields(params),
  };
}

/** Prompts as a person would write them to get the same again, and any workflow's settings. */
export function parametersOf(picture: Picture, made: Made, shape?: Shape): string {
  const { positive, negative } = picture.prompt;
  const known = Object.entries(fields(picture, made, shape)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return parametersText({ positive, negative, fields: Object.fromEntries(known) });
}
