// Builds the job for a request of txt2img or img2img: settings of the workflow, features, and the number of images.

import { randomInt } from "node:crypto";
import type { JobRequest } from "@pictor/client";
import { fromNetworkSyntax } from "@pictor/prompt-syntax";
import { modelFilesOf, samplersOf, upscaleModelsOf } from "../backend/files.js";
import type { Session } from "../backend/session.js";
import { settingsOfOptions, withChanges, type Changes, type Params } from "../backend/settings-of-options.js";
import type { Defaults } from "../backend/token-options.js";
import type { Note } from "../base/note.js";
import type { GenerationFields, Kind, StartFields } from "../fields/generation-fields.js";
import type { HiresFields } from "../fields/hires-fields.js";
import { modelSetting } from "../names/models.js";
import { samplerIds, type SamplerChoices } from "../names/samplers.js";
import { upscalerOf } from "../names/upscalers.js";
import { imageBytes, invertMask, uploadImage } from "./images.js";

export interface PreparedJob {
  readonly request: JobRequest;
  /** Settings that the options of the request change. */
  readonly changes: Changes;
  readonly notes: readonly Note[];
}

/** The size of an image in the web UI where a request names none. */
const defaultSide = 512;
/** Seeds of the web UI have 32 bits. A larger number would be rounded by clients that read it as a double. */
const seeds = 2 ** 32 - 1;
const defaultSteps = 20;

/** The web UI counts the steps of both models, and tells after which part the refiner takes over. */
async function refinerSettings(
  { refiner = "", refinerSwitchAt: part = 0, steps = defaultSteps }: GenerationFields,
  session: Session,
): Promise<{ readonly settings: Params; readonly notes: readonly Note[] }> {
  const field = "refiner_checkpoint";
  if (/^(none|)$/i.test(refiner)) return { settings: {}, notes: [] };
  const base = Math.round(steps * part);
  if (base < 1 || base >= steps) {
    const message = `The field ${field} had no effect, because refiner_switch_at leaves one of the models no step.`;
    return { settings: {}, notes: [{ field, message }] };
  }
  const { checkpoints } = await modelFilesOf(session);
  const { model } = modelSetting(refiner, { checkpoints, diffusionModels: [] }, field);
  return { settings: { refiner: model, steps: base, refinerSteps: steps - base }, notes: [] };
}

/** The factor of the second pass. The web UI cuts off what exceeds the size that a request names; Pictor does not. */
function hiresScale(hires: HiresFields, width: number, height: number) {
  const across = (hires.width ?? 0) / width;
  const down = (hires.height ?? 0) / height;
  const scale = Math.max(across, down);
  if (scale === 0) return { scale: hires.scale, notes: [] };
  const isWhole = across === 0 || down === 0 || across === down;
  const message = `The field hr_resize_y gives the image ${Math.round(width * scale)} × ${Math.round(height * scale)} pixels, because Pictor keeps its proportions.`;
  return { scale, notes: isWhole ? [] : [{ field: "hr_resize_y", message }] };
}

async function hiresFeature(
  hires: HiresFields,
  steps: number | undefined,
  size: { readonly width: number; readonly height: number },
  session: Session,
  choices: SamplerChoices,
) {
  const { upscaler = "Latent", denoise, cfg } = hires;
  const found = upscalerOf(
    // Without an upscaler, the web UI resizes the image.
    upscaler === "None" ? "Lanczos" : upscaler,
    await upscaleModelsOf(session),
    "hr_upscaler",
  );
  const { scale, notes } = hiresScale(hires, size.width, size.height);
  const places = { sampler: "hr_sampler_name", scheduler: "hr_scheduler" };
  const settings = {
    ...found.settings,
    ...samplerIds(hires, choices, { places, prefers: false }),
    scale,
    denoise,
    cfg,
    steps: hires.steps === 0 ? steps : (hires.steps ?? steps),
  };
  return {
    feature: { id: "hires-fix", settings: withChanges(settings, {}) },
    notes: [...found.notes, ...notes],
  };
}

async function startSettings(start: StartFields, session: Session): Promise<Params> {
  const image = await uploadImage(session, imageBytes(start.image, "init_images"));
  const given = start.mask === undefined ? undefined : imageBytes(start.mask, "mask");
  const mask = given !== undefined && start.invertsMask ? invertMask(given, "mask") : given;
  return {
    image,
    denoise: start.denoise,
    ...(mask !== undefined && { mask: await uploadImage(session, mask) }),
  };
}

/**
 * The prompts of the request, in which `<lora:...>` is a tag, and all else text; undefined for one that the request
 * does not have.
 */
function promptsOf({ prompt, negative }: GenerationFields): {
  readonly params: Params;
  readonly notes: readonly Note[];
} {
  const read = (text: string | undefined, field: string) => {
    const { prompt: own, notes = [] } = text === undefined ? {} : fromNetworkSyntax(text);
    return { own, notes: notes.map((message) => ({ field, message })) };
  };
  const [positive, other] = [read(prompt, "prompt"), read(negative, "negative_prompt")];
  return {
    params: { prompt: positive.own, negative: other.own },
    notes: [...positive.notes, ...other.notes],
  };
}

/** Rejects with `A1111_...`, or with the error of a call. */
export async function prepareJob(
  kind: Kind,
  fields: GenerationFields,
  defaults: Defaults,
  session: Session,
): Promise<PreparedJob> {
  const { changes, notes } = await settingsOfOptions(fields.options, session, "override_settings.");
  const base = withChanges(defaults.params, changes);
  const choices = await samplersOf(session);
  const prompts = promptsOf(fields);
  const refined = await refinerSettings(fields, session);
  const size = fields.start === undefined ? { width: defaultSide, height: defaultSide } : {};
  const params = withChanges(
    { ...size, ...base },
    withChanges(
      {
        ...prompts.params,
        steps: fields.steps,
        cfg: fields.cfg,
        width: fields.width,
        height: fields.height,
        seed: fields.seed ?? String(randomInt(seeds)),
        // Only a diffusion model has embedded guidance; on a checkpoint it would replace the CFG scale.
        guidance: base["diffusionModel"] === undefined ? undefined : fields.guidance,
        ...samplerIds(fields, choices),
        ...refined.settings,
        ...(fields.start !== undefined && (await startSettings(fields.start, session))),
      },
      {},
    ),
  );
  const { width, height } = params;
  const first = { width: Number(width), height: Number(height) };
  const hires = fields.hires && (await hiresFeature(fields.hires, fields.steps, first, session, choices));
  const features = [
    ...defaults.features.filter(({ id }) => hires === undefined || id !== "hires-fix"),
    ...(hires === undefined ? [] : [hires.feature]),
  ];
  const backend = defaults.backend ?? session.backend;
  return {
    request: {
      workflow: kind,
      params,
      features,
      count: fields.batchSize * fields.batches,
      ...(backend !== undefined && { backend }),
    },
    changes,
    notes: [...fields.notes, ...prompts.notes, ...notes, ...refined.notes, ...(hires?.notes ?? [])],
  };
}
