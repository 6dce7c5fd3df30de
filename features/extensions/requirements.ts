// The extensions that a request needs, and those that a backend has.

import {
  requirementsOfLacking,
  requirementsOfPresent,
  unexplainedClasses,
  type Knowledge,
} from "@pictor/extensions";
import {
  nodeClassesIn,
  type Backend,
  type BackendInstance,
  type Catalog,
  type ExtensionRequirement,
  type GenerateRequest,
  type Graph,
  type InstalledExtension,
  type KernelView,
} from "@pictor/kernel";
import { collectRequirements, requirementsOfError, type ServicesView } from "@pictor/services";
import { isRunning } from "../backends/open-facet.js";

export type BuildRequest = Omit<GenerateRequest, "directory">;

/** A graph in API format that a client wants to run. */
export interface GraphRequest {
  readonly graph: Graph;
  readonly backend?: string;
}

export type BuildingPictor = Pick<ServicesView, "build" | "openBackend"> & Pick<KernelView, "contributions">;

/** A node class that the backend lacks, and whose extension is unknown or ambiguous. */
export interface UnknownClass {
  readonly name: string;
  /** Ids of the extensions that provide the class, from the index of the backend. */
  readonly providers: readonly string[];
}

interface BuildRequirements {
  readonly required: readonly ExtensionRequirement[];
  /** The node classes of the graph; empty if the graph could not be built. */
  readonly classes: readonly string[];
}

/** Builds the request without submitting it. */
async function readBuildRequirements(
  pictor: BuildingPictor,
  request: BuildRequest | GraphRequest,
  signal: AbortSignal,
): Promise<BuildRequirements> {
  if ("graph" in request) {
    const { graph } = request;
    const required = collectRequirements({ graph, requires: [] }, pictor.contributions("nodeClasses"), []);
    return { required, classes: nodeClassesIn(graph) };
  }
  try {
    const { drafts } = await pictor.build({ ...request, signal });
    const classes = nodeClassesIn(...drafts.map(({ graph }) => graph));
    return { required: drafts.flatMap(({ requires }) => requires), classes };
  } catch (error) {
    const required = requirementsOfError(error);
    if (required.length === 0) throw error;
    return { required, classes: [] };
  }
}

/** The data about the backend that a check needs in addition to the list of its extensions. */
export const knownBackendFacts = ({ backend, catalog }: BackendState): Knowledge => ({
  ...(catalog !== undefined && { classes: catalog }),
  ...(backend.facets.extensions === undefined && { isUnlisted: true }),
});

export interface BackendState {
  readonly instance: BackendInstance;
  readonly backend: Backend;
  readonly installed: readonly InstalledExtension[];
  /** The node classes of the backend; absent if its server does not run, because a check does not start the server. */
  readonly catalog?: Catalog;
}

async function readBackendState(
  pictor: BuildingPictor,
  name: string | undefined,
  signal: AbortSignal,
): Promise<BackendState> {
  const { instance, backend } = await pictor.openBackend(name);
  const { extensions, lifecycle } = backend.facets;
  const installed = (await extensions?.list({ signal })) ?? [];
  const canBeDown = lifecycle?.start !== undefined;
  const isAnswering = !canBeDown || isRunning(await lifecycle.state({ signal }));
  return {
    instance,
    backend,
    installed,
    ...(isAnswering && { catalog: await backend.catalog({ signal, refresh: true }) }),
  };
}

interface AttributedRequirements {
  readonly required: readonly ExtensionRequirement[];
  readonly unknown: readonly UnknownClass[];
}

/** Adds requirements for the node classes that no requirement explains, as a generation does. */
async function attributeRequirements(
  { required, classes }: BuildRequirements,
  { backend, catalog, installed }: BackendState,
  signal: AbortSignal,
): Promise<AttributedRequirements> {
  if (catalog === undefined) return { required, unknown: [] };
  const unexplained = unexplainedClasses(classes, required);
  const present = requirementsOfPresent(unexplained, catalog, installed);
  const lacking = unexplained.filter((name) => !catalog.has(name));
  if (lacking.length === 0) return { required: [...required, ...present], unknown: [] };
  const known = await backend.facets.extensions?.providers(lacking, { signal });
  const providers: ReadonlyMap<string, readonly string[]> = known ?? new Map<string, readonly string[]>();
  // If several extensions provide a class, none is chosen here: a generation would ask the user which one to use.
  const fromProviders = await requirementsOfLacking(providers, required, () => Promise.resolve(undefined));
  const unexplainedLeft = unexplainedClasses(lacking, fromProviders);
  return {
    required: [...required, ...present, ...fromProviders],
    unknown: unexplainedLeft.map((name) => ({ name, providers: providers.get(name) ?? [] })),
  };
}

export interface RequestedExtensions extends AttributedRequirements {
  readonly present: BackendState;
}

/** What a request needs, and what its backend has. */
export async function readRequestedExtensions(
  pictor: BuildingPictor,
  request: BuildRequest | GraphRequest,
  signal: AbortSignal,
): Promise<RequestedExtensions> {
  const needs = await readBuildRequirements(pictor, request, signal);
  const present = await readBackendState(pictor, request.backend, signal);
  return { present, ...(await attributeRequirements(needs, present, signal)) };
}
