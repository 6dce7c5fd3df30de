// The request of a command line: a workflow and its settings, or an image or project and the changes to it.

import type { GenerateRequest } from "@pictor/host";
import { UsageError } from "../base/usage-error.js";
import type { WorkflowOptions } from "../definition/workflow-options.js";
import type { CommandHost } from "../session/command-host.js";
import { oneLine } from "../text/plain-text.js";
import { checkRequest } from "./check-request.js";
import { dropUnknownSettings } from "./drop-unknown-settings.js";
import { findWorkflow } from "./find-workflow.js";
import { refuseNamedFiles } from "./named-files.js";
import { requestFromOptions } from "./request-from-options.js";

type ResolvedRequest = Required<Pick<GenerateRequest, "workflow" | "params" | "features" | "count">>;

const sourceNames = {
  project: "project",
  record: "its record",
  "stability-matrix": "project of Stability Matrix",
  parameters: "its parameters text",
  comfy: "its graph",
} as const;

/** Like `resolveRequest`, but also checks the request, without a backend. Throws SETTINGS_INVALID or FEATURE_UNKNOWN too. */
export async function resolveCheckedRequest(
  host: Pick<CommandHost, "kernel" | "terminal">,
  id: string | undefined,
  prompt: string | undefined,
  options: WorkflowOptions,
  guard?: { readonly yes: boolean },
): Promise<ResolvedRequest> {
  const request = await resolveRequest(host, id, prompt, options, guard);
  const { kernel } = host;
  await checkRequest(request, findWorkflow(kernel, request.workflow), kernel.contributions("features"));
  return request;
}

/**
 * Prints a note for everything in an image or project that cannot be used. With `guard`, refuses files that only an image
 * names, unless `yes` is set. Throws a UsageError.
 */
export async function resolveRequest(
  { kernel, terminal }: Pick<CommandHost, "kernel" | "terminal">,
  id: string | undefined,
  prompt: string | undefined,
  options: WorkflowOptions,
  guard?: { readonly yes: boolean },
): Promise<ResolvedRequest> {
  const { from, as } = options;
  if (from === undefined) {
    if (as !== undefined)
      throw new UsageError("USAGE_OPTION", "--as belongs to --from.", "Name an image with --from.");
    if (id !== undefined) return requestFromOptions(findWorkflow(kernel, id), prompt, options);
    const hint = "Name a workflow, such as txt2img, or an image or project: --from FILE.";
    throw new UsageError("USAGE_ARGUMENT", "Missing required argument 'workflow'.", hint);
  }
  // Imported here because only this option needs the libraries that read images.
  const { readSource } = await import("./read-source.js");
  if (id !== undefined && /\s/.test(id)) {
    const hint = 'With --from the first argument is a workflow; give the prompt as: --prompt "...".';
    throw new UsageError(
      "USAGE_ARGUMENT",
      "The first argument is a prompt, but a workflow is expected.",
      hint,
    );
  }
  const source = await readSource(from, as);
  const workflow = findWorkflow(kernel, id ?? source.workflow);
  const base = dropUnknownSettings(source, workflow, kernel.contributions("features"));
  const request = requestFromOptions(workflow, prompt, options, base);
  if (guard?.yes === false && source.kind !== "project") {
    const features = kernel.contributions("features");
    const feature = (name: string) => features.find((known) => known.id === name)?.settings;
    refuseNamedFiles(request, base, { params: workflow.params, feature }, from);
  }
  terminal.note(`${oneLine(from)} (${sourceNames[source.kind]}): ${oneLine(workflow.id)}`);
  for (const note of base.notes) terminal.note(`${terminal.paint.yellow("note:")} ${oneLine(note)}`);
  return request;
}
