// The mean of the scene parameters at a noise level: the active conditioning, combined by classifier-free guidance.
import { sigmaAt } from "../steps/sigmas.js";
import { PARAMETERS, sceneVector } from "../scene/parameters.js";
import type { Conditioning, ConditioningEntry, Guider } from "../values/node-values.js";

/** The guidance scale (cfg) at which a prompt has its full effect. */
const NOMINAL_CFG = 7.5;
/** The embedded guidance (FluxGuidance) at which a prompt has its full effect. */
const NOMINAL_GUIDANCE = 3.5;

/**
 * Classifier-free guidance: negative + cfg * (positive - negative), applied to the effects of the prompts instead of to
 * predicted noise.
 */
export function guidedMean(guider: Guider, sigma: number): Float64Array {
  const { model, positive, negative, cfg } = guider;
  const [toward, away] = [evidenceAt(positive, sigma), evidenceAt(negative, sigma)];
  const nominal = model.nominalCfg ?? NOMINAL_CFG;
  const guided = cfg > 0 && cfg <= 1 ? embeddedGuidance(guider) : undefined;
  const scale = (guided === undefined ? cfg : guided * nominal) * (model.gain ?? 1);
  return sceneVector(model.style).map((style, k) => {
    const [to, from] = [toward[k] as number, away[k] as number];
    return style + (from + scale * (to - from)) / nominal;
  });
}

/** The factor of the embedded guidance, which replaces a cfg of at most 1; undefined for a model without embedded guidance. */
function embeddedGuidance({ model, positive }: Guider): number | undefined {
  const guidance = positive.find((entry) => entry.guidance !== undefined)?.guidance;
  if (guidance !== undefined) return guidance / NOMINAL_GUIDANCE;
  return model.nominalCfg === undefined ? undefined : 1;
}

/** The weighted mean of the entries that are active at this noise level. */
function evidenceAt(conditioning: Conditioning, sigma: number): Float64Array {
  const active = conditioning.filter((entry) => isActive(entry, sigma));
  const total = active.reduce((sum, { strength = 1 }) => sum + strength, 0);
  const mean = new Float64Array(PARAMETERS);
  if (total <= 0) return mean;
  return mean.map((_, k) =>
    active.reduce((sum, { evidence, strength = 1 }) => sum + ((evidence[k] as number) * strength) / total, 0),
  );
}

function isActive({ startPercent = 0, endPercent = 1 }: ConditioningEntry, sigma: number): boolean {
  const [first, last] = [startPercent <= 0 ? Infinity : sigmaAt(1 - startPercent), sigmaAt(1 - endPercent)];
  return sigma <= first && sigma >= last;
}
