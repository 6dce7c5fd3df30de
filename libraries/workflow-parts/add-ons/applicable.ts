// What add-ons ask of a draft first: is there what they work on? If not, they say why.

import { fault } from "@pictor/kernel/plugin";
import type { BuildContext, ModelPrefix, PictorError, Sampling, WorkflowDraft } from "@pictor/kernel/plugin";

/** The error of an add-on that makes no sense with a draft. `reason` goes on behind a colon, without a full stop. */
export const notApplicable = (
  { feature, workflow }: Pick<BuildContext, "feature" | "workflow">,
  reason: string,
  advice = "Leave it out for this workflow.",
): PictorError => fault("FEATURE_NOT_APPLICABLE", { feature: feature?.id ?? "", workflow, reason, advice });

/** The add-on's own settings, validated against its schema before: `Settings` is the type that is generated from it. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- a cast with a name; the schema vouches for it
export const settingsOf = <Settings extends object>({ feature }: Pick<BuildContext, "feature">): Settings =>
  (feature?.settings ?? {}) as Settings;

/** The models that the draft has loaded: `""`, and `"refiner."` where there is a second one. Throws when it has none. */
export function loadedModels(draft: WorkflowDraft, context: BuildContext): readonly ModelPrefix[] {
  const loaded = (["", "refiner."] as const).filter(
    (prefix) => draft.anchors[`${prefix}model`] !== undefined,
  );
  if (loaded.length === 0)
    throw notApplicable(context, 'it offers add-ons no model (its template sets no cursor "model")');
  return loaded;
}

/** `Base` or `Refiner`, the word that ids of nodes end in. */
export const modelName = (prefix: ModelPrefix): "Base" | "Refiner" => (prefix === "" ? "Base" : "Refiner");

/** How the draft will be sampled. Throws when nothing is sampled. */
export function samplingOf({ sampling }: WorkflowDraft, context: BuildContext): Sampling {
  if (sampling === undefined) throw notApplicable(context, "it leaves no sampling settings to add-ons");
  return sampling;
}

/** A check of a draft: throws when the add-on makes no sense with it. */
export type Requirement = (draft: WorkflowDraft, context: BuildContext) => void;

const refuseWhen =
  (isSo: (draft: WorkflowDraft) => boolean, reason: string): Requirement =>
  (draft, context) => {
    if (isSo(draft)) throw notApplicable(context, reason);
  };

/** What works picture by picture would tear the frames of a film apart. */
export const requireImages = refuseWhen(
  ({ medium }) => medium === "video",
  "it makes a video, whose frames belong together",
);
export const requireUnet = refuseWhen(
  ({ traits }) => traits?.blocks === "transformer",
  "its model is a transformer, and this works on the UNet of a Stable Diffusion 1.5 or SDXL checkpoint",
);
/** The same for what patches the UNet while it makes pictures. */
export const requirePictureUnet = refuseWhen(
  ({ traits, medium }) => traits?.blocks === "transformer" || medium === "video",
  "this works on the UNet of a Stable Diffusion 1.5 or SDXL checkpoint, and its model is of another kind",
);
export const requireDiscreteNoise = refuseWhen(
  ({ traits }) => traits?.noise === "continuous",
  "its model has continuous noise levels, and this sets the discrete ones of Stable Diffusion 1.5 and SDXL",
);
/** Classifier-free guidance that a patch can change. */
export const requireGuidance: Requirement = (draft, context) => {
  if (draft.traits?.hasOwnGuidance === true)
    throw notApplicable(context, "its frames have a cfg of their own each, which this would replace");
  const { path, guidance } = samplingOf(draft, context);
  if (path === "guider" && guidance !== undefined)
    throw notApplicable(context, "its guider knows no negative prompt, so there is no cfg to change");
};
/** A text encoder whose conditioning stands for the prompt alone. */
export const requireTextEncoder: Requirement = (draft, context) => {
  samplingOf(draft, context);
  if (draft.traits?.encodesTogether === true)
    throw notApplicable(context, "it encodes the prompt together with its pictures");
  if (draft.anchors.clip === undefined) throw notApplicable(context, "its model has no text encoder");
};
/** A picture without transparency, which what samples or restores it would lose. */
export const requireOpaque: Requirement = (draft, context) => {
  if (draft.isTransparent !== true) return;
  const advice = "Name it before the add-on that makes the picture transparent.";
  throw notApplicable(
    context,
    "the picture is transparent already, and sampling or restoring it by a model would lose that",
    advice,
  );
};
/** A start that is still to be made. */
export const requireEmptyStart: Requirement = (draft, context) => {
  samplingOf(draft, context);
  if (draft.primary !== undefined || draft.mask !== undefined)
    throw notApplicable(context, "its sampling starts from a picture, which would be lost");
};
