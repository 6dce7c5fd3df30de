// The request that a command line asks for: a workflow with its settings, or an image or project with changes.

import type { GenerateRequest } from "@pictor/host";
import type { Host } from "../host.js";
import { checkRequest } from "../input/check-request.js";
import { fitted } from "../input/fitting.js";
import { toRequest } from "../input/generate-request.js";
import { refuseNamedFiles } from "../input/named-files.js";
import { UsageError } from "../input/usage-error.js";
import type { WorkflowOptions } from "../options.js";
import { oneLine } from "../output/plain-text.js";
import { findWorkflow } from "./workflow.js";

type Requested = Required<Pick<GenerateRequest, "workflow" | "params" | "features" | "count">>;

const kindNames = {
  project: "project",
  record: "its record",
  "stability-matrix": "project of Stability Matrix",
  parameters: "its parameters text",
  comfy: "its graph",
} as const;

/** The same, to be run: throws SETTINGS_INVALID or FEATURE_UNKNOWN for what is known to be wrong before a backend is asked. */
export async function runnable(
  host: Pick<Host, "kernel" | "terminal">,
  id: string | undefined,
  prompt: string | undefined,
  options: WorkflowOptions,
  guard?: { readonly yes: boolean },
): Promise<Requested> {
  const request = await requested(host, id, prompt, options, guard);
  const { kernel } = host;
  await checkRequest(request, findWorkflow(kernel, request.workflow), kernel.contributions("features"));
  return request;
}

/**
 * What an image or project gives that cannot be taken over is told on stderr. With `guard`, files that only an image
 * names are refused unless the person said yes. Throws a UsageError.
 */
export async function requested(
  { kernel, terminal }: Pick<Host, "kernel" | "terminal">,
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
  const { readAgain } = await import("../input/again.js");
  if (id !== undefined && /\s/.test(id)) {
    const hint = 'With --from the first word is a workflow; give the prompt as: --prompt "...".';
    throw new UsageError("USAGE_ARGUMENT", "A prompt stands where a workflow is expected.", hint);
  }
  const source = await readAgain(from, as);
  const workflow = findWorkflow(kernel, id ?? source.workflow);
  const before = fitted(source, workflow, kernel.contributions("features"));
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
