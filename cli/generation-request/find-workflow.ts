// Finds a workflow by its id.

import { didYouMean, fault, type Pictor } from "@pictor/host";
import { renderWarning } from "../output/error-report.js";
import type { CommandHost } from "../session/command-host.js";
import type { Workflow } from "./request-from-options.js";

/** Throws WORKFLOW_UNKNOWN, or PLUGIN_DISABLED where a plugin that cannot be used contributes the workflow. */
export function findWorkflow(kernel: Pick<Pictor, "contributions" | "plugins">, id: string): Workflow {
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
    workflow: id,
    known: known.join(", "),
    suggestion: didYouMean(id, known),
  });
}

/** One warning for each problem; the work goes on with the plugins that are well. */
export function warnOfPluginProblems({ kernel, terminal }: Pick<CommandHost, "kernel" | "terminal">): void {
  for (const { code, what, hint } of kernel.problems()) {
    terminal.say(renderWarning({ code, message: what, hint }, terminal));
  }
}
