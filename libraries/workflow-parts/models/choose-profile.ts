// The profile that a person's settings ask for: named, read from the model's file name, or made of their own parts.

import { invalidSetting } from "../invalid-setting.js";
import { profileOf } from "./profile-of.js";
import { profiles, type ModelProfile, type ProfileId } from "./profiles.js";

/** What of the settings decides; the names are those that templates give them. */
export interface ProfileSettings {
  readonly profile: "auto" | ProfileId;
  readonly diffusionModel?: string;
  readonly encoder1?: string;
  readonly encoder2?: string;
  readonly encoder3?: string;
  readonly encoder4?: string;
  readonly encoderType?: string;
}

/** The encoders that the person named, by slot; an empty name is none. */
export const namedEncoders = (settings: ProfileSettings): readonly (string | undefined)[] =>
  [settings.encoder1, settings.encoder2, settings.encoder3, settings.encoder4].map((file) =>
    file === "" ? undefined : file,
  );

/** The type of encoders that come in this number, where the person names none. */
const typesByCount = ["stable_diffusion", "stable_diffusion", "flux", "sd3", "hidream"];

/** Whose way of sampling models with these encoders share; that of the others is Flux's. */
const alike: ReadonlyMap<string, ModelProfile> = new Map([
  ["stable_diffusion", profiles.checkpoint],
  ["lumina2", profiles["z-image"]],
  ["flux2", profiles.flux2],
]);

/** Types whose models are shifted as AuraFlow is; the others as SD3. */
const likeAuraFlow = new Set(["lumina2", "qwen_image"]);

/**
 * A model of no known family: the type of its encoders decides how it is sampled. Nothing is picked for it, and its
 * schedule is moved only on request.
 */
export function customProfile(encoderType: string): ModelProfile {
  const { latent, path, sigmas, recommended, traits } = alike.get(encoderType) ?? profiles.flux;
  const shift = {
    class: likeAuraFlow.has(encoderType) ? "ModelSamplingAuraFlow" : "ModelSamplingSD3",
  } as const;
  return {
    ...{ id: "custom", encoderType, encoders: [], latent, path, sigmas, recommended, shift },
    ...(traits !== undefined && { traits }),
  };
}

/** Flux.2 comes with encoders of several sizes; the model's name says which. */
function encoderOfFlux2(file = ""): string {
  const name = file.toLowerCase();
  if (name.includes("9b")) return "qwen_3_8b";
  return name.includes("dev") ? "mistral" : "qwen_3_4b";
}

/**
 * `auto` is the profile that the diffusion model's name tells, and `checkpoint` without one: a checkpoint brings its
 * parts along, whatever it is called. Throws SETTINGS_INVALID for the profile `checkpoint` beside a diffusion model.
 */
export function chooseProfile(settings: ProfileSettings, workflow: string): ModelProfile {
  const { profile, diffusionModel, encoderType } = settings;
  const automatic = diffusionModel === undefined ? "checkpoint" : profileOf(diffusionModel);
  const id = profile === "auto" ? automatic : profile;
  if (id === "checkpoint" && diffusionModel !== undefined) {
    const expected = "another profile than checkpoint beside diffusionModel";
    throw invalidSetting({ workflow, setting: "profile", expected, found: '"checkpoint"' });
  }
  const count = namedEncoders(settings).filter((file) => file !== undefined).length;
  if (id === "custom") return customProfile(encoderType ?? typesByCount[count] ?? "flux");
  const known = profiles[id];
  const typed = encoderType === undefined ? known : { ...known, encoderType };
  return id === "flux2" ? { ...typed, encoders: [encoderOfFlux2(diffusionModel)] } : typed;
}
