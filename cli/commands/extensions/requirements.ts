// The request that is checked for a workflow, a graph file or an image.

import type { BuildRequest } from "@pictor/features/extensions";
import { UsageError } from "../../base/usage-error.js";
import type { WorkflowOptions } from "../../definition/workflow-options.js";
import { isGraphPath } from "../../generation-request/graph-path.js";
import { resolveCheckedRequest } from "../../generation-request/resolve-request.js";
import type { CommandHost } from "../../session/command-host.js";

/** Id of the workflow that runs graph files and images. */
const graphWorkflow = "custom";

/** The request for a target: the id of a workflow, or the path of a graph or an image. Throws a UsageError. */
export async function resolveTarget(
  host: CommandHost,
  target: string | undefined,
  prompt: string | undefined,
  options: WorkflowOptions,
): Promise<BuildRequest> {
  const { backend, set = [] } = options;
  const named = backend === undefined ? {} : { backend };
  if (target === "-") {
    const hint = "Save it to a file and give its path.";
    throw new UsageError("USAGE_ARGUMENT", "This command does not read a graph from standard input.", hint);
  }
  if (target !== undefined && isGraphPath(host, target)) {
    const withGraph = { ...options, set: [`graph=${target}`, ...set] };
    return { ...(await resolveCheckedRequest(host, graphWorkflow, prompt, withGraph)), ...named };
  }
  return { ...(await resolveCheckedRequest(host, target, prompt, options)), ...named };
}
