// The request of a command line: a workflow and its settings, or an image or project and the changes to it.

import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isInside, isNetworkPath } from "@pictor/host/trust";
import type { GenerateRequest } from "@pictor/kernel";
import { UsageError } from "../base/usage-error.js";
import type { WorkflowOptions } from "../definition/workflow-options.js";
import type { CommandHost } from "../session/command-host.js";
import { confirmOrThrow } from "../session/confirm.js";
import { oneLine } from "../text/plain-text.js";
import { checkRequest } from "./check-request.js";
import { dropUnknownSettings } from "./drop-unknown-settings.js";
import { findWorkflow } from "./find-workflow.js";
import {
  filesOfRecord,
  missingFiles,
  namedFilesQuestion,
  withOtherPaths,
  type Schemas,
} from "./named-files.js";
import { withOwnGraph } from "./own-graph.js";
import type { RequestSource } from "./read-source.js";
import { findRecordedFiles } from "./recorded-files.js";
import { requestFromOptions } from "./request-from-options.js";
import { requireBackend } from "./require-backend.js";

/** A request with the backend of the option or of the preset, if one of them names it. */
type ResolvedRequest = Required<Pick<GenerateRequest, "workflow" | "params" | "features" | "count">> &
  Pick<GenerateRequest, "backend">;

/** The parts of the host that ask the user about files that only an image or a project file names. */
export type FileGuard = Pick<CommandHost, "terminal" | "interaction"> & { readonly yes: boolean };

/** The most notes that are printed: an untrusted file may have a hundred thousand unknown settings. */
const maxNotes = 30;

/** The parts of a command's host that are needed to resolve a request. */
type RequestHost = Pick<CommandHost, "kernel" | "terminal" | "streams">;

const resolverOf =
  (needed: "complete" | "incomplete") =>
  async (
    host: RequestHost,
    id: string | undefined,
    prompt: string | undefined,
    options: WorkflowOptions,
    guard?: FileGuard,
  ): Promise<ResolvedRequest> => {
    const { kernel } = host;
    const request = await resolveRequest(host, id, prompt, options, guard);
    const workflow = findWorkflow(kernel, request.workflow);
    await checkRequest(request, workflow, kernel.contributions("features"), needed);
    return request;
  };

/** Like `resolveRequest`, but also checks the request, without a backend. Throws SETTINGS_INVALID or FEATURE_UNKNOWN too. */
export const resolveCheckedRequest = resolverOf("complete");

/** Like `resolveCheckedRequest`, for a request that is saved: it may lack required values, which are given when it is run. */
export const resolveSavedRequest = resolverOf("incomplete");

interface SourceRequest {
  readonly source: RequestSource;
  /** The request of the image or project, without the changes of the command line. */
  readonly base: Pick<GenerateRequest, "params" | "features">;
  readonly schemas: Schemas;
  /** Path of the image or project. */
  readonly from: string;
}

/**
 * Finds the files that an image names, and asks about those that may not be the files from which it was made. Asks about
 * those that a project names outside its folder.
 */
async function settleFiles<Request extends Pick<GenerateRequest, "params" | "features">>(
  given: Request,
  { source, base, schemas, from }: SourceRequest,
  guard: FileGuard | undefined,
): Promise<Request> {
  const files = filesOfRecord(given, base, schemas, from);
  const { files: digests = {} } = source;
  const ownFolder = dirname(resolve(from));
  const folders = [ownFolder, process.cwd()];
  const found = await findRecordedFiles(
    files.map(({ path }) => path),
    digests,
    folders,
  );
  const request = withOtherPaths(given, schemas, found);
  const isOwn = (path: string): boolean => source.kind === "project" && isInside(ownFolder, resolve(path));
  const others = files.filter(({ path }) => !found.has(path) && !isOwn(path));
  const isMissing = (path: string): boolean =>
    Object.hasOwn(digests, path) && (isNetworkPath(path) || !existsSync(path));
  const missing = others.filter(({ path }) => isMissing(path));
  if (missing.length > 0) throw missingFiles(missing);
  if (guard === undefined || others.length === 0) return request;
  const noun = source.kind === "project" ? "project" : "image";
  const question = namedFilesQuestion(others, noun);
  if (await confirmOrThrow(guard, question, guard.yes || undefined)) return request;
  throw new UsageError("USAGE_OPTION", `The files of the ${noun} were not read.`, question.hint);
}

/**
 * Prints a note for everything in an image or project that cannot be used. With `guard`, asks about files that only the image
 * or project names. Throws a UsageError.
 */
async function resolveRequest(
  host: RequestHost,
  id: string | undefined,
  prompt: string | undefined,
  options: WorkflowOptions,
  guard?: FileGuard,
): Promise<ResolvedRequest> {
  const { kernel, terminal } = host;
  const { from, as, backend, preset } = options;
  const named = backend === undefined ? {} : { backend };
  if (preset !== undefined) return requestOfPreset(host, preset, id, prompt, options);
  if (from === undefined) {
    if (id !== undefined)
      return { ...requestFromOptions(findWorkflow(kernel, id), prompt, options), ...named };
    const hint = "Name a workflow, such as txt2img, or an image or project: --from FILE.";
    throw new UsageError("USAGE_ARGUMENT", "Missing required argument 'workflow'.", hint);
  }
  // The module is imported here, because only `--from` needs the libraries that read images.
  const { nameOfSource, readSource } = await import("./read-source.js");
  if (id !== undefined && /\s/.test(id)) {
    const hint = 'With --from the first argument is a workflow; give the prompt as: --prompt "...".';
    throw new UsageError(
      "USAGE_ARGUMENT",
      "The first argument is a prompt, but a workflow is expected.",
      hint,
    );
  }
  const source = withOwnGraph(await readSource(from, as), from, options);
  const workflow = findWorkflow(kernel, id ?? source.workflow, id === undefined ? oneLine(from) : undefined);
  const base = dropUnknownSettings(source, workflow, kernel.contributions("features"));
  const given = requestFromOptions(workflow, prompt, options, base);
  const features = kernel.contributions("features");
  const feature = (name: string) => features.find((known) => known.id === name)?.settings;
  const schemas = { params: workflow.params, feature };
  const request = await settleFiles(given, { source, base, schemas, from }, guard);
  terminal.note(`${oneLine(from)} (${nameOfSource(source.kind)}): ${oneLine(workflow.id)}`);
  const more = base.notes.length - maxNotes;
  const notes = [...base.notes.slice(0, maxNotes), ...(more > 0 ? [`${more} more of this kind.`] : [])];
  for (const note of notes) terminal.note(`${terminal.paint.yellow("note:")} ${oneLine(note)}`);
  return { ...request, ...named };
}

/**
 * The request of a preset with the changes of the command line. Prints a note for each feature and setting that no
 * longer exists.
 */
async function requestOfPreset(
  { kernel, terminal, streams }: RequestHost,
  name: string,
  id: string | undefined,
  prompt: string | undefined,
  options: WorkflowOptions,
): Promise<ResolvedRequest> {
  const { openUserPresets, sourceOfPreset, requireNoUploads } = await import("./preset-source.js");
  const preset = await openUserPresets(streams.env).read(name);
  const source = sourceOfPreset(preset);
  const from = `the preset ${oneLine(name)}`;
  const workflow = findWorkflow(kernel, id ?? source.workflow, id === undefined ? from : undefined);
  const base = dropUnknownSettings(source, workflow, kernel.contributions("features"));
  const request = requestFromOptions(workflow, prompt, options, base);
  requireNoUploads(request, name);
  terminal.note(`${oneLine(name)} (preset): ${oneLine(workflow.id)}`);
  for (const note of base.notes) terminal.note(`${terminal.paint.yellow("note:")} ${oneLine(note)}`);
  const { backend = preset.backend } = options;
  if (options.backend === undefined && backend !== undefined) requireBackend(kernel, backend, from);
  return { ...request, ...(backend !== undefined && { backend }) };
}
