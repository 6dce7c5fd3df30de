// Compares the required extensions with the installed ones, and groups the resulting steps by their effect on the generation.

import { decide, identityOf, type Knowledge, type Lock, type Step, type StepOf } from "@pictor/extensions";
import { readProjectLock } from "@pictor/extensions/project-lock";
import type { Catalog, ExtensionRequirement, ExtensionsFacet } from "@pictor/kernel/plugin";
import type { Gate } from "./check-context.js";
import { withProgress } from "./report-progress.js";

/** A step that the backend may be able to carry out. */
export type ChangeStep = StepOf<"install" | "update" | "enable" | "restart">;
export interface Assessment {
  readonly steps: readonly Step[];
  readonly lock: Lock;
  /** Requirements that cannot be met: they contradict each other or are invalid. */
  readonly conflicts: readonly StepOf<"conflict" | "invalid">[];
  readonly broken: readonly StepOf<"broken">[];
  /** Steps that are necessary before the generation can continue. */
  readonly changes: readonly ChangeStep[];
  /** Versions that are in range but differ from the lock file. */
  readonly pinUpdates: readonly StepOf<"update">[];
  readonly unverifiable: readonly StepOf<"unverifiable">[];
}

export function toAssessment(steps: readonly Step[], lock: Lock): Assessment {
  const isDrift = (step: Step): step is StepOf<"update"> => step.kind === "update" && step.because === "pin";
  return {
    steps,
    lock,
    conflicts: steps.filter((step) => step.kind === "conflict" || step.kind === "invalid"),
    broken: steps.filter((step) => step.kind === "broken"),
    changes: steps.filter(
      (step): step is ChangeStep =>
        (step.kind === "install" ||
          step.kind === "update" ||
          step.kind === "enable" ||
          step.kind === "restart") &&
        !isDrift(step),
    ),
    pinUpdates: steps.filter(isDrift),
    unverifiable: steps.filter((step) => step.kind === "unverifiable"),
  };
}

/** The repositories of extensions to install by registry id, because another requirement may name the repository. */
async function aliasesOf(
  steps: readonly Step[],
  facet: ExtensionsFacet,
  signal: AbortSignal,
): Promise<readonly (readonly string[])[]> {
  const wanted = steps.filter((step) => step.kind === "install");
  const registered = wanted.filter(({ id }) => !id.includes("/"));
  if (registered.length === 0 || registered.length === wanted.length) return [];
  const found = await Promise.all(
    registered.map(async ({ id }) => {
      // An unreadable index is reported when it is needed.
      const entries = await facet.available(id, { signal }).catch(() => []);
      const entry = entries.find((one) => identityOf(one.registryId ?? "") === id);
      return entry?.repository === undefined ? [] : [[id, entry.id, entry.repository]];
    }),
  );
  signal.throwIfAborted();
  return found.flat();
}

/** The lock file of the project, as far as the settings use it. */
export const lockOf = ({ context, config }: Gate): Promise<Lock> =>
  config.lock === "off" ? Promise.resolve([]) : readProjectLock(context.project);

/** `catalog` is that of the running server; undefined if no server is running. */
export async function assessExtensions(
  gate: Gate,
  required: readonly ExtensionRequirement[],
  catalog: Catalog | undefined,
): Promise<Assessment> {
  const { backend, signal } = gate.context;
  const lock = await lockOf(gate);
  const facet = backend.facets.extensions;
  const classes = catalog === undefined ? {} : { classes: catalog };
  if (facet === undefined)
    return toAssessment(decide(required, [], lock, { ...classes, isUnlisted: true }), lock);
  return withProgress(gate, "Looking at the extensions", async () => {
    const installed = await facet.list({ signal });
    const decided = (knowledge: Knowledge) => decide(required, installed, lock, { ...classes, ...knowledge });
    const first = decided({});
    const aliases = await aliasesOf(first, facet, signal);
    return toAssessment(aliases.length === 0 ? first : decided({ aliases }), lock);
  });
}
