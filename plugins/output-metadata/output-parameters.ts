// Formats the `parameters` text of an output, which most programs and sites that show images can read.

import {
  modelTitle,
  type FeatureUse,
  type Output,
  type OutputContext,
  type Params,
} from "@pictor/kernel/plugin";
import { formatParameters, formatSamplerName, type ImageHeader } from "@pictor/image-metadata";
import { toNetworkSyntax } from "@pictor/prompt-syntax";
import { baseName, numberSetting, textSetting } from "./settings.js";

type DescribedOutput = Pick<Output, "prompt" | "seed"> & Partial<Pick<Output, "place">>;
type GenerationSettings = Pick<OutputContext, "params" | "features">;
/** Fields of the settings line. Fields that are undefined are left out. */
type ParameterFields = Readonly<Record<string, string | number | bigint | undefined>>;

/**
 * The refiner model takes over after some of the steps. The field `Refiner switch at` is the fraction of steps before it
 * does.
 */
function refinerFields(params: Params): ParameterFields {
  const refiner = textSetting(params, "refiner");
  const [steps, refinerSteps] = [numberSetting(params, "steps"), numberSetting(params, "refinerSteps")];
  if (refiner === undefined || steps === undefined || refinerSteps === undefined) return {};
  const allSteps = steps + refinerSteps;
  return {
    Steps: allSteps,
    Refiner: modelTitle(refiner),
    "Refiner switch at": Math.round((steps / allSteps) * 1e4) / 1e4,
  };
}

const settingsOf = (features: readonly FeatureUse[], id: string): Params | undefined =>
  features.find((use) => use.id === id)?.settings;

/** The web UI calls the scaling of a latent `Latent`, with the method in parentheses unless it is bilinear. */
const latentUpscaler = (method: string | undefined): string =>
  method === undefined || method === "bilinear" ? "Latent" : `Latent (${method})`;

function hiresFixFields(features: readonly FeatureUse[]): ParameterFields {
  const settings = settingsOf(features, "hires-fix");
  if (settings === undefined) return {};
  const [model, sampler] = [textSetting(settings, "model"), textSetting(settings, "sampler")];
  return {
    "Denoising strength": numberSetting(settings, "denoise"),
    "Hires upscale": numberSetting(settings, "scale"),
    "Hires steps": numberSetting(settings, "steps"),
    "Hires upscaler":
      model === undefined ? latentUpscaler(textSetting(settings, "method")) : modelTitle(model),
    "Hires sampler":
      sampler === undefined ? undefined : formatSamplerName(sampler, textSetting(settings, "scheduler")),
    "Hires CFG Scale": numberSetting(settings, "cfg"),
  };
}

function sizeOf(params: Params, header: ImageHeader | undefined): string | undefined {
  const [width, height] = [numberSetting(params, "width"), numberSetting(params, "height")];
  if (width !== undefined && height !== undefined) return `${width}x${height}`;
  return header && `${header.width}x${header.height}`;
}

/** A denoising strength of 1 is written only for an image that was made from another image. */
function denoisingStrength(params: Params): number | undefined {
  const denoise = numberSetting(params, "denoise");
  return denoise !== 1 || textSetting(params, "image") !== undefined ? denoise : undefined;
}

function batchFields(
  { place }: DescribedOutput,
  params: Params,
  header: ImageHeader | undefined,
): ParameterFields {
  const size = numberSetting(params, "batchSize") ?? 1;
  if (size < 2 || place === undefined || header?.isAnimated === true) return {};
  const index = numberSetting(params, "batchIndex") ?? 0;
  return { "Batch size": size, "Batch pos": index > 0 ? index - 1 : place };
}

/** With guidance embedded in the conditioning, classifier-free guidance is off: its scale is 1. */
function guidanceFields(params: Params, features: readonly FeatureUse[]): ParameterFields {
  const ofFeature = numberSetting(settingsOf(features, "flux-guidance") ?? {}, "guidance");
  const guidance = ofFeature ?? numberSetting(params, "guidance") ?? 0;
  return guidance > 0
    ? { "CFG scale": 1, "Distilled CFG Scale": guidance }
    : { "CFG scale": numberSetting(params, "cfg") };
}

/** All fields, in the order of the web UI. */
function parameterFields(
  output: DescribedOutput,
  { params, features }: GenerationSettings,
  header: ImageHeader | undefined,
): ParameterFields {
  const sampler = textSetting(params, "sampler");
  const model = textSetting(params, "model", "diffusionModel");
  const vae = textSetting(params, "vae");
  const clipSkip = numberSetting(params, "clipSkip") ?? 1;
  return {
    Steps: numberSetting(params, "steps"),
    Sampler: sampler === undefined ? undefined : formatSamplerName(sampler, textSetting(params, "scheduler")),
    ...guidanceFields(params, features),
    Seed: output.seed,
    Size: sizeOf(params, header),
    Model: model === undefined ? undefined : modelTitle(model),
    // The web UI writes a VAE with its file extension.
    VAE: vae === undefined ? undefined : baseName(vae),
    ...batchFields(output, params, header),
    "Denoising strength": denoisingStrength(params),
    "Clip skip": clipSkip > 1 ? clipSkip : undefined,
    ...hiresFixFields(features),
    ...refinerFields(params),
  };
}

/**
 * The prompts are written with choices and wildcards resolved and with LoRA tags, so that they reproduce the image, and without
 * Pictor's escapes, which other programs do not know.
 */
export function formatOutputParameters(
  output: DescribedOutput,
  settings: GenerationSettings,
  header?: ImageHeader,
): string {
  const positive = toNetworkSyntax(output.prompt.positive);
  const negative = toNetworkSyntax(output.prompt.negative);
  const fields = Object.entries(parameterFields(output, settings, header)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return formatParameters({ positive, negative, fields: Object.fromEntries(fields) });
}
