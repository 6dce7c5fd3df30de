// Two features that change nothing: used before and after another feature, they show what that feature has done in each phase.

import type { BuildWorkflow, Plugin, WorkflowDraft } from "@pictor/kernel";
import { manifestOf } from "../../manifest-of.js";

const phases = ["condition", "refine"] as const;
export const probeIds = ["contract-before", "contract-after"] as const;

/** What the probes have seen in the last build, by `<probe> <phase>`. */
export type Sightings = Map<string, WorkflowDraft>;

export const probesPlugin = (seen: Sightings): { readonly manifest: unknown; readonly plugin: Plugin } => {
  const spots = probeIds.flatMap((feature) =>
    phases.map((phase) => ({
      feature,
      phase,
      handler: `${feature.slice(9)}${phase === "refine" ? "Refine" : "Condition"}`,
    })),
  );
  const look =
    (feature: string, phase: string): BuildWorkflow =>
    (draft) => {
      seen.set(`${feature} ${phase}`, draft);
      return draft;
    };
  return {
    manifest: manifestOf("workflow-probes", "workflow", {
      taps: spots.map(({ feature, phase, handler }) => ({
        hook: "buildWorkflow",
        handler,
        phase,
        when: { feature },
      })),
      contributes: {
        features: probeIds.map((id) => ({ id, title: id, settings: { type: "object", properties: {} } })),
      },
    }),
    plugin: () => ({
      handlers: Object.fromEntries(
        spots.map(({ feature, phase, handler }) => [handler, look(feature, phase)]),
      ),
    }),
  };
};

/** Pairs of drafts before and after the feature between the probes, of each phase. */
export const changesSeen = (seen: Sightings): readonly (readonly [WorkflowDraft, WorkflowDraft])[] =>
  phases.flatMap((phase) => {
    const [before, after] = probeIds.map((id) => seen.get(`${id} ${phase}`));
    return before === undefined || after === undefined ? [] : [[before, after] as const];
  });
