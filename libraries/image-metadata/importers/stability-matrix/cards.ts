// Reads the cards of Stability Matrix panels: prompts, model files, sampler, seed, batch and video output.

import { withoutUndefined } from "@pictor/kernel/plugin";
import { type JsonObject } from "../../base/json.js";
import { parseInteger, parseSeed } from "../setting-values.js";
import { findField, ownField, type JsonFields } from "./lenient-json.js";
import { isOff, isOn, readSettings, textFrom, type SettingSources } from "./read-settings.js";
import { samplingFrom } from "./shared-settings.js";

/** A card of the state. Some versions add `Card` or `CardViewModel` to its name. */
export const cardOf = (state: JsonFields, name: string): unknown =>
  ownField(state, name) ?? ownField(state, `${name}Card`) ?? ownField(state, `${name}CardViewModel`);

export function readSeed(state: JsonFields): JsonObject {
  const card = cardOf(state, "Seed");
  return withoutUndefined({ seed: parseSeed(textFrom(card) ?? findField(card, "Seed", "Value") ?? card) });
}

export function readPrompts(state: JsonFields): JsonObject {
  const card = cardOf(state, "Prompt");
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return { prompt: text(findField(card, "Prompt")), negative: text(findField(card, "NegativePrompt")) };
}

/**
 * Reads the batch size and the batch index. The index counts from 1 in both programs, and has no effect while its
 * switch is off.
 */
export function readBatch(state: JsonFields): JsonObject {
  const card = cardOf(state, "BatchSize");
  return {
    ...withoutUndefined({ batchSize: parseInteger(findField(card, "BatchSize")) ?? parseInteger(card) }),
    ...(isOn(card, "IsBatchIndexEnabled") && readSettings(card, { batchIndex: ["integer", "BatchIndex"] })),
  };
}

export const sizeSources: SettingSources = { width: ["number", "Width"], height: ["number", "Height"] };

export function readSampler(state: JsonFields): JsonObject {
  const card = cardOf(state, "Sampler");
  const numbers = readSettings(card, {
    steps: ["number", "Steps"],
    cfg: ["number", "CfgScale"],
    ...sizeSources,
  });
  return { ...numbers, ...samplingFrom(card) };
}

const encoderSources: SettingSources = {
  encoder1: ["choice", "SelectedClip1Name", "SelectedClip1", "Clip1"],
  encoder2: ["choice", "SelectedClip2Name", "SelectedClip2", "Clip2"],
  encoder3: ["choice", "SelectedClip3Name", "SelectedClip3", "Clip3"],
  encoder4: ["choice", "SelectedClip4Name", "SelectedClip4", "Clip4"],
};
const checkpointNames = ["SelectedModelName", "SelectedModel", "ModelName"] as const;
const diffusionModelNames = [
  ...["SelectedUnetModelName", "SelectedUnetModel", "SelectedUnetName"],
  ...checkpointNames,
] as const;

/** A checkpoint, or a diffusion model with separate text encoders. The fields of a switch that is off are ignored. */
export function readModel(state: JsonFields): JsonObject {
  const card = cardOf(state, "Model");
  const loader = textFrom(findField(card, "SelectedModelLoader", "ModelLoader")) ?? "";
  const { refiner } = isOff(card, "IsRefinerSelectionEnabled")
    ? {}
    : readSettings(card, { refiner: ["choice", "SelectedRefinerName", "SelectedRefiner"] });
  return {
    ...(/unet|gguf/i.test(loader)
      ? readSettings(card, { diffusionModel: ["choice", ...diffusionModelNames], ...encoderSources })
      : readSettings(card, { model: ["choice", ...checkpointNames] })),
    ...(/nf4/i.test(loader) && { nf4: true }),
    ...(!isOff(card, "IsVaeSelectionEnabled") &&
      readSettings(card, { vae: ["choice", "SelectedVaeName", "SelectedVae"] })),
    ...(!isOff(card, "IsClipSkipEnabled") && readSettings(card, { clipSkip: ["integer", "ClipSkip"] })),
    ...(refiner !== undefined && {
      refiner,
      ...readSettings(cardOf(state, "Sampler"), { refinerSteps: ["integer", "RefinerSteps"] }),
    }),
  };
}

/** The separate files of a Flux or Wan model, whose card has no choice of loader. */
export const readSeparateModelFiles = (state: JsonFields): JsonObject =>
  readSettings(cardOf(state, "Model"), {
    ...encoderSources,
    diffusionModel: ["choice", ...diffusionModelNames],
    encoder1: ["choice", "SelectedClip1Name", "SelectedClipModel", "SelectedClipName"],
    vae: ["choice", "SelectedVaeName", "SelectedVae", "SelectedVaeModel"],
    clipVision: ["choice", "SelectedClipVisionModel", "SelectedClipVisionName", "ClipVision"],
    shift: ["number", "Shift"],
    weightDtype: ["text", "SelectedDType", "DType"],
  });

export const readVideoOutput = (state: JsonFields): JsonObject =>
  readSettings(cardOf(state, "VideoOutput"), {
    fps: ["number", "Fps"],
    lossless: ["boolean", "Lossless"],
    quality: ["number", "Quality"],
    method: ["lowercase", "SelectedMethod", "Method"],
  });
