// Opens a backend instance with the facet that some work needs, and explains what is missing.

import type { Backend, BackendFacets, BackendInstance, InstanceState } from "@pictor/kernel";
import { backendWorkFault } from "./faults.js";

export type FacetName = "extensions" | "lifecycle" | "installation" | "members" | "work" | "failures";

/** What an instance without a facet cannot do, and which instances can. */
export type MissingFacet = readonly [cannot: string, advice: string];

const absences: Readonly<Record<FacetName, MissingFacet>> = {
  extensions: [
    "cannot list its extensions",
    "A managed backend and a remote ComfyUI can; `pictor backend list` shows the instances.",
  ],
  lifecycle: [
    "cannot be started or stopped from here",
    "A managed backend can: `pictor backend install NAME` makes one.",
  ],
  installation: [
    "cannot be installed or updated from here",
    "A managed backend can: `pictor backend install` with a new name makes one.",
  ],
  members: [
    "has no members",
    "A backend of the kind pool or queue has; `pictor backend list` shows the kinds of the instances.",
  ],
  work: [
    "is no queue for which a worker could work",
    "A backend of the kind queue is one; `pictor backend list` shows the kinds of the instances.",
  ],
  failures: [
    "keeps no failed prompts",
    "A backend of the kind queue does; `pictor backend list` shows the kinds of the instances.",
  ],
};

export const missingLogs: MissingFacet = [
  "has no server log that can be read from here",
  "A managed backend has one. The log of another server is where that server runs.",
];

export interface OpenedBackend {
  readonly instance: BackendInstance;
  readonly backend: Backend;
}

export interface OpenedInstance<Facet extends FacetName> extends OpenedBackend {
  readonly facet: NonNullable<BackendFacets[Facet]>;
}

/** Throws `BACKEND_CANNOT` or `BACKEND_COMFYUI_FOREIGN` if the instance lacks the facet. */
export function withFacet<Facet extends FacetName>(
  opened: OpenedBackend,
  facet: Facet,
  [cannot, advice]: MissingFacet = absences[facet],
): OpenedInstance<Facet> {
  const { facets } = opened.backend;
  const found = facets[facet];
  if (found !== undefined) return { ...opened, facet: found };
  const { name: backend, kind } = opened.instance;
  if (facet === "installation" && facets.lifecycle?.start !== undefined)
    throw backendWorkFault("BACKEND_COMFYUI_FOREIGN", { backend });
  throw backendWorkFault("BACKEND_CANNOT", { backend, kind, cannot, advice });
}

/**
 * Returns an optional operation of the facet `lifecycle`. Throws `BACKEND_CANNOT` if the backend lacks the operation;
 * `participle` completes "cannot be ...", such as "started".
 */
export function requireOperation<Operation>(
  operation: Operation | undefined,
  { name: backend, kind }: BackendInstance,
  participle: string,
): Operation {
  if (operation !== undefined) return operation;
  const cannot = `cannot be ${participle} from here`;
  throw backendWorkFault("BACKEND_CANNOT", { backend, kind, cannot, advice: "Do it where the server runs." });
}

/** True while the server runs or starts. */
export const isRunning = ({ state }: InstanceState): boolean => state === "running" || state === "starting";
