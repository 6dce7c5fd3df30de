// One round: assess, ask for consent, change, restart, assess again. Ends with a veto, or with all requirements met.

import {
  describeClaim,
  describeCopies,
  describeStep,
  isSame,
  lockInstalled,
  withLocked,
  type Lock,
  type LockedExtension,
  type Step,
} from "@pictor/extensions";
import { changeProjectLock } from "@pictor/extensions/project-lock";
import {
  reasonOf,
  type Backend,
  type Catalog,
  type ExtensionRequirement,
  type Veto,
} from "@pictor/kernel/plugin";
import { accept, isAccepted, isAmong } from "./accepted-doubts.js";
import { applySteps, type AppliedStep } from "./apply-changes.js";
import { questionFor, type Answer, type Offer } from "./consent-question.js";
import { restartServer, afterFailure } from "./restart-server.js";
import type { Gate } from "./check-context.js";
import { assessExtensions, type Assessment } from "./assess-extensions.js";
import { offerFor } from "./change-offer.js";
import { freshCatalog, isIdle } from "./server-catalog.js";
import {
  brokenVeto,
  conflictVeto,
  declinedVeto,
  missingVeto,
  restartFailedVeto,
  restartVeto,
  stillMissingVeto,
} from "./vetoes.js";

/** Leaves out unverifiable extensions that the user has accepted before. */
const withoutAccepted = (assessment: Assessment, { accepted, context: { info } }: Gate): Assessment => ({
  ...assessment,
  unverifiable: assessment.unverifiable.filter((step) => !isAccepted(accepted, info.name, step)),
});

function reportCopies({ context: { report } }: Gate, { steps }: Assessment): void {
  for (const step of steps) {
    const [twice, claim] = [describeCopies(step), describeClaim(step)];
    if (twice !== undefined) report({ code: "EXTENSIONS_TWICE", message: twice });
    if (claim !== undefined) report({ code: "EXTENSIONS_CLAIMED", message: claim });
  }
}

/** The steps that would be possible with the consent of the user. */
const possibleSteps = ({ assessment, pinUpdates, updatable }: Offer, { facets }: Backend): readonly Step[] =>
  facets.extensions === undefined
    ? []
    : [
        ...assessment.changes.filter(({ kind }) => kind !== "restart" || facets.lifecycle !== undefined),
        ...pinUpdates,
        ...updatable,
      ];

/** Returns a veto if a requirement is missing and cannot be installed. Asks the user only if there is something to decide. */
async function askForConsent(gate: Gate, assessment: Assessment): Promise<Answer | Veto> {
  const { context, accepted } = gate;
  const { backend, info, interaction, report } = context;
  const { conflicts, broken, changes, unverifiable, pinUpdates } = assessment;
  if (conflicts.length > 0) return conflictVeto(info.name, conflicts);
  if (broken.length > 0 && changes.length === 0) return brokenVeto(info.name, broken, backend.facets);
  if (changes.length + unverifiable.length + pinUpdates.length === 0) return { kind: "go-on" };
  const facet = backend.facets.extensions;
  if (facet === undefined && changes.length > 0)
    return missingVeto(
      info.name,
      changes,
      "Extensions of this backend cannot be inspected or changed from here",
    );
  const offer: Offer | Veto =
    facet === undefined
      ? { assessment, sources: new Map(), updatable: [], pinUpdates: [], willRestart: "by-hand" }
      : await offerFor(gate, facet, assessment);
  if ("code" in offer) return offer;
  if (changes.length + unverifiable.length + offer.pinUpdates.length === 0) return { kind: "go-on" };
  const { question, answerOf } = questionFor(offer, gate);
  const answer = answerOf(await interaction.ask(question));
  context.signal.throwIfAborted();
  if (answer.kind === "stop") {
    const open = [...changes, ...unverifiable, ...offer.pinUpdates];
    return declinedVeto(info.name, open, possibleSteps(offer, backend), offer.sources);
  }
  if (answer.kind === "go-on") {
    for (const step of pinUpdates) report({ code: "EXTENSIONS_NOT_LOCKED", message: describeStep(step) });
  }
  const kept =
    answer.kind === "do" ? unverifiable.filter((step) => !answer.steps.includes(step)) : unverifiable;
  accept(accepted, info.name, kept);
  for (const step of kept) report({ code: "EXTENSIONS_UNVERIFIED", message: describeStep(step) });
  return answer;
}

/** Writes the versions in use into the lock file. If that fails, only a problem is reported. */
async function updateLock(gate: Gate, done: readonly AppliedStep[], assessment?: Assessment): Promise<void> {
  const { config, lockedByCheck } = gate;
  if (config.lock !== "write" || done.length === 0) return;
  const known = (assessment?.steps ?? []).flatMap((step) =>
    "found" in step ? [{ kind: step.kind, found: step.found }] : [],
  );
  const used = known.filter(({ kind }) => kind === "ok").map(({ found }) => found);
  // A version that the server could not load is not locked, because the next version may fix it.
  const broken = new Set(assessment?.broken.map(({ found }) => found.place));
  const changed = done
    .filter(({ after }) => !broken.has(after.place))
    .map(({ after }) => known.find(({ found }) => found.place === after.place)?.found ?? after);
  await changeLock(gate, (lock) => {
    for (const { place } of changed) lockedByCheck.set(place, lock);
    return lockInstalled(lock, changed, used);
  });
}

async function changeLock({ context, clock }: Gate, edit: (lock: Lock) => Lock): Promise<void> {
  const { project, logger, report, fileSaved: saved } = context;
  try {
    const file = await changeProjectLock({ project, clock, edit, saved });
    logger.info(`${file} names what is used`);
  } catch (error) {
    report({ code: "EXTENSION_LOCK_NOT_WRITABLE", message: reasonOf(error) });
  }
}

/** Restores the earlier lock entries of extensions that this check has installed and the server could not load. */
async function restoreLock(gate: Gate, { broken }: Assessment): Promise<void> {
  const { lockedByCheck } = gate;
  const fresh = broken.filter(({ found }) => lockedByCheck.has(found.place));
  if (fresh.length === 0) return;
  const isOf = ({ id }: LockedExtension) => fresh.some(({ found }) => isSame(id, found));
  const before = fresh.flatMap(({ found }) => lockedByCheck.get(found.place) ?? []).filter(isOf);
  await changeLock(gate, (lock) =>
    withLocked(
      lock.filter((entry) => !isOf(entry)),
      before,
    ),
  );
}

/** Assesses the result: all changes were made, and no requirement is open. */
async function verify(
  gate: Gate,
  required: readonly ExtensionRequirement[],
  done: readonly AppliedStep[],
  catalog: Catalog | undefined,
): Promise<Veto | undefined> {
  const { context } = gate;
  const assessment = withoutAccepted(await assessExtensions(gate, required, catalog), gate);
  const own = done.map(({ step }) => step);
  // The user has agreed to newly installed extensions, even if they have no comparable version.
  const fresh = assessment.unverifiable.filter((step) => isAmong(step, own));
  for (const step of fresh) context.report({ code: "EXTENSIONS_UNVERIFIED", message: describeStep(step) });
  accept(gate.accepted, context.info.name, fresh);
  const doubts = assessment.unverifiable.filter((step) => !fresh.includes(step));
  const open = [...assessment.conflicts, ...assessment.broken, ...assessment.changes, ...doubts];
  await updateLock(gate, done, assessment);
  return open.length === 0 ? undefined : stillMissingVeto(context.info.name, open, context.backend.facets);
}

/** `catalog` is that of the running server; undefined if no server is running. */
export async function settle(
  gate: Gate,
  required: readonly ExtensionRequirement[],
  catalog: Catalog | undefined,
): Promise<Veto | undefined> {
  const { plan, context } = gate;
  const { backend, info } = context;
  const facet = backend.facets.extensions;
  const assessment = withoutAccepted(await assessExtensions(gate, required, catalog), gate);
  reportCopies(gate, assessment);
  await restoreLock(gate, assessment);
  const answer = await askForConsent(gate, assessment);
  if (answer.kind === "veto") return answer;
  if (answer.kind !== "do" || facet === undefined) return undefined;

  await gate.beforeChanges?.();
  const { done, failed } = await applySteps(gate, facet, answer.steps);
  const names = done.map(({ after }) => after.id);
  if (failed !== undefined) {
    await updateLock(gate, done);
    return afterFailure(gate, failed, names);
  }
  const mustLoad = done.length > 0 || answer.steps.some(({ kind }) => kind === "restart");
  if (!mustLoad) return verify(gate, required, done, catalog);
  if (await isIdle(gate)) {
    context.changed();
    return verify(gate, required, done, undefined);
  }

  const restarted = await restartServer(gate, `extensions for ${plan.workflow}`);
  if (restarted.kind !== "restarted") await updateLock(gate, done);
  switch (restarted.kind) {
    case "restarted":
      context.changed();
      return verify(gate, required, done, catalog && (await freshCatalog(gate)));
    case "impossible":
      return restartVeto(info.name, names, "This backend cannot restart it from here");
    case "stopped":
      return restartVeto(
        info.name,
        names,
        "It was not restarted, because prompts of others run or wait there",
      );
    case "failed":
      return restartFailedVeto(info.name, restarted.error, names);
  }
}
