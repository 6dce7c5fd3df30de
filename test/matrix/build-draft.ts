// Builds the draft of a template with a list of features.

import type { WorkflowDraft } from "@pictor/host";
import type { RecordedPictor } from "./recorded-pictor.js";
import { features as featureSituations, templates } from "./situations.js";

/** The draft of the first batch; each feature gets the settings in situations.ts. */
export async function buildDraft(
  recorded: RecordedPictor,
  template: string,
  features: readonly string[] = [],
): Promise<WorkflowDraft> {
  const { workflow, params } = templates[template]!;
  const uses = features.map((id) => ({ id, settings: featureSituations[id]?.settings(recorded) ?? {} }));
  const { drafts } = await recorded.pictor.build({ workflow, params: params(recorded), features: uses });
  return drafts[0]!;
}
