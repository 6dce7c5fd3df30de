// What is required, against what is there: the steps, sorted by what they mean for a generation.

import { decide, identityOf, type Knowledge, type Lock, type Step, type StepOf } from "@pictor/extensions";
import type { Catalog, ExtensionRequirement, ExtensionsFacet } from "@pictor/kernel/plugin";
import type { Gate } from "./check-context.js";
import { loadLock } from "./lock-file.js";
import { withProgress } from "./report-progress.js";

/** What can be done. */
export type ChangeStep = StepOf<"install" | "update" | "enable" | "restart">;
export interface Seen {
  readonly steps: readonly Step[];
  readonly lock: Lock;
  /** Nothing can be done about them from here. */
  readonly hopeless: readonly StepOf<"conflict" | "invalid">[];
  readonly broken: readonly StepOf<"broken">[];
  /** To be done before the generation can go on. */
  readonly changes: readonly ChangeStep[];
  /** Good enough, and not what the lock file names. */
  readonly drifts: readonly StepOf<"update">[];
  readonly doubts: readonly StepOf<"unverifiable">[];
}

export function sorted(steps: readonly Step[], lock: Lock): Seen {
  const isDrift = (step: Step): step is StepOf<"update"> => step.kind === "update" && step.because === "pin";
  return {
    steps,
    lock,
    hopeless: steps.filter((step) => step.kind === "conflict" || step.kind === "invalid"),
    broken: steps.filter((step) => step.kind === "broken"),
    changes: steps.filter(
      (step): step is ChangeStep =>
        (step.kind === "install" ||
          step.kind === "update" ||
          step.kind === "enable" ||
          step.kind === "restart") &&
        !isDrift(step),
    ),
    drifts: steps.filter(isDrift),
    doubts: steps.filter((step) => step.kind === "unverifiable"),
  };
}

/** Of extensions that are to be installed by their registry id, the repository too: somebody else may require that. */
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
      // An index that cannot be read is told when it is needed.
      const entries = await facet.available(id, { signal }).catch(() => []);
      const entry = entries.find((one) => identityOf(one.registryId ?? "") === id);
      return entry?.repository === undefined ? [] : [[id, entry.id, entry.repository]];
    }),
  );
  signal.throwIfAborted();
  return found.flat();
}

/** `catalog` is what the running server has; undefined while none runs. */
export async function look(
  gate: Gate,
  required: readonly ExtensionRequirement[],
  catalog: Catalog | undefined,
): Promise<Seen> {
  const { context, config } = gate;
  const { backend, signal, project } = context;
  const lock = config.lock === "off" ? [] : await loadLock(project);
  const facet = backend.facets.extensions;
  const classes = catalog === undefined ? {} : { classes: catalog };
  if (facet === undefined) return sorted(decide(required, [], lock, { ...classes, isUnlisted: true }), lock);
  return withProgress(gate, "Looking at the extensions", async () => {
    const installed = await facet.list({ signal });
    const decided = (knowledge: Knowledge) => decide(required, installed, lock, { ...classes, ...knowledge });
    const first = decided({});
    const aliases = await aliasesOf(first, facet, signal);
    return sorted(aliases.length === 0 ? first : decided({ aliases }), lock);
  });
}
