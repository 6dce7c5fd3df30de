// The extensions that a workflow, a graph file or an image needs, and those that a backend has.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  lockFileName,
  readLock,
  requirementsOfLacking,
  requirementsOfPresent,
  unexplainedClasses,
  type Knowledge,
  type Lock,
} from "@pictor/extensions";
import { systemCode } from "@pictor/host";
import type {
  Backend,
  BackendInstance,
  Catalog,
  ExtensionRequirement,
  GenerateRequest,
  InstalledExtension,
} from "@pictor/host";
import { isUp } from "../../backends/open-instance.js";
import { UsageError } from "../../base/usage-error.js";
import type { WorkflowOptions } from "../../definition/workflow-options.js";
import { isGraphPath } from "../../generation-request/graph-path.js";
import { resolveCheckedRequest } from "../../generation-request/resolve-request.js";
import type { CommandHost } from "../../session/command-host.js";
import type { UnknownClass } from "./check-page.js";

/** Id of the workflow that runs graph files and images. */
const graphWorkflow = "custom";

export type BuildRequest = Omit<GenerateRequest, "directory">;

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

export interface BuildRequirements {
  readonly required: readonly ExtensionRequirement[];
  /** The node classes of the graph; empty if the graph could not be built. */
  readonly classes: readonly string[];
}

const isRequirement = (value: unknown): value is ExtensionRequirement =>
  typeof value === "object" && value !== null && "id" in value && "range" in value && "nodeClasses" in value;

/** The requirements in the error of a build that failed because of missing extensions. */
function requirementsIn(error: unknown): readonly ExtensionRequirement[] {
  const { details } = (error ?? {}) as { readonly details?: { readonly requires?: unknown } };
  return Array.isArray(details?.requires) ? details.requires.filter(isRequirement) : [];
}

/** Builds the request without submitting it. */
export async function readBuildRequirements(
  { kernel, signal }: CommandHost,
  request: BuildRequest,
): Promise<BuildRequirements> {
  try {
    const { drafts } = await kernel.build({ ...request, signal });
    const classes = drafts.flatMap(({ graph }) => Object.values(graph).map(({ class_type }) => class_type));
    return { required: drafts.flatMap(({ requires }) => requires), classes: [...new Set(classes)] };
  } catch (error) {
    const required = requirementsIn(error);
    if (required.length === 0) throw error;
    return { required, classes: [] };
  }
}

/** The knowledge about the backend that `decide` needs besides the list of its extensions. */
export const knowledgeAbout = ({ backend, catalog }: BackendState): Knowledge => ({
  ...(catalog !== undefined && { classes: catalog }),
  ...(backend.facets.extensions === undefined && { isUnlisted: true }),
});

export interface BackendState {
  readonly instance: BackendInstance;
  readonly backend: Backend;
  readonly installed: readonly InstalledExtension[];
  /** Absent if the server does not run, because this command does not start it. */
  readonly catalog?: Catalog;
}

export async function readBackendState(
  { kernel, signal }: CommandHost,
  name: string | undefined,
): Promise<BackendState> {
  const { instance, backend } = await kernel.openBackend(name);
  const { extensions, lifecycle } = backend.facets;
  const installed = (await extensions?.list({ signal })) ?? [];
  const canBeDown = lifecycle?.start !== undefined;
  const isAnswering = !canBeDown || isUp(await lifecycle.state({ signal }));
  return {
    instance,
    backend,
    installed,
    ...(isAnswering && { catalog: await backend.catalog({ signal, refresh: true }) }),
  };
}

export interface AttributedRequirements {
  readonly required: readonly ExtensionRequirement[];
  readonly unknown: readonly UnknownClass[];
}

/** Adds requirements for the node classes that no requirement explains, as a generation does. */
export async function attributeRequirements(
  { signal }: Pick<CommandHost, "signal">,
  { required, classes }: BuildRequirements,
  { backend, catalog, installed }: BackendState,
): Promise<AttributedRequirements> {
  if (catalog === undefined) return { required, unknown: [] };
  const unexplained = unexplainedClasses(classes, required);
  const present = requirementsOfPresent(unexplained, catalog, installed);
  const lacking = unexplained.filter((name) => !catalog.has(name));
  if (lacking.length === 0) return { required: [...required, ...present], unknown: [] };
  const known = await backend.facets.extensions?.providers(lacking, { signal });
  const providers: ReadonlyMap<string, readonly string[]> = known ?? new Map<string, readonly string[]>();
  // A generation would ask which of several providers to use; here none is chosen.
  const fromProviders = await requirementsOfLacking(providers, required, () => Promise.resolve(undefined));
  const unexplainedLeft = unexplainedClasses(lacking, fromProviders);
  return {
    required: [...required, ...present, ...fromProviders],
    unknown: unexplainedLeft.map((name) => ({ name, providers: providers.get(name) ?? [] })),
  };
}

export const lockFileOf = ({ configuration }: Pick<CommandHost, "configuration">): string =>
  join(configuration.directory, lockFileName);

/** The contents of the project's lock file; empty if there is no file. Throws EXTENSION_LOCK_INVALID. */
export async function readProjectLock(host: Pick<CommandHost, "configuration">): Promise<Lock> {
  const file = lockFileOf(host);
  try {
    return readLock(await readFile(file, "utf8"), file);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}
