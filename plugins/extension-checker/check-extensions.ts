// The gate: what all batches need of extensions is there, or is brought with the person's consent, before anything is sent.

import { PictorError, type BeforeFirstBatch, type Clock, type Veto } from "@pictor/kernel/plugin";
import { findLockDrift } from "./lock-requirements.js";
import type { Gate } from "./check-context.js";
import { hasLock } from "./lock-file.js";
import { requirementsFor } from "./provider-requirements.js";
import { catalogFor, isIdle } from "./server-catalog.js";
import { settle } from "./settle-requirements.js";
import type { Config } from "./settings.gen.js";
import { surveyOf, unexplained } from "./collect-requirements.js";

async function check(gate: Gate): Promise<Veto | undefined> {
  const { plan, context, config } = gate;
  const survey = surveyOf(plan.drafts);
  const isListed = context.backend.facets.extensions !== undefined;
  const canLookUp = isListed && config.unknownClasses === "look-up";
  const isLocked = isListed && config.lock !== "off" && (await hasLock(context.project));
  if (survey.required.length === 0 && !canLookUp && !isLocked) return undefined;
  // What a server needs is brought before it starts: then it need not be restarted.
  if (survey.required.length > 0 && (await isIdle(gate))) {
    const veto = await settle(gate, survey.required, undefined);
    if (veto !== undefined) return veto;
  }
  const catalog = await catalogFor(gate, survey);
  const { lacking, present } = unexplained(survey, catalog);
  const more = canLookUp && lacking.length > 0 ? await requirementsFor(gate, lacking, survey.required) : [];
  const drifted = isLocked ? await findLockDrift(gate, present, catalog) : [];
  const required = [...survey.required, ...more, ...drifted];
  return required.length === 0 ? undefined : settle(gate, required, catalog);
}

/** An extension's error is a clean no: nothing of the generation has reached the backend. */
const asVeto = (error: unknown): Veto => {
  if (!(error instanceof PictorError) || !error.code.startsWith("EXTENSION_")) throw error;
  return { kind: "veto", code: error.code, message: error.what, hint: error.hint };
};

export function createCheck(config: Config, clock: Clock): BeforeFirstBatch {
  const accepted = new Set<string>();
  return (plan, context) =>
    check({ plan, context, clock, config, accepted, lockedByCheck: new Map() }).catch(asVeto);
}
