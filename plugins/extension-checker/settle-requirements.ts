// One round: look, ask, do, restart, look again. Ends with a veto, or with everything in place.

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
import {
  reasonOf,
  type Backend,
  type Catalog,
  type ExtensionRequirement,
  type Veto,
} from "@pictor/kernel/plugin";
import { accept, isAccepted, isAmong } from "./accepted-doubts.js";
import { carryOut, type Done } from "./apply-changes.js";
import { questionFor, type Answer, type Offer } from "./consent-question.js";
import { afterFailure } from "./failed-change.js";
import type { Gate } from "./check-context.js";
import { lockPath, saveLock } from "./lock-file.js";
import { look, type Seen } from "./assess-extensions.js";
import { offerFor } from "./change-offer.js";
import { restartServer } from "./restart-server.js";
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

/** What was accepted before is no doubt any more. */
const withoutAccepted = (seen: Seen, { accepted, context: { info } }: Gate): Seen => ({
  ...seen,
  doubts: seen.doubts.filter((step) => !isAccepted(accepted, info.name, step)),
});

function reportOddities({ context: { report } }: Gate, { steps }: Seen): void {
  for (const step of steps) {
    const [twice, claim] = [describeCopies(step), describeClaim(step)];
    if (twice !== undefined) report({ code: "EXTENSIONS_TWICE", message: twice });
    if (claim !== undefined) report({ code: "EXTENSIONS_CLAIMED", message: claim });
  }
}

/** What could be done from here, had it been agreed to. */
const possibleOf = ({ seen, drifts, updatable }: Offer, { facets }: Backend): readonly Step[] =>
  facets.extensions === undefined
    ? []
    : [
        ...seen.changes.filter(({ kind }) => kind !== "restart" || facets.lifecycle !== undefined),
        ...drifts,
        ...updatable,
      ];

/** Only what somebody else must settle: a veto; only what need not be settled: nothing to do. */
async function answerTo(gate: Gate, seen: Seen): Promise<Answer | Veto> {
  const { context, accepted } = gate;
  const { backend, info, interaction, report } = context;
  const { hopeless, broken, changes, doubts, drifts } = seen;
  if (hopeless.length > 0) return conflictVeto(info.name, hopeless);
  if (broken.length > 0 && changes.length === 0) return brokenVeto(info.name, broken, backend.facets);
  if (changes.length + doubts.length + drifts.length === 0) return { kind: "go-on" };
  const facet = backend.facets.extensions;
  if (facet === undefined && changes.length > 0)
    return missingVeto(
      info.name,
      changes,
      "Extensions of this backend cannot be looked at or changed from here",
    );
  const offer: Offer | Veto =
    facet === undefined
      ? { seen, sources: new Map(), updatable: [], drifts: [], willRestart: "by-hand" }
      : await offerFor(gate, facet, seen);
  if ("code" in offer) return offer;
  if (changes.length + doubts.length + offer.drifts.length === 0) return { kind: "go-on" };
  const { question, answerOf } = questionFor(offer, gate);
  const answer = answerOf(await interaction.ask(question));
  context.signal.throwIfAborted();
  if (answer.kind === "stop") {
    const open = [...changes, ...doubts, ...offer.drifts];
    return declinedVeto(info.name, open, possibleOf(offer, backend), offer.sources);
  }
  if (answer.kind === "go-on") {
    for (const step of drifts) report({ code: "EXTENSIONS_NOT_LOCKED", message: describeStep(step) });
  }
  const kept = answer.kind === "do" ? doubts.filter((step) => !answer.steps.includes(step)) : doubts;
  accept(accepted, info.name, kept);
  for (const step of kept) report({ code: "EXTENSIONS_UNVERIFIED", message: describeStep(step) });
  return answer;
}

/** What is used now, for the next time and for others. A lock that cannot be written is a problem, and no more. */
async function writeDown(
  { config, context, written }: Gate,
  lock: Lock,
  done: readonly Done[],
  seen?: Seen,
): Promise<void> {
  if (config.lock !== "write" || done.length === 0) return;
  const known = (seen?.steps ?? []).flatMap((step) =>
    "found" in step ? [{ kind: step.kind, found: step.found }] : [],
  );
  const used = known.filter(({ kind }) => kind === "ok").map(({ found }) => found);
  // What the server could not load is not held on to: its next version may be what mends it.
  const broken = new Set(seen?.broken.map(({ found }) => found.place));
  const changed = done
    .filter(({ after }) => !broken.has(after.place))
    .map(({ after }) => known.find(({ found }) => found.place === after.place)?.found ?? after);
  for (const { place } of changed) written.set(place, lock);
  await save(context, lockInstalled(lock, changed, used));
}

async function save({ project, logger, report }: Gate["context"], lock: Lock): Promise<void> {
  try {
    await saveLock(project, lock);
    logger.info(`${lockPath(project)} names what is used`);
  } catch (error) {
    report({ code: "EXTENSION_LOCK_NOT_WRITABLE", message: reasonOf(error) });
  }
}

/** What was brought and written down before the server started, and then could not be loaded: as it was named before. */
async function takeBack({ context, written }: Gate, { broken, lock }: Seen): Promise<void> {
  const fresh = broken.filter(({ found }) => written.has(found.place));
  if (fresh.length === 0) return;
  const isOf = ({ id }: LockedExtension) => fresh.some(({ found }) => isSame(id, found));
  const before = fresh.flatMap(({ found }) => written.get(found.place) ?? []).filter(isOf);
  await save(
    context,
    withLocked(
      lock.filter((entry) => !isOf(entry)),
      before,
    ),
  );
}

/** Looks at the result: what was agreed to is there, and nothing else is open. */
async function verify(
  gate: Gate,
  required: readonly ExtensionRequirement[],
  done: readonly Done[],
  catalog: Catalog | undefined,
): Promise<Veto | undefined> {
  const { context } = gate;
  const seen = withoutAccepted(await look(gate, required, catalog), gate);
  const own = done.map(({ step }) => step);
  // What was just brought, and has no version that could be compared, was agreed to as it is.
  const fresh = seen.doubts.filter((step) => isAmong(step, own));
  for (const step of fresh) context.report({ code: "EXTENSIONS_UNVERIFIED", message: describeStep(step) });
  accept(gate.accepted, context.info.name, fresh);
  const doubts = seen.doubts.filter((step) => !fresh.includes(step));
  const open = [...seen.hopeless, ...seen.broken, ...seen.changes, ...doubts];
  await writeDown(gate, seen.lock, done, seen);
  return open.length === 0 ? undefined : stillMissingVeto(context.info.name, open, context.backend.facets);
}

/** `catalog` is what the running server has; undefined while none runs. */
export async function settle(
  gate: Gate,
  required: readonly ExtensionRequirement[],
  catalog: Catalog | undefined,
): Promise<Veto | undefined> {
  const { plan, context } = gate;
  const { backend, info } = context;
  const facet = backend.facets.extensions;
  const seen = withoutAccepted(await look(gate, required, catalog), gate);
  reportOddities(gate, seen);
  await takeBack(gate, seen);
  const answer = await answerTo(gate, seen);
  if (answer.kind === "veto") return answer;
  if (answer.kind !== "do" || facet === undefined) return undefined;

  const { done, failed } = await carryOut(gate, facet, answer.steps);
  const names = done.map(({ after }) => after.id);
  if (failed !== undefined) {
    await writeDown(gate, seen.lock, done);
    return afterFailure(gate, failed.error, names);
  }
  const mustLoad = done.length > 0 || answer.steps.some(({ kind }) => kind === "restart");
  if (!mustLoad) return verify(gate, required, done, catalog);
  if (await isIdle(gate)) {
    context.changed();
    return verify(gate, required, done, undefined);
  }

  const restarted = await restartServer(gate, `extensions for ${plan.workflow}`);
  if (restarted.kind !== "restarted") await writeDown(gate, seen.lock, done);
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
