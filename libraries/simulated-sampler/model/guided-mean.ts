// The mean of the scene parameters at a noise level: the active conditioning, combined by classifier-free guidance.
import { sigmaAt } from "../sampler/sigma-table.js";
import { PARAMETERS, sceneVector } from "../scene/scene-parameters.js";
import type { Conditioning, ConditioningEntry, Guider } from "./node-values.js";

/** The guidance scale (cfg) at which a prompt has its full effect. */
const NOMINAL_CFG = 7.5;
/** The embedded guidance (FluxGuidance) at which a prompt has its full effect. */
const NOMINAL_GUIDANCE = 3.5;

/**
 * Classifier-free guidance: negative + cfg * (positive - negative), applied to the effects of the prompts instead of to
 * predicted noise.
 */
export function guidedMean(guider: Guider, cfg: number, sigma: number): Float64Array {
  const { model, positive, negative } = guider;
  const mean = sceneVector({ presence: 1, ...model.style });
  const [toward, away] = [evidenceAt(positive, sigma), evidenceAt(negative, sigma)];
  const nominal = model.nominalCfg ?? NOMINAL_CFG;
  const guided = cfg > 0 && cfg <= 1 ? embeddedGuidance(guider) : undefined;
  const scale = (guided === undefined ? cfg : guided * nominal) * (model.gain ?? 1);
  for (let k = 0; k < PARAMETERS; k += 1) {
    const [to, from] = [toward[k] as number, away[k] as number];
    mean[k] = (mean[k] as number) + (from + scale * (to - from)) / nominal;
  }
  return mean;
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

function isActive({ startPercent = 0, endPercent = 1 }: ConditioningEntry, sigma: number): boolean {
  const sigmaAtPercent = (percent: number): number =>
    percent <= 0 ? Infinity : percent >= 1 ? 0 : sigmaAt(999 * (1 - percent));
  return sigma <= sigmaAtPercent(startPercent) && sigma >= sigmaAtPercent(endPercent);
}
