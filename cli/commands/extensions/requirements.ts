// What a workflow, a graph file or an image needs of extensions, and what a backend has: the two sides of a check.

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

/** The workflow that runs graph files and images. */
const graphWorkflow = "custom";

export type BuildRequest = Omit<GenerateRequest, "directory">;

/** The generation that is meant; a path is that of a graph or an image. Throws a UsageError. */
export async function targetRequest(
  host: CommandHost,
  target: string | undefined,
  prompt: string | undefined,
  options: WorkflowOptions,
): Promise<BuildRequest> {
  const { backend, set = [] } = options;
  const named = backend === undefined ? {} : { backend };
  if (target === "-") {
    const hint = "Save it to a file, and name that.";
    throw new UsageError("USAGE_ARGUMENT", "A graph cannot be piped in here.", hint);
  }
  if (target !== undefined && isGraphPath(host, target)) {
    const withGraph = { ...options, set: [`graph=${target}`, ...set] };
    return { ...(await resolveCheckedRequest(host, graphWorkflow, prompt, withGraph)), ...named };
  }
  return { ...(await resolveCheckedRequest(host, target, prompt, options)), ...named };
}

export interface Needs {
  readonly required: readonly ExtensionRequirement[];
  /** Node classes that are used; empty where nothing could be built. */
  readonly classes: readonly string[];
}

const isRequirement = (value: unknown): value is ExtensionRequirement =>
  typeof value === "object" && value !== null && "id" in value && "range" in value && "nodeClasses" in value;

/** A build that fails for want of extensions says which. */
function requirementsIn(error: unknown): readonly ExtensionRequirement[] {
  const { details } = (error ?? {}) as { readonly details?: { readonly requires?: unknown } };
  return Array.isArray(details?.requires) ? details.requires.filter(isRequirement) : [];
}

/** Builds, and submits nothing. */
export async function needsOf({ kernel, signal }: CommandHost, request: BuildRequest): Promise<Needs> {
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

/** The two sides together: what `decide` is to know beside the lists. */
export const knowledgeOf = ({ backend, catalog }: Present): Knowledge => ({
  ...(catalog !== undefined && { classes: catalog }),
  ...(backend.facets.extensions === undefined && { isUnlisted: true }),
});

export interface Present {
  readonly instance: BackendInstance;
  readonly backend: Backend;
  readonly installed: readonly InstalledExtension[];
  /** Absent where the server does not run: it is not started for a look. */
  readonly catalog?: Catalog;
}

export async function presentOn({ kernel, signal }: CommandHost, name: string | undefined): Promise<Present> {
  const { instance, backend } = await kernel.openBackend(name);
  const { extensions, lifecycle } = backend.facets;
  const installed = (await extensions?.list({ signal })) ?? [];
  const canBeDown = lifecycle?.start !== undefined;
  const answers = !canBeDown || isUp(await lifecycle.state({ signal }));
  return {
    instance,
    backend,
    installed,
    ...(answers && { catalog: await backend.catalog({ signal, refresh: true }) }),
  };
}

export interface Attributed {
  readonly required: readonly ExtensionRequirement[];
  readonly unknown: readonly UnknownClass[];
}

/** What is required, and, as before a generation, the extensions behind the classes that no requirement speaks of. */
export async function attributed(
  { signal }: Pick<CommandHost, "signal">,
  { required, classes }: Needs,
  { backend, catalog, installed }: Present,
): Promise<Attributed> {
  if (catalog === undefined) return { required, unknown: [] };
  const unexplained = unexplainedClasses(classes, required);
  const present = requirementsOfPresent(unexplained, catalog, installed);
  const lacking = unexplained.filter((name) => !catalog.has(name));
  if (lacking.length === 0) return { required: [...required, ...present], unknown: [] };
  const known = await backend.facets.extensions?.providers(lacking, { signal });
  const providers: ReadonlyMap<string, readonly string[]> = known ?? new Map<string, readonly string[]>();
  // Here nobody is asked: of several none is taken.
  const brought = await requirementsOfLacking(providers, required, () => Promise.resolve(undefined));
  const left = unexplainedClasses(lacking, brought);
  return {
    required: [...required, ...present, ...brought],
    unknown: left.map((name) => ({ name, providers: providers.get(name) ?? [] })),
  };
}

export const lockFileOf = ({ configuration }: Pick<CommandHost, "configuration">): string =>
  join(configuration.directory, lockFileName);

/** The project's lock; empty where there is none. Throws EXTENSION_LOCK_INVALID. */
export async function projectLock(host: Pick<CommandHost, "configuration">): Promise<Lock> {
  const file = lockFileOf(host);
  try {
    return readLock(await readFile(file, "utf8"), file);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}
