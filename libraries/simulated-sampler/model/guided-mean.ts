// What the model believes about the scene at a noise level: texts, weighted and in their time, under guidance.
import { sigmaAt } from "../sampler/sigma-table.js";
import { PARAMETERS, sceneVector } from "../scene/scene-parameters.js";
import type { Conditioning, ConditioningEntry, Guider } from "./node-values.js";

/** A prompt's evidence counts fully at this guidance scale. */
const NOMINAL_CFG = 7.5;
/** The guidance that texts carry for models without a negative prompt counts fully here. */
const NOMINAL_GUIDANCE = 3.5;

/** Classifier-free guidance on the evidence: away from the negative prompt, through the positive one and beyond. */
export function beliefOf(guider: Guider, cfg: number, sigma: number): { readonly mean: Float64Array } {
  const { model, positive, negative } = guider;
  const mean = sceneVector({ presence: 1, ...model.style });
  const [toward, away] = [evidenceAt(positive, sigma), evidenceAt(negative, sigma)];
  const nominal = model.nominalCfg ?? NOMINAL_CFG;
  const guided = cfg > 0 && cfg <= 1 ? ownGuidance(guider) : undefined;
  const scale = (guided === undefined ? cfg : guided * nominal) * (model.gain ?? 1);
  for (let k = 0; k < PARAMETERS; k += 1) {
    const [to, from] = [toward[k] as number, away[k] as number];
    mean[k] = (mean[k] as number) + (from + scale * (to - from)) / nominal;
  }
  return { mean };
}

/** How much the texts' own guidance counts where nothing else guides; undefined for models that know none. */
function ownGuidance({ model, positive }: Guider): number | undefined {
  const guidance = positive.find((entry) => entry.guidance !== undefined)?.guidance;
  if (guidance !== undefined) return guidance / NOMINAL_GUIDANCE;
  return model.nominalCfg === undefined ? undefined : 1;
}

/** The weighted mean of the texts that count at this noise level. */
function evidenceAt(conditioning: Conditioning, sigma: number): Float64Array {
  const active = conditioning.filter((entry) => counts(entry, sigma));
  const [only] = active;
  if (only && active.length === 1) return only.evidence;
  const total = active.reduce((sum, { strength = 1 }) => sum + strength, 0);
  const mean = new Float64Array(PARAMETERS);
  if (total <= 0) return mean;
  for (const { evidence, strength = 1 } of active) {
    for (let k = 0; k < PARAMETERS; k += 1) {
      mean[k] = (mean[k] as number) + ((evidence[k] as number) * strength) / total;
    }
  }
  return mean;
}

function counts({ from = 0, until = 1 }: ConditioningEntry, sigma: number): boolean {
  const level = (place: number): number =>
    place <= 0 ? Infinity : place >= 1 ? 0 : sigmaAt(999 * (1 - place));
  return sigma <= level(from) && sigma >= level(until);
}
