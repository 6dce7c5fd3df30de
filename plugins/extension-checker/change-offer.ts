// Determines the possible changes before the user is asked: capabilities, sources, and how the server is restarted.

import type { Step, StepOf } from "@pictor/extensions";
import { PictorError } from "@pictor/kernel/plugin";
import type {
  ExtensionAction,
  ExtensionCapabilities,
  ExtensionsFacet,
  ExtensionSource,
  Veto,
  ExtensionSpec,
} from "@pictor/kernel/plugin";
import type { Offer } from "./consent-question.js";
import type { Gate } from "./check-context.js";
import type { Assessment } from "./assess-extensions.js";
import { withProgress } from "./report-progress.js";
import { isIdle } from "./server-catalog.js";
import { missingVeto } from "./vetoes.js";

function actionsOf(step: Step): readonly ExtensionAction[] {
  if (step.kind === "enable") return step.update === undefined ? ["enable"] : ["enable", "update"];
  if (step.kind === "unverifiable") return ["update"];
  return step.kind === "install" || step.kind === "update" ? [step.kind] : [];
}

function wantedOf(step: Step): ExtensionSpec | undefined {
  if (step.kind === "enable") return step.update?.wanted;
  return "wanted" in step ? step.wanted : undefined;
}

/** An update resolves doubts about the version, but not about the identity or about several copies. */
const isUpdatable = ({ found, because }: StepOf<"unverifiable">): boolean =>
  found?.enabled === true && (because === "version" || because === "prerelease" || because === "commit");

/**
 * Locates the source of an extension. Resolves to undefined also if no matching version is known; the user must then
 * find one.
 */
const locateSource = (
  facet: ExtensionsFacet,
  wanted: ExtensionSpec,
  signal: AbortSignal,
): Promise<ExtensionSource | undefined> =>
  facet.locate(wanted, { signal }).catch((error: unknown) => {
    if (error instanceof PictorError && error.code === "EXTENSION_NO_VERSION") return undefined;
    throw error;
  });

async function sourcesOf(
  gate: Gate,
  facet: ExtensionsFacet,
  steps: readonly Step[],
): Promise<ReadonlyMap<Step, ExtensionSource>> {
  const { signal } = gate.context;
  const found = await withProgress(gate, "Looking up where the extensions come from", () =>
    Promise.all(
      steps.map(async (step) => {
        const wanted = wantedOf(step);
        const source = wanted && (await locateSource(facet, wanted, signal));
        return source === undefined ? [] : ([[step, source]] as const);
      }),
    ),
  );
  return new Map(found.flat());
}

/** Returns a veto if a necessary step is not possible. Optional steps that are not possible are left out of the offer. */
export async function offerFor(
  gate: Gate,
  facet: ExtensionsFacet,
  assessment: Assessment,
): Promise<Offer | Veto> {
  const { context } = gate;
  const { info, backend, signal } = context;
  const doubtful = assessment.unverifiable.filter(isUpdatable);
  const needsCapabilities = [...assessment.changes, ...assessment.pinUpdates, ...doubtful].some(
    (step) => actionsOf(step).length > 0,
  );
  const unneeded: ExtensionCapabilities = { actions: [] };
  const { actions, reason } = needsCapabilities ? await facet.capabilities({ signal }) : unneeded;
  const isPossible = (step: Step): boolean => actionsOf(step).every((action) => actions.includes(action));
  const impossible = assessment.changes.filter((step) => !isPossible(step));
  if (impossible.length > 0) {
    const missing = [...new Set(impossible.flatMap(actionsOf).filter((action) => !actions.includes(action)))];
    const why = `It cannot be told to ${missing.join(" or ")} extensions${reason === undefined ? "" : `: ${reason}`}`;
    return missingVeto(info.name, assessment.changes, why);
  }
  const [pinUpdates, updatable] = [assessment.pinUpdates.filter(isPossible), doubtful.filter(isPossible)];
  const sources = await sourcesOf(gate, facet, [...assessment.changes, ...pinUpdates, ...updatable]);
  const unknown = assessment.changes.filter((step) => step.kind === "install" && !sources.has(step));
  if (unknown.length > 0) return missingVeto(info.name, unknown, "No source is known for this", sources);
  const how =
    backend.facets.lifecycle === undefined ? "by-hand" : (await isIdle(gate)) ? "not-running" : "restart";
  return { assessment, sources, pinUpdates, updatable, willRestart: how };
}
