// Builds the draft of a template with a list of features.

import type { WorkflowDraft } from "@pictor/host";
import type { RecordedKernel } from "./recorded-kernel.js";
import { features as featureSituations, templates } from "./situations.js";

/** The draft of the first batch; each feature gets the settings in situations.ts. */
export async function buildDraft(
  recorded: RecordedKernel,
  template: string,
  features: readonly string[] = [],
): Promise<WorkflowDraft> {
  const { workflow, params } = templates[template]!;
  const uses = features.map((id) => ({ id, settings: featureSituations[id]?.settings(recorded) ?? {} }));
  const { drafts } = await recorded.kernel.build({ workflow, params: params(recorded), features: uses });
  return drafts[0]!;
}
