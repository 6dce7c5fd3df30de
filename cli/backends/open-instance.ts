// Opens a backend instance with the facet that a command needs, and explains what is missing.

import {
  PictorError,
  type Backend,
  type BackendFacets,
  type BackendInstance,
  type InstanceState,
  type Pictor,
} from "@pictor/host";
import { UsageError } from "../base/usage-error.js";
import type { CommandHost } from "../session/command-host.js";
import { oneLine } from "../text/plain-text.js";
import { shellWord } from "../text/shell-word.js";
import { isInstanceName } from "./instance-name.js";

type FacetName = "extensions" | "lifecycle" | "installation";

const absences: Readonly<Record<FacetName, Absence>> = {
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
};

export interface OpenedInstance<Facet extends FacetName> {
  readonly instance: BackendInstance;
  readonly backend: Backend;
  readonly facet: NonNullable<BackendFacets[Facet]>;
}

/** Opens the instance, or the default one. For an unknown name the error's hint tells how to install it. */
export async function openBackendOrExplain(
  kernel: Pictor,
  name: string | undefined,
): ReturnType<Pictor["openBackend"]> {
  try {
    return await kernel.openBackend(name);
  } catch (error) {
    const isUnknown = error instanceof PictorError && error.code === "BACKEND_UNKNOWN";
    if (!isUnknown || name === undefined || !isInstanceName(name)) throw error;
    const { code, what, hint, details } = error;
    const command = `\`pictor backend install ${shellWord(name)}\` makes one.`;
    throw new PictorError(code, what, `${hint} ${command}`, details, error);
  }
}

/** What an instance without a facet cannot do, and which instances can. */
type Absence = readonly [predicate: string, hint: string];

/** Opens the instance, or the default one. Throws a UsageError, by default a general one, if it lacks the facet. */
export async function openWithFacet<Facet extends FacetName>(
  { kernel }: Pick<CommandHost, "kernel">,
  name: string | undefined,
  facet: Facet,
  absence: Absence = absences[facet],
): Promise<OpenedInstance<Facet>> {
  const { instance, backend } = await openBackendOrExplain(kernel, name);
  const { facets } = backend;
  const found = facets[facet];
  if (found === undefined) throw missingFacetError(instance, facet, facets, absence);
  return { instance, backend, facet: found };
}

function missingFacetError(
  { name, kind }: BackendInstance,
  facet: FacetName,
  facets: BackendFacets,
  [predicate, hint]: Absence,
): UsageError {
  if (facet === "installation" && facets.lifecycle?.start !== undefined) {
    const what = `${oneLine(name)} uses a ComfyUI that Pictor did not install (comfyDirectory).`;
    return new UsageError("USAGE_ARGUMENT", what, "Update it with its own git.");
  }
  return new UsageError("USAGE_ARGUMENT", `${oneLine(name)} (${oneLine(kind)}) ${predicate}.`, hint);
}

/**
 * Returns an optional operation of the facet `lifecycle`. Throws a UsageError if the backend lacks it; `participle`
 * completes "cannot be ...", such as "started".
 */
export function requireOperation<Operation>(
  operation: Operation | undefined,
  { name, kind }: BackendInstance,
  participle: string,
): Operation {
  if (operation !== undefined) return operation;
  const what = `${oneLine(name)} (${oneLine(kind)}) cannot be ${participle} from here.`;
  throw new UsageError("USAGE_ARGUMENT", what, "Do it where the server runs.");
}

/** True while the server runs or starts. */
export const isUp = ({ state }: InstanceState): boolean => state === "running" || state === "starting";
