// The gate: before anything is sent, checks that the backend has the required extensions, or installs them with the
// consent of the user.

import { hasProjectLock } from "@pictor/extensions/project-lock";
import { PictorError, type BeforeFirstBatch, type Clock, type Veto } from "@pictor/kernel/plugin";
import { requirementsFor, findLockDrift } from "./provider-requirements.js";
import type { Gate } from "./check-context.js";
import { checkMembers } from "./check-members.js";
import { fetchCatalog, isIdle } from "./server-catalog.js";
import { settle } from "./settle-requirements.js";
import type { Config } from "./settings.gen.js";
import { collectRequirements, unexplained } from "./collect-requirements.js";

async function check(gate: Gate): Promise<Veto | undefined> {
  const { plan, context, config } = gate;
  const needed = collectRequirements(plan.drafts);
  const { members } = context.backend.facets;
  if (members !== undefined) return checkMembers(gate, members, needed);
  const isListed = context.backend.facets.extensions !== undefined;
  const canLookUp = isListed && config.unknownClasses === "look-up";
  const isLocked = isListed && config.lock !== "off" && (await hasProjectLock(context.project));
  if (needed.required.length === 0 && !canLookUp && !isLocked) return undefined;
  // Extensions are installed before the server starts, so that it need not be restarted.
  if (needed.required.length > 0 && (await isIdle(gate))) {
    const veto = await settle(gate, needed.required, undefined);
    if (veto !== undefined) return veto;
  }
  const catalog = await fetchCatalog(gate, needed);
  const { lacking, present } = unexplained(needed, catalog);
  const more = canLookUp && lacking.length > 0 ? await requirementsFor(gate, lacking, needed.required) : [];
  const drifted = isLocked ? await findLockDrift(gate, present, catalog) : [];
  const required = [...needed.required, ...more, ...drifted];
  return required.length === 0 ? undefined : settle(gate, required, catalog);
}

/** Converts errors about extensions to a veto, because nothing of the generation has been sent. */
const asVeto = (error: unknown): Veto => {
  if (!(error instanceof PictorError) || !error.code.startsWith("EXTENSION_")) throw error;
  return { kind: "veto", code: error.code, message: error.what, hint: error.hint };
};

export function createCheck(config: Config, clock: Clock): BeforeFirstBatch {
  const accepted = new Set<string>();
  return (plan, context) =>
    check({ plan, context, clock, config, accepted, lockedByCheck: new Map() }).catch(asVeto);
}
