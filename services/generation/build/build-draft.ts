// Builds the draft of one batch: runs the handlers of `buildWorkflow`.

import {
  type BuildContext,
  CallSignal,
  type Deadline,
  emptyDraft,
  type FeatureUse,
  type HookCall,
  requireWithin,
  type WorkflowDraft,
} from "@pictor/kernel";
import type { Slices } from "../slices.js";
import type { LoadCatalog } from "./build-catalog.js";
import type { BuildDependencies } from "./build-dependencies.js";

/** Runs `work` without counting its time toward the handler's deadline. */
async function outsideDeadline<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
  const release = deadline.suspend();
  try {
    return await work();
  } finally {
    release();
  }
}

type OwnContext = Omit<BuildContext, "signal" | "logger" | "report" | "feature">;

/** The number of nodes of a draft. Throws `LIMIT_EXCEEDED`. */
export function requireGraphSize(
  { graph }: WorkflowDraft,
  { limits, workflow }: Pick<BuildContext, "limits" | "workflow">,
): number {
  const nodes = Object.keys(graph).length;
  requireWithin(limits, "graphNodes", nodes, `The graph of the workflow ${workflow}`);
  return nodes;
}

/** Builds the draft of one batch. */
export function buildDraft(
  context: OwnContext,
  features: readonly FeatureUse[],
  slices: Slices,
  { hooks, host, report }: Pick<BuildDependencies, "hooks" | "host"> & Pick<HookCall<object>, "report">,
): Promise<WorkflowDraft> {
  return hooks.buildWorkflow(emptyDraft, features, async (draft, feature): Promise<HookCall<object>> => {
    if (feature !== undefined) {
      const nodes = requireGraphSize(draft, context);
      // The handlers of a feature copy the nodes of the graph.
      await slices.spend(nodes);
    }
    const own = feature === undefined ? context : { ...context, feature };
    const subject = { workflow: context.workflow, feature: feature?.id };
    return {
      host,
      subject,
      signal: new CallSignal(slices.signal),
      context: (_tap, deadline) => {
        const catalog: LoadCatalog = (options) => outsideDeadline(deadline(), () => own.catalog(options));
        return { ...own, catalog };
      },
      report,
    };
  });
}
