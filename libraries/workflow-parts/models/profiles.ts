// What each family of models needs: encoders, VAE, latent, way of sampling, and values worth starting with.

import type { ModelTraits, Sampling } from "@pictor/kernel/plugin";

export const profileIds = [
  "checkpoint",
  "flux",
  "flux2",
  "z-image",
  "z-image-turbo",
  "anima",
  "hidream",
  "custom",
] as const;
export type ProfileId = (typeof profileIds)[number];

/** Node classes that make an empty latent from width, height and batch_size. */
export type EmptyLatentClass = "EmptyLatentImage" | "EmptySD3LatentImage" | "EmptyFlux2LatentImage";

/** A patch that moves the noise schedule; each takes `model` and `shift`. */
export type ShiftClass = "ModelSamplingAuraFlow" | "ModelSamplingSD3";

/** What is sampled with where the person says nothing. */
export interface Recommended {
  readonly sampler: string;
  readonly scheduler: string;
  readonly steps: number;
  readonly cfg: number;
  /** Guidance embedded in the positive conditioning; absent where the family takes none. */
  readonly guidance?: number;
}

export interface ModelProfile {
  readonly id: ProfileId;
  /** Type that CLIPLoader and DualCLIPLoader are told. */
  readonly encoderType: string;
  /** One plain name for each encoder: the file that is looked for where the person names none. */
  readonly encoders: readonly string[];
  /** As `encoders`. Absent where the person must name it. */
  readonly vae?: string;
  readonly latent: EmptyLatentClass;
  readonly path: NonNullable<Sampling["path"]>;
  readonly sigmas: NonNullable<Sampling["sigmas"]>;
  /** `value` is absent where the schedule is moved on request only. */
  readonly shift?: { readonly class: ShiftClass; readonly value?: number };
  /** Absent where it depends on the file. */
  readonly traits?: ModelTraits;
  readonly recommended: Recommended;
}

const sd3Latent = "EmptySD3LatentImage";
const flowing = { blocks: "transformer", noise: "continuous" } as const;
const guidable: ModelTraits = { ...flowing, takesGuidance: true };
const unguidable: ModelTraits = { ...flowing, takesGuidance: false };
const guided: Recommended = { sampler: "euler", scheduler: "simple", steps: 20, cfg: 1, guidance: 3.5 };

const checkpoint: ModelProfile = {
  id: "checkpoint",
  encoderType: "stable_diffusion",
  encoders: [],
  latent: "EmptyLatentImage",
  path: "sampler",
  sigmas: "scheduler",
  recommended: { sampler: "euler_ancestral", scheduler: "normal", steps: 20, cfg: 5 },
};

const zImage: ModelProfile = {
  id: "z-image",
  encoderType: "lumina2",
  encoders: ["qwen_3_4b"],
  vae: "ae",
  latent: sd3Latent,
  path: "sampler",
  sigmas: "scheduler",
  shift: { class: "ModelSamplingAuraFlow", value: 3 },
  traits: unguidable,
  recommended: { sampler: "res_multistep", scheduler: "simple", steps: 30, cfg: 4 },
};

/** Every family but `custom`, which depends on the type of the encoders. */
export const profiles: Readonly<Record<Exclude<ProfileId, "custom">, ModelProfile>> = {
  checkpoint,
  flux: {
    id: "flux",
    encoderType: "flux",
    encoders: ["clip_l", "t5xxl"],
    vae: "ae",
    latent: sd3Latent,
    path: "guider",
    sigmas: "scheduler",
    traits: guidable,
    recommended: guided,
  },
  flux2: {
    id: "flux2",
    encoderType: "flux2",
    encoders: ["qwen_3_4b"],
    vae: "flux2_vae",
    latent: "EmptyFlux2LatentImage",
    path: "guider",
    sigmas: "flux2",
    traits: guidable,
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
    traits: unguidable,
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
    traits: guidable,
    recommended: guided,
  },
};
