// Chooses the model family (set by the user, detected from the file name, or derived from the encoder type) and its files.

import type { BuildContext } from "@pictor/kernel/plugin";
import { invalidSettingError } from "../invalid-setting.js";
import { detectFamily } from "./detect-family.js";
import { families, type FamilyId, type ModelFamily } from "./families.js";
import {
  matchFileName,
  modelFileClasses,
  offeredFiles,
  textEncoderInput,
  vaeInput,
} from "./offered-files.js";

/** The settings that decide the family, under the names that templates give them. */
export interface FamilySettings {
  readonly family: "auto" | FamilyId;
  readonly diffusionModel?: string;
  readonly encoder1?: string;
  readonly encoder2?: string;
  readonly encoder3?: string;
  readonly encoder4?: string;
  readonly encoderType?: string;
}

/** The four text encoder settings, in order; an empty name counts as absent. */
export const listNamedEncoders = (settings: FamilySettings): readonly (string | undefined)[] =>
  [settings.encoder1, settings.encoder2, settings.encoder3, settings.encoder4].map((file) =>
    file === "" ? undefined : file,
  );

/** The encoder type that a number of text encoders (the index) implies when the user sets none. */
const typeByEncoderCount = ["stable_diffusion", "stable_diffusion", "flux", "sd3", "hidream"];

/** Encoder types whose models are sampled like a known family; all others are sampled like Flux. */
const familyByEncoderType: ReadonlyMap<string, ModelFamily> = new Map([
  ["stable_diffusion", families.checkpoint],
  ["lumina2", families["z-image"]],
  ["flux2", families.flux2],
]);

/** Encoder types whose models are shifted by ModelSamplingAuraFlow; all others are shifted by ModelSamplingSD3. */
const auraFlowEncoderTypes = new Set(["lumina2", "qwen_image"]);

/**
 * The family of a model that belongs to no known family: the encoder type decides how it is sampled. The user names
 * its files, and its noise schedule is shifted only on request.
 */
export function customFamily(encoderType: string): ModelFamily {
  const similar = familyByEncoderType.get(encoderType) ?? families.flux;
  const { latent, path, sigmas, recommended, traits } = similar;
  const shift = {
    class: auraFlowEncoderTypes.has(encoderType) ? "ModelSamplingAuraFlow" : "ModelSamplingSD3",
  } as const;
  return {
    id: "custom",
    encoderType,
    encoders: [],
    latent,
    path,
    sigmas,
    recommended,
    shift,
    ...(traits !== undefined && { traits }),
  };
}

/** Flux.2 models differ in their text encoder; the name of the model file determines which one they use. */
function flux2Encoder(modelFile = ""): string {
  const name = modelFile.toLowerCase();
  if (name.includes("9b")) return "qwen_3_8b";
  return name.includes("dev") ? "mistral" : "qwen_3_4b";
}

/**
 * The family that the settings ask for. `auto` detects it from the name of the diffusion model and is `checkpoint`
 * without one. Throws SETTINGS_INVALID for the family `checkpoint` together with a diffusion model.
 */
export function chooseFamily(settings: FamilySettings, workflow: string): ModelFamily {
  const { family, diffusionModel, encoderType } = settings;
  const detected = diffusionModel === undefined ? "checkpoint" : detectFamily(diffusionModel);
  const id = family === "auto" ? detected : family;
  if (id === "checkpoint" && diffusionModel !== undefined) {
    const expected = "a family other than checkpoint, because diffusionModel is set";
    throw invalidSettingError({ workflow, setting: "family", expected, found: '"checkpoint"' });
  }
  const count = listNamedEncoders(settings).filter((file) => file !== undefined).length;
  if (id === "custom") return customFamily(encoderType ?? typeByEncoderCount[count] ?? "flux");
  const known = families[id];
  const typed = encoderType === undefined ? known : { ...known, encoderType };
  return id === "flux2" ? { ...typed, encoders: [flux2Encoder(diffusionModel)] } : typed;
}

/**
 * The family with file names of the backend in place of short names. `catalog` is called only when the settings leave
 * a file open, and never for a checkpoint, which contains its text encoders and VAE.
 */
export async function resolveFamilyFiles(
  family: ModelFamily,
  settings: FamilySettings & { readonly vae?: string },
  catalog: BuildContext["catalog"],
): Promise<ModelFamily> {
  if (settings.diffusionModel === undefined) return family;
  const named = listNamedEncoders(settings);
  const isComplete = family.encoders.every((_, index) => named[index] !== undefined);
  const needsVae = settings.vae === undefined && family.vae !== undefined;
  if (isComplete && !needsVae) return family;
  const known = await catalog({ classes: modelFileClasses });
  const encoders = offeredFiles(known, textEncoderInput);
  const vaes = offeredFiles(known, vaeInput);
  return {
    ...family,
    encoders: family.encoders.map((name) => matchFileName(name, encoders)),
    ...(family.vae !== undefined && { vae: matchFileName(family.vae, vaes) }),
  };
}
