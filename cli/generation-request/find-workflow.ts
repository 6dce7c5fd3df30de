// Finds a workflow by its id.

import type { Pictor } from "@pictor/host";
import { cutText, fault, knownNames, namedBy, type Contribution } from "@pictor/kernel";

/**
 * Throws WORKFLOW_UNKNOWN, or PLUGIN_DISABLED if the workflow belongs to a plugin that cannot be used. `from` is the place
 * of the id, if the user has not given it.
 */
export function findWorkflow(
  kernel: Pick<Pictor, "contributions" | "plugins">,
  id: string,
  from?: string,
): Contribution<"workflows"> {
  const workflows = kernel.contributions("workflows");
  const found = workflows.find((workflow) => workflow.id === id);
  if (found !== undefined) return found;
  for (const { id: plugin, manifest, status } of kernel.plugins()) {
    if (!("reason" in status) || !manifest.contributes?.workflows?.some((workflow) => workflow.id === id))
      continue;
    throw fault("PLUGIN_DISABLED", {
      id: plugin,
      state: status.state,
      reason: status.reason.replace(/\.$/, ""),
    });
  }
  const known = workflows.map((workflow) => workflow.id);
  throw fault("WORKFLOW_UNKNOWN", {
    workflow: cutText(id, 100),
    origin: namedBy(from),
    ...knownNames(id, known),
  });
}
