// What could be done here, found out before a person is asked: capabilities, sources, and how the server is restarted.

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
import type { Seen } from "./assess-extensions.js";
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

/** An update settles what the version is; not whose the extension is, and not which of several copies counts. */
const isUpdatable = ({ found, because }: StepOf<"unverifiable">): boolean =>
  found?.enabled === true && (because === "version" || because === "prerelease" || because === "commit");

/** Undefined also where no version is known that fits: then it is the person's to find one. */
const located = (
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
        const source = wanted && (await located(facet, wanted, signal));
        return source === undefined ? [] : ([[step, source]] as const);
      }),
    ),
  );
  return new Map(found.flat());
}

/** A veto where what has to be done cannot be done here; what need not be done is then left out of the offer. */
export async function offerFor(gate: Gate, facet: ExtensionsFacet, seen: Seen): Promise<Offer | Veto> {
  const { context } = gate;
  const { info, backend, signal } = context;
  const doubtful = seen.doubts.filter(isUpdatable);
  const needsCapabilities = [...seen.changes, ...seen.drifts, ...doubtful].some(
    (step) => actionsOf(step).length > 0,
  );
  const unneeded: ExtensionCapabilities = { actions: [] };
  const { actions, reason } = needsCapabilities ? await facet.capabilities({ signal }) : unneeded;
  const isPossible = (step: Step): boolean => actionsOf(step).every((action) => actions.includes(action));
  const impossible = seen.changes.filter((step) => !isPossible(step));
  if (impossible.length > 0) {
    const missing = [...new Set(impossible.flatMap(actionsOf).filter((action) => !actions.includes(action)))];
    const why = `It cannot be told to ${missing.join(" or ")} extensions${reason === undefined ? "" : `: ${reason}`}`;
    return missingVeto(info.name, seen.changes, why);
  }
  const [drifts, updatable] = [seen.drifts.filter(isPossible), doubtful.filter(isPossible)];
  const sources = await sourcesOf(gate, facet, [...seen.changes, ...drifts, ...updatable]);
  const unknown = seen.changes.filter((step) => step.kind === "install" && !sources.has(step));
  if (unknown.length > 0)
    return missingVeto(info.name, unknown, "It is not known where to take this from", sources);
  const how =
    backend.facets.lifecycle === undefined ? "by-hand" : (await isIdle(gate)) ? "not-running" : "restart";
  return { seen, sources, drifts, updatable, willRestart: how };
}
