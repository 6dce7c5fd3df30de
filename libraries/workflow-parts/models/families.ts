// The model families: text encoders, VAE and latent that each one needs, how it is sampled, and recommended settings.

import type { ModelTraits, Sampling } from "@pictor/kernel/plugin";

/** Ids of the families, as the setting `family` names them. */
export type FamilyId =
  "checkpoint" | "flux" | "flux2" | "z-image" | "z-image-turbo" | "anima" | "hidream" | "custom";

/** Node classes that make an empty latent from `width`, `height` and `batch_size`. */
export type EmptyLatentClass = "EmptyLatentImage" | "EmptySD3LatentImage" | "EmptyFlux2LatentImage";

/** Node classes that shift the noise schedule of a model; each takes `model` and `shift`. */
export type ShiftClass = "ModelSamplingAuraFlow" | "ModelSamplingSD3";

/** Values of the sampling settings that the user does not give. */
export interface RecommendedSampling {
  readonly sampler: string;
  readonly scheduler: string;
  readonly steps: number;
  readonly cfg: number;
  /** Guidance embedded in the positive conditioning; absent for a family that takes none. */
  readonly guidance?: number;
}

/** The properties of a model family. */
export interface ModelFamily {
  readonly id: FamilyId;
  /** Value of the input `type` of CLIPLoader and DualCLIPLoader. */
  readonly encoderType: string;
  /** A short name for each text encoder, by which its file is found when the user names none. */
  readonly encoders: readonly string[];
  /** Short name of the VAE, as in `encoders`; absent when the user must name the file. */
  readonly vae?: string;
  readonly latent: EmptyLatentClass;
  readonly path: NonNullable<Sampling["path"]>;
  readonly sigmas: NonNullable<Sampling["sigmas"]>;
  /** `value` is the default shift; absent when the schedule is shifted only on request. */
  readonly shift?: { readonly class: ShiftClass; readonly value?: number };
  /** The traits of the model; absent when they depend on the file. */
  readonly traits?: ModelTraits;
  readonly recommended: RecommendedSampling;
}

const sd3Latent = "EmptySD3LatentImage";
const flowTransformer = { blocks: "transformer", noise: "continuous" } as const;
const takesGuidance: ModelTraits = { ...flowTransformer, takesGuidance: true };
const takesNoGuidance: ModelTraits = { ...flowTransformer, takesGuidance: false };
const fluxSampling: RecommendedSampling = {
  sampler: "euler",
  scheduler: "simple",
  steps: 20,
  cfg: 1,
  guidance: 3.5,
};

const checkpoint: ModelFamily = {
  id: "checkpoint",
  encoderType: "stable_diffusion",
  encoders: [],
  latent: "EmptyLatentImage",
  path: "sampler",
  sigmas: "scheduler",
  recommended: { sampler: "euler_ancestral", scheduler: "normal", steps: 20, cfg: 5 },
};

const zImage: ModelFamily = {
  id: "z-image",
  encoderType: "lumina2",
  encoders: ["qwen_3_4b"],
  vae: "ae",
  latent: sd3Latent,
  path: "sampler",
  sigmas: "scheduler",
  shift: { class: "ModelSamplingAuraFlow", value: 3 },
  traits: takesNoGuidance,
  recommended: { sampler: "res_multistep", scheduler: "simple", steps: 30, cfg: 4 },
};

/** All families but `custom`, which `customFamily` derives from the encoder type. */
export const families: Readonly<Record<Exclude<FamilyId, "custom">, ModelFamily>> = {
  checkpoint,
  flux: {
    id: "flux",
    encoderType: "flux",
    encoders: ["clip_l", "t5xxl"],
    vae: "ae",
    latent: sd3Latent,
    path: "guider",
    sigmas: "scheduler",
    traits: takesGuidance,
    recommended: fluxSampling,
  },
  flux2: {
    id: "flux2",
    encoderType: "flux2",
    encoders: ["qwen_3_4b"],
    vae: "flux2_vae",
    latent: "EmptyFlux2LatentImage",
    path: "guider",
    sigmas: "flux2",
    traits: takesGuidance,
    recommended: { sampler: "euler", scheduler: "simple", steps: 20, cfg: 5 },
  },
  "z-image": zImage,
  "z-image-turbo": {
    ...zImage,
    id: "z-image-turbo",
    recommended: { ...zImage.recommended, steps: 8, cfg: 1 },
  },
  anima: {
    id: "anima",
    encoderType: "stable_diffusion",
    encoders: ["qwen_3_06b"],
    vae: "qwen_image_vae",
    latent: "EmptyLatentImage",
    path: "sampler",
    sigmas: "scheduler",
    traits: takesNoGuidance,
    recommended: { sampler: "er_sde", scheduler: "simple", steps: 30, cfg: 4 },
  },
  hidream: {
    id: "hidream",
    encoderType: "hidream",
    encoders: ["clip_l", "clip_g", "t5xxl", "llama"],
    vae: "ae",
    latent: sd3Latent,
    path: "guider",
    sigmas: "scheduler",
    shift: { class: "ModelSamplingSD3", value: 3 },
    traits: takesGuidance,
    recommended: fluxSampling,
  },
};
