// The request that a command line asks for: a workflow with its settings, or an image or project with changes.

import type { GenerateRequest } from "@pictor/host";
import { UsageError } from "../base/usage-error.js";
import type { WorkflowOptions } from "../definition/workflow-options.js";
import type { CommandHost } from "../session/command-host.js";
import { oneLine } from "../text/plain-text.js";
import { checkRequest } from "./check-request.js";
import { dropUnknownSettings } from "./drop-unknown-settings.js";
import { findWorkflow } from "./find-workflow.js";
import { refuseNamedFiles } from "./named-files.js";
import { toRequest } from "./request-from-options.js";

type Requested = Required<Pick<GenerateRequest, "workflow" | "params" | "features" | "count">>;

const kindNames = {
  project: "project",
  record: "its record",
  "stability-matrix": "project of Stability Matrix",
  parameters: "its parameters text",
  comfy: "its graph",
} as const;

/** The same, to be run: throws SETTINGS_INVALID or FEATURE_UNKNOWN for what is known to be wrong before a backend is asked. */
export async function resolveCheckedRequest(
  host: Pick<CommandHost, "kernel" | "terminal">,
  id: string | undefined,
  prompt: string | undefined,
  options: WorkflowOptions,
  guard?: { readonly yes: boolean },
): Promise<Requested> {
  const request = await resolveRequest(host, id, prompt, options, guard);
  const { kernel } = host;
  await checkRequest(request, findWorkflow(kernel, request.workflow), kernel.contributions("features"));
  return request;
}

/**
 * What an image or project gives that cannot be taken over is told on stderr. With `guard`, files that only an image
 * names are refused unless the person said yes. Throws a UsageError.
 */
export async function resolveRequest(
  { kernel, terminal }: Pick<CommandHost, "kernel" | "terminal">,
  id: string | undefined,
  prompt: string | undefined,
  options: WorkflowOptions,
  guard?: { readonly yes: boolean },
): Promise<Requested> {
  const { from, as } = options;
  if (from === undefined) {
    if (as !== undefined)
      throw new UsageError("USAGE_OPTION", "--as belongs to --from.", "Name an image with --from.");
    if (id !== undefined) return toRequest(findWorkflow(kernel, id), prompt, options);
    const hint = "Name a workflow, such as txt2img, or an image or project: --from FILE.";
    throw new UsageError("USAGE_ARGUMENT", "Missing required argument 'workflow'.", hint);
  }
  // The libraries that read images are for this option alone.
  const { readSource } = await import("./read-source.js");
  if (id !== undefined && /\s/.test(id)) {
    const hint = 'With --from the first word is a workflow; give the prompt as: --prompt "...".';
    throw new UsageError("USAGE_ARGUMENT", "A prompt stands where a workflow is expected.", hint);
  }
  const source = await readSource(from, as);
  const workflow = findWorkflow(kernel, id ?? source.workflow);
  const before = dropUnknownSettings(source, workflow, kernel.contributions("features"));
  const request = toRequest(workflow, prompt, options, before);
  if (guard?.yes === false && source.kind !== "project") {
    const features = kernel.contributions("features");
    const feature = (name: string) => features.find((known) => known.id === name)?.settings;
    refuseNamedFiles(request, before, { params: workflow.params, feature }, from);
  }
  terminal.note(`${oneLine(from)} (${kindNames[source.kind]}): ${oneLine(workflow.id)}`);
  for (const note of before.notes) terminal.note(`${terminal.paint.yellow("note:")} ${oneLine(note)}`);
  return request;
}
