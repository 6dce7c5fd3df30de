// From a column and a list of add-ons to the draft that the kernel builds.

import type { WorkflowDraft } from "@pictor/kernel";
import type { RecordedWorld } from "./recorded-kernel.test.support.js";
import { addOns, templates } from "./situations.js";

/** The first batch's draft; each add-on with the settings of its row. */
export async function draftOf(
  world: RecordedWorld,
  template: string,
  features: readonly string[] = [],
): Promise<WorkflowDraft> {
  const { workflow, params } = templates[template]!;
  const uses = features.map((id) => ({ id, settings: addOns[id]?.settings(world) ?? {} }));
  const { drafts } = await world.kernel.build({ workflow, params: params(world), features: uses });
  return drafts[0]!;
}
