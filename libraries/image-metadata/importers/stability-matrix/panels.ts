// The panels of Stability Matrix: the workflow that replaces each panel, and the settings that its cards hold.

import { withoutUndefined } from "@pictor/kernel/plugin";
import { type JsonObject } from "../../base/json.js";
import {
  cardOf,
  readBatch,
  readModel,
  readPrompts,
  readSampler,
  readSeed,
  readSeparateModelFiles,
  readVideoOutput,
  sizeSources,
} from "./cards.js";
import { findField, normalizeName, type JsonFields } from "./lenient-json.js";
import { booleanFrom, isOff, isOn, readSettings } from "./read-settings.js";
import { sourceImageFrom, upscalingFrom } from "./shared-settings.js";

/** Settings of a workflow, and notes for the user. */
export interface PanelSettings {
  readonly params: JsonObject;
  readonly notes: readonly string[];
}

interface Panel {
  /** Id of the workflow. */
  readonly workflow: string;
  /** Reads the settings from the `State` of the project. */
  readonly read: (state: JsonFields) => JsonObject;
  /** Settings that the cards of Stability Matrix hold but the workflow does not have. */
  readonly omit?: readonly string[];
  readonly startsFromImage?: true;
  /** Whether the start image may carry a mask. */
  readonly takesMask?: true;
}

const readTextToImage = (state: JsonFields): JsonObject => ({
  ...readPrompts(state),
  ...readModel(state),
  ...readSampler(state),
  ...readSeed(state),
  ...readBatch(state),
});

const readImageToImage = (state: JsonFields): JsonObject => ({
  ...readTextToImage(state),
  ...readSettings(cardOf(state, "Sampler"), { denoise: ["number", "DenoiseStrength"] }),
});

function readUpscale(state: JsonFields): JsonObject {
  const sharpenCard = cardOf(state, "Sharpen");
  const isSharpened =
    booleanFrom(findField(state, "IsSharpenEnabled")) ??
    booleanFrom(findField(sharpenCard, "IsEnabled")) ??
    false;
  const scaling = isOff(state, "IsUpscaleEnabled") ? undefined : upscalingFrom(cardOf(state, "Upscaler"));
  const sharpening = readSettings(sharpenCard, {
    sharpenRadius: ["number", "SharpenRadius", "Radius"],
    sharpenSigma: ["number", "Sigma"],
    sharpenAlpha: ["number", "Alpha"],
  });
  return { ...(scaling ?? { scale: 1 }), ...(isSharpened && { sharpen: true, ...sharpening }) };
}

function readStableVideo(state: JsonFields): JsonObject {
  const card = cardOf(state, "Conditioning") ?? cardOf(state, "SvdImgToVidConditioning");
  return {
    ...readModel(state),
    ...readSettings(card, {
      ...sizeSources,
      frames: ["number", "NumFrames", "VideoFrames", "Frames"],
      motion: ["number", "MotionBucketId", "Motion"],
      modelFps: ["number", "Fps"],
      augmentation: ["number", "AugmentationLevel", "Augmentation"],
      minCfg: ["number", "MinCfg"],
    }),
    // Stability Matrix uses the size of the sampler card, not that of the conditioning card.
    ...readSampler(state),
    ...readSeed(state),
    ...readVideoOutput(state),
  };
}

/** The Flux panel keeps the guidance in the field for the CFG scale. */
function readFlux(state: JsonFields): JsonObject {
  const { cfg, ...sampling } = readSampler(state);
  return {
    ...readPrompts(state),
    ...readSeparateModelFiles(state),
    ...sampling,
    ...(cfg !== undefined && { guidance: cfg }),
    ...readSeed(state),
    ...readBatch(state),
  };
}

const readWan = (state: JsonFields): JsonObject => ({
  ...readPrompts(state),
  ...readSeparateModelFiles(state),
  ...readSampler(state),
  ...readSettings(cardOf(state, "Sampler"), { frames: ["number", "Length", "Frames"] }),
  ...readSeed(state),
  ...readBatch(state),
  ...readVideoOutput(state),
});

const imageToImage: Panel = {
  workflow: "img2img",
  read: readImageToImage,
  startsFromImage: true,
  takesMask: true,
};
const upscale: Panel = { workflow: "upscale", read: readUpscale, startsFromImage: true };

/** Panels by the project type that Stability Matrix writes. */
export const panels: Readonly<Record<string, Panel>> = {
  TextToImage: { workflow: "txt2img", read: readTextToImage },
  ImageToImage: imageToImage,
  Inpainting: imageToImage,
  Upscale: upscale,
  ImageUpscale: upscale,
  ImageToVideo: {
    workflow: "svd",
    read: readStableVideo,
    startsFromImage: true,
    omit: ["vae", "clipSkip", "refiner", "refinerSteps", "nf4"],
  },
  FluxTextToImage: { workflow: "flux", read: readFlux, omit: ["negative", "shift", "clipVision"] },
  WanTextToVideo: { workflow: "wan-text-to-video", read: readWan, omit: ["clipVision"] },
  WanImageToVideo: { workflow: "wan-image-to-video", read: readWan, startsFromImage: true },
};

/** The panel of a project type; letter case and separators of the type are ignored. */
export const panelOf = (projectType: unknown): Panel | undefined =>
  Object.entries(panels).find(
    ([type]) => typeof projectType === "string" && normalizeName(type) === normalizeName(projectType),
  )?.[1];

function startImage(state: JsonFields, { startsFromImage, takesMask }: Panel): PanelSettings {
  if (startsFromImage === undefined) return { params: {}, notes: [] };
  const { path, note } = sourceImageFrom(cardOf(state, "SelectImage") ?? cardOf(state, "ImageLoader"));
  const hasMask = takesMask === true && isOn(cardOf(state, "SelectImage"), "IsMaskEnabled", "MaskEnabled");
  return {
    params: withoutUndefined({ image: path }),
    notes: [
      `Start image: ${note}`,
      ...(hasMask
        ? [
            "The mask was left out: it exists only inside Stability Matrix. Save it as a file and name that in the setting `mask`.",
          ]
        : []),
    ],
  };
}

/** All settings of a panel that its workflow has. */
export function readPanel(state: JsonFields, panel: Panel): PanelSettings {
  const { params, notes } = startImage(state, panel);
  const read = Object.entries({ ...panel.read(state), ...params });
  return { params: Object.fromEntries(read.filter(([name]) => panel.omit?.includes(name) !== true)), notes };
}
