// The panels of Stability Matrix: which workflow of ours each one is, and what its cards set.

import type { JsonObject } from "../../record.js";
import { known, numberOf, seedOf, wholeOf } from "../numbers.js";
import { fileIn, find, flagIn, own, readAll, textIn, type Fields, type Reading } from "./fields.js";
import { pictureIn } from "./pictures.js";
import { samplingIn } from "./samplers.js";
import { upscalingIn } from "./upscalers.js";

/** Settings, and what is to be said about them. */
export interface Cards {
  readonly params: JsonObject;
  readonly notes: readonly string[];
}
export interface Panel {
  readonly workflow: string;
  cards(state: Fields): Cards;
}

/** A card of the state; its own name comes without `Card` in files of some versions. */
const card = (state: Fields, name: string): unknown =>
  own(state, name) ?? own(state, `${name}Card`) ?? own(state, `${name}CardViewModel`);

function seedIn(state: Fields): JsonObject {
  const seeds = card(state, "Seed");
  return known({ seed: seedOf(textIn(seeds) ?? find(seeds, "Seed", "Value") ?? seeds) });
}

function promptsIn(state: Fields): JsonObject {
  const prompts = card(state, "Prompt");
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return { prompt: text(find(prompts, "Prompt")), negative: text(find(prompts, "NegativePrompt")) };
}

/** A batch's number counts from 1 there as it does here, and stands for nothing while its switch is off. */
function batchIn(state: Fields): JsonObject {
  const batch = card(state, "BatchSize");
  const size = wholeOf(find(batch, "BatchSize")) ?? wholeOf(batch);
  const isOne = flagIn(find(batch, "IsBatchIndexEnabled")) === true;
  return known({ batchSize: size, batchIndex: isOne ? wholeOf(find(batch, "BatchIndex")) : undefined });
}

const sizes: Reading = { width: ["number", "Width"], height: ["number", "Height"] };

const samplerIn = (state: Fields): JsonObject => {
  const sampler = card(state, "Sampler");
  return {
    ...readAll(sampler, { steps: ["number", "Steps"], cfg: ["number", "CfgScale"], ...sizes }),
    ...samplingIn(sampler),
  };
};

const encoders: Reading = {
  encoder1: ["file", "SelectedClip1Name", "SelectedClip1", "Clip1"],
  encoder2: ["file", "SelectedClip2Name", "SelectedClip2", "Clip2"],
  encoder3: ["file", "SelectedClip3Name", "SelectedClip3", "Clip3"],
  encoder4: ["file", "SelectedClip4Name", "SelectedClip4", "Clip4"],
};
const networkNames = ["SelectedUnetModelName", "SelectedUnetModel", "SelectedUnetName"] as const;
const modelNames = ["SelectedModelName", "SelectedModel", "ModelName"] as const;

/** A checkpoint, or the files of a model that comes in parts. Switches that are off hide what they belong to. */
function checkpointIn(state: Fields): JsonObject {
  const model = card(state, "Model");
  const isOn = (name: string): boolean => flagIn(find(model, name)) !== false;
  const loader = textIn(find(model, "SelectedModelLoader", "ModelLoader")) ?? "";
  const isParts = /unet|gguf/i.test(loader);
  const file = isParts
    ? fileIn(find(model, ...networkNames, ...modelNames))
    : fileIn(find(model, ...modelNames));
  const isRefined = isOn("IsRefinerSelectionEnabled");
  const refiner = isRefined ? fileIn(find(model, "SelectedRefinerName", "SelectedRefiner")) : undefined;
  return known({
    ...(isParts ? { diffusionModel: file, ...readAll(model, encoders) } : { model: file }),
    nf4: /nf4/i.test(loader) ? true : undefined,
    vae: isOn("IsVaeSelectionEnabled") ? fileIn(find(model, "SelectedVaeName", "SelectedVae")) : undefined,
    clipSkip: isOn("IsClipSkipEnabled") ? wholeOf(find(model, "ClipSkip")) : undefined,
    refiner,
    refinerSteps: refiner === undefined ? undefined : wholeOf(find(card(state, "Sampler"), "RefinerSteps")),
  });
}

/** The files of a model in parts, without a choice of loader. */
const partsIn = (state: Fields): JsonObject => {
  const model = card(state, "Model");
  return known({
    diffusionModel: fileIn(find(model, ...networkNames, ...modelNames)),
    ...readAll(model, {
      ...encoders,
      encoder1: ["file", "SelectedClip1Name", "SelectedClipModel", "SelectedClipName"],
    }),
    ...readAll(model, {
      vae: ["file", "SelectedVaeName", "SelectedVae", "SelectedVaeModel"],
      clipVision: ["file", "SelectedClipVisionModel", "SelectedClipVisionName", "ClipVision"],
      shift: ["number", "Shift"],
      weightDtype: ["text", "SelectedDType", "DType"],
    }),
  });
};

const videoOutput: Reading = {
  fps: ["number", "Fps"],
  lossless: ["flag", "Lossless"],
  quality: ["number", "Quality"],
  method: ["word", "SelectedMethod", "Method"],
};

function startPicture(state: Fields): Cards {
  const { path, note } = pictureIn(card(state, "SelectImage") ?? card(state, "ImageLoader"));
  return { params: known({ image: path }), notes: note === undefined ? [] : [`The start picture: ${note}`] };
}

const without = (params: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));

const textToImage = (state: Fields): Cards => ({
  params: {
    ...promptsIn(state),
    ...checkpointIn(state),
    ...samplerIn(state),
    ...seedIn(state),
    ...batchIn(state),
  },
  notes: [],
});

function imageToImage(state: Fields): Cards {
  const { params, notes } = startPicture(state);
  const denoise = numberOf(find(card(state, "Sampler"), "DenoiseStrength"));
  const mask = find(card(state, "SelectImage"), "IsMaskEnabled", "MaskEnabled");
  const masked =
    flagIn(mask) === true
      ? ["Its mask is drawn inside that program; save it as a file for the setting `mask`."]
      : [];
  return {
    params: { ...textToImage(state).params, ...known({ denoise }), ...params },
    notes: [...notes, ...masked],
  };
}

function upscale(state: Fields): Cards {
  const { params, notes } = startPicture(state);
  const sharpen = card(state, "Sharpen");
  const isSharpened = flagIn(find(state, "IsSharpenEnabled")) ?? flagIn(find(sharpen, "IsEnabled")) ?? false;
  const isScaled = flagIn(find(state, "IsUpscaleEnabled")) ?? true;
  const scaling = isScaled ? upscalingIn(card(state, "Upscaler")) : undefined;
  const sharpening = readAll(sharpen, {
    sharpenRadius: ["number", "SharpenRadius", "Radius"],
    sharpenSigma: ["number", "Sigma"],
    sharpenAlpha: ["number", "Alpha"],
  });
  return {
    params: { ...params, ...(scaling ?? { scale: 1 }), ...(isSharpened && { sharpen: true, ...sharpening }) },
    notes,
  };
}

function stableVideo(state: Fields): Cards {
  const { params, notes } = startPicture(state);
  const conditioning = readAll(card(state, "Conditioning") ?? card(state, "SvdImgToVidConditioning"), {
    ...sizes,
    frames: ["number", "NumFrames", "VideoFrames", "Frames"],
    motion: ["number", "MotionBucketId", "Motion"],
    modelFps: ["number", "Fps"],
    augmentation: ["number", "AugmentationLevel", "Augmentation"],
    minCfg: ["number", "MinCfg"],
  });
  return {
    params: {
      ...without(checkpointIn(state), "vae", "clipSkip", "refiner", "refinerSteps", "nf4"),
      ...conditioning,
      // The sampler's size counts there, whatever the conditioning says.
      ...samplerIn(state),
      ...seedIn(state),
      ...readAll(card(state, "VideoOutput"), videoOutput),
      ...params,
    },
    notes,
  };
}

function flux(state: Fields): Cards {
  const { cfg, ...sampling } = samplerIn(state);
  const guidance = cfg === undefined ? {} : { guidance: cfg };
  const params = {
    ...promptsIn(state),
    ...partsIn(state),
    ...sampling,
    ...guidance,
    ...seedIn(state),
    ...batchIn(state),
  };
  return { params: without(params, "negative", "shift", "clipVision"), notes: [] };
}

const wan = (state: Fields): Cards => ({
  params: {
    ...promptsIn(state),
    ...partsIn(state),
    ...samplerIn(state),
    ...readAll(card(state, "Sampler"), { frames: ["number", "Length", "Frames"] }),
    ...seedIn(state),
    ...batchIn(state),
    ...readAll(card(state, "VideoOutput"), videoOutput),
  },
  notes: [],
});

function wanImage(state: Fields): Cards {
  const { params, notes } = startPicture(state);
  return { params: { ...wan(state).params, ...params }, notes };
}

/** Project types, without case and signs. */
export const panels: Readonly<Record<string, Panel>> = {
  texttoimage: { workflow: "txt2img", cards: textToImage },
  imagetoimage: { workflow: "img2img", cards: imageToImage },
  inpainting: { workflow: "img2img", cards: imageToImage },
  upscale: { workflow: "upscale", cards: upscale },
  imageupscale: { workflow: "upscale", cards: upscale },
  imagetovideo: { workflow: "svd", cards: stableVideo },
  fluxtexttoimage: { workflow: "flux", cards: flux },
  wantexttovideo: {
    workflow: "wan-text-to-video",
    cards: (state) => ({ ...wan(state), params: without(wan(state).params, "clipVision") }),
  },
  wanimagetovideo: { workflow: "wan-image-to-video", cards: wanImage },
};
