// Opens a backend instance with the facet that some work needs, and explains what is missing.

import type { Backend, BackendFacets, BackendInstance, InstanceState } from "@pictor/kernel";
import { backendWorkFault } from "./faults.js";

export type FacetName = "extensions" | "lifecycle" | "installation" | "members" | "work" | "failures";

/** What an instance without a facet cannot do, which instances can, and the command that helps. */
export interface MissingFacet {
  readonly cannot: string;
  readonly others: string;
  readonly command?: string;
}

const instances = "`pictor backend list` shows the instances.";
const kinds = "`pictor backend list` shows the kinds of the instances.";
const absences: Readonly<Record<FacetName, MissingFacet>> = {
  extensions: {
    cannot: "cannot list its extensions",
    others: "A managed backend and a remote ComfyUI can.",
    command: instances,
  },
  lifecycle: {
    cannot: "cannot be started or stopped from here",
    others: "A managed backend can.",
    command: "`pictor backend install NAME` creates one.",
  },
  installation: {
    cannot: "cannot be installed or updated from here",
    others: "A managed backend can.",
    command: "`pictor backend install` with a new name creates one.",
  },
  members: { cannot: "has no members", others: "A backend of the kind pool or queue has.", command: kinds },
  work: {
    cannot: "is not a queue that a worker could work for",
    others: "A backend of the kind queue is.",
    command: kinds,
  },
  failures: {
    cannot: "keeps no failed prompts",
    others: "A backend of the kind queue does.",
    command: kinds,
  },
};

export const missingLogs: MissingFacet = {
  cannot: "has no server log that can be read from here",
  others: "A managed backend has one. The log of another server is on the machine of that server.",
};

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
  { cannot, others, command }: MissingFacet = absences[facet],
): OpenedInstance<Facet> {
  const { facets } = opened.backend;
  const found = facets[facet];
  if (found !== undefined) return { ...opened, facet: found };
  const { name: backend, kind } = opened.instance;
  if (facet === "installation" && facets.lifecycle?.start !== undefined)
    throw backendWorkFault("BACKEND_COMFYUI_FOREIGN", { backend });
  const advice = command === undefined ? others : `${others} ${command}`;
  throw backendWorkFault("BACKEND_CANNOT", { backend, kind, cannot, advice }, { pageFix: others });
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
  throw backendWorkFault("BACKEND_CANNOT", {
    backend,
    kind,
    cannot,
    advice: "Do this on the machine of the server.",
  });
}

/** True while the server runs or starts. */
export const isRunning = ({ state }: InstanceState): boolean => state === "running" || state === "starting";
