// Imports the second pass ("hires fix") of the AUTOMATIC1111 web UI as settings of the feature hires-fix.

import { withoutUndefined } from "@pictor/kernel/plugin";
import { type JsonObject } from "../../base/json.js";
import type { GenerationParameters } from "../../parameters/parameters-text.js";
import { schedulerNamed } from "../../parameters/sampler-names.js";
import { samplerInParameters } from "../programs/samplers.js";
import { parseInteger, parseNumber, parseSize } from "../setting-values.js";

type ParameterFields = GenerationParameters["fields"];

/** Names of all fields that describe the second pass. */
export const hiresFieldNames: ReadonlySet<string> = new Set([
  "Denoising strength",
  "Hires upscale",
  "Hires upscaler",
  "Hires steps",
  "Hires resize",
  "Hires sampler",
  "Hires schedule type",
  "Hires CFG Scale",
]);

/** Upscalers that scale the latent. Any other upscaler is a model file. */
const latentMethods: Readonly<Record<string, string>> = {
  latent: "bilinear",
  "latent (antialiased)": "bilinear",
  "latent (bicubic)": "bicubic",
  "latent (bicubic antialiased)": "bicubic",
  "latent (nearest)": "nearest-exact",
  "latent (nearest-exact)": "nearest-exact",
  lanczos: "lanczos",
  nearest: "nearest-exact",
};

function upscalerOf(name: string | undefined): Readonly<Record<string, string>> {
  if (name === undefined || name.toLowerCase() === "none") return {};
  const method = latentMethods[name.toLowerCase()];
  return method === undefined ? { model: name } : { method };
}

/**
 * The factor by which the second pass enlarges the image. The field `Hires upscale` is a factor; `Hires resize` is the
 * resulting size.
 */
function scaleOf(fields: ParameterFields): number | undefined {
  const resized = parseSize(fields["Hires resize"] ?? "");
  const size = parseSize(fields["Size"] ?? "");
  const ratio =
    resized === undefined || size === undefined
      ? undefined
      : Math.max(resized.width / size.width, resized.height / size.height);
  return parseNumber(fields["Hires upscale"]) ?? ratio;
}

/** Sampler and scheduler of the second pass, where they differ from those of the first. */
function samplingOf(fields: ParameterFields): Readonly<Record<string, string>> {
  const own = (name: string): string | undefined => {
    const text = fields[name];
    return text === undefined || /^use same/i.test(text) ? undefined : text;
  };
  const [sampler, schedule] = [own("Hires sampler"), own("Hires schedule type")];
  if (sampler !== undefined) return { ...samplerInParameters(sampler, schedule ?? fields["Schedule type"]) };
  return schedule === undefined ? {} : { scheduler: schedulerNamed(schedule) ?? schedule };
}

/** Imports the settings of the second pass; undefined when the image had none. */
export function importHiresFix(fields: ParameterFields): JsonObject | undefined {
  const hasSecondPass = [...hiresFieldNames].some(
    (name) => name.startsWith("Hires") && fields[name] !== undefined,
  );
  if (!hasSecondPass) return undefined;
  const steps = parseInteger(fields["Hires steps"]);
  return withoutUndefined({
    scale: scaleOf(fields),
    ...upscalerOf(fields["Hires upscaler"]),
    // A missing number of steps, or 0, means as many steps as in the first pass.
    steps: steps === undefined || steps === 0 ? parseInteger(fields["Steps"]) : steps,
    denoise: parseNumber(fields["Denoising strength"]),
    cfg: parseNumber(fields["Hires CFG Scale"]),
    ...samplingOf(fields),
  });
}
