// Checks that a feature makes on a draft before it changes the draft; a failed check says why the feature does not apply.

import { fault } from "@pictor/kernel/plugin";
import type { BuildContext, ModelPrefix, PictorError, Sampling, WorkflowDraft } from "@pictor/kernel/plugin";

/** Builds the error of a feature that cannot be used on a draft. `reason` follows a colon and has no full stop. */
export const notApplicableError = (
  { feature, workflow }: Pick<BuildContext, "feature" | "workflow">,
  reason: string,
  advice = "Leave the feature out for this workflow.",
): PictorError => fault("FEATURE_NOT_APPLICABLE", { feature: feature?.id ?? "", workflow, reason, advice });

/** The settings of the running feature, already validated. `Settings` is the type generated from the feature's schema. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- a named cast, safe because of the schema check
export const featureSettings = <Settings extends object>({
  feature,
}: Pick<BuildContext, "feature">): Settings => (feature?.settings ?? {}) as Settings;

/** Cursor prefixes of the loaded models: `""`, and `"refiner."` if there is a refiner. Throws when no model is loaded. */
export function loadedModelPrefixes(draft: WorkflowDraft, context: BuildContext): readonly ModelPrefix[] {
  const loaded = (["", "refiner."] as const).filter(
    (prefix) => draft.anchors[`${prefix}model`] !== undefined,
  );
  if (loaded.length === 0)
    throw notApplicableError(context, 'the workflow offers no model to features (it sets no cursor "model")');
  return loaded;
}

/** The ending of the ids of a model's nodes. */
export const modelSuffix = (prefix: ModelPrefix): "Base" | "Refiner" => (prefix === "" ? "Base" : "Refiner");

/** The sampling settings of the draft. Throws when the workflow samples nothing. */
export function requireSampling({ sampling }: WorkflowDraft, context: BuildContext): Sampling {
  if (sampling === undefined)
    throw notApplicableError(context, "the workflow has no sampling settings that a feature could change");
  return sampling;
}

/** The image size of the draft. Throws when the template does not know it. */
export function requireSize({ size }: WorkflowDraft, context: BuildContext) {
  if (size === undefined)
    throw notApplicableError(context, "the workflow does not state the size of its image");
  return size;
}

/** A check of a draft: throws FEATURE_NOT_APPLICABLE when the feature cannot be used on it. */
export type Requirement = (draft: WorkflowDraft, context: BuildContext) => void;

const refuseWhen =
  (isUnsuitable: (draft: WorkflowDraft) => boolean, reason: string): Requirement =>
  (draft, context) => {
    if (isUnsuitable(draft)) throw notApplicableError(context, reason);
  };

/** Refuses videos: a feature that treats each image alone would destroy the coherence between frames. */
export const requireStillImages = refuseWhen(
  ({ medium }) => medium === "video",
  "the workflow makes a video, whose frames belong together",
);
/** Refuses diffusion transformers, which have no UNet to patch. */
export const requireUnet = refuseWhen(
  ({ traits }) => traits?.blocks === "transformer",
  "the model is a transformer, and the feature patches the UNet of a Stable Diffusion 1.5 or SDXL checkpoint",
);
/** Refuses diffusion transformers and video models: for patches of a UNet that makes still images. */
export const requireImageUnet = refuseWhen(
  ({ traits, medium }) => traits?.blocks === "transformer" || medium === "video",
  "the feature patches the UNet of a Stable Diffusion 1.5 or SDXL checkpoint, and the model is of another kind",
);
/** Refuses models with continuous noise levels (flow matching, EDM). */
export const requireDiscreteNoise = refuseWhen(
  ({ traits }) => traits?.noise === "continuous",
  "the model has continuous noise levels, and the feature sets the discrete ones of Stable Diffusion 1.5 and SDXL",
);
/** Requires classifier-free guidance that a patch of the model can change. */
export const requireCfg: Requirement = (draft, context) => {
  if (draft.traits?.hasOwnGuidance === true)
    throw notApplicableError(context, "each frame has a cfg of its own, which the feature would replace");
  const { path, guidance } = requireSampling(draft, context);
  if (path === "guider" && guidance !== undefined)
    throw notApplicableError(context, "the guider takes no negative prompt, so there is no cfg to change");
};
/** Requires a text encoder whose conditioning comes from the prompt alone. */
export const requireTextEncoder: Requirement = (draft, context) => {
  requireSampling(draft, context);
  if (draft.traits?.encodesTogether === true)
    throw notApplicableError(context, "the workflow encodes the prompt together with its images");
  if (draft.anchors.clip === undefined) throw notApplicableError(context, "the model has no text encoder");
};
/** Refuses a transparent image, whose alpha channel a sampler or an upscale model would drop. */
export const requireOpaqueImage: Requirement = (draft, context) => {
  if (draft.isTransparent !== true) return;
  throw notApplicableError(
    context,
    "the image is already transparent, and a sampler or an upscale model would drop the transparency",
    "Name the feature before the one that makes the image transparent.",
  );
};
/** Requires sampling that starts from an empty latent, for a feature that replaces the start latent. */
export const requireEmptyLatent: Requirement = (draft, context) => {
  requireSampling(draft, context);
  if (draft.primary !== undefined || draft.mask !== undefined)
    throw notApplicableError(context, "sampling starts from an image, which the feature would replace");
};
