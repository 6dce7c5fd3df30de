// Compares the extensions that a request needs with those of a backend, and with the lock file of the project.

import { decide, type Step } from "@pictor/extensions";
import { readProjectLock } from "@pictor/extensions/project-lock";
import { PictorError, type ExtensionsFacet, type LoadedConfiguration } from "@pictor/kernel";
import {
  knownBackendFacts,
  type BackendState,
  type BuildRequest,
  readRequestedExtensions,
  type BuildingPictor,
  type GraphRequest,
  type UnknownClass,
} from "./requirements.js";

export interface CheckOutcome {
  readonly steps: readonly Step[];
  readonly unknown: readonly UnknownClass[];
  readonly present: BackendState;
  /** True if the backend can install everything that is missing. */
  readonly canInstall: boolean;
  /** True if nothing has to be done. */
  readonly isComplete: boolean;
}

/**
 * Whether the backend can install everything that is missing: the check that a generation makes before it offers an
 * installation.
 */
async function canInstallAll(
  facet: ExtensionsFacet | undefined,
  steps: readonly Step[],
  signal: AbortSignal,
): Promise<boolean> {
  if (facet === undefined || !(await facet.capabilities({ signal })).actions.includes("install"))
    return false;
  for (const step of steps) {
    if (step.kind !== "install") continue;
    const source = await facet.locate(step.wanted, { signal }).catch((error: unknown) => {
      if (error instanceof PictorError && error.code === "EXTENSION_NO_VERSION") return undefined;
      throw error;
    });
    if (source === undefined) return false;
  }
  return true;
}

/**
 * Compares the extensions without starting a server. Rejects as `build`, `openBackend` and `Backend.catalog` do, and
 * with EXTENSION_LOCK_INVALID.
 */
export async function checkExtensions(
  pictor: BuildingPictor & { readonly configuration: Pick<LoadedConfiguration, "directory"> },
  request: BuildRequest | GraphRequest,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const lock = await readProjectLock(pictor.configuration.directory);
  const { present, required, unknown } = await readRequestedExtensions(pictor, request, signal);
  const steps = decide(required, present.installed, lock, knownBackendFacts(present));
  const canInstall = await canInstallAll(present.backend.facets.extensions, steps, signal);
  const isComplete = unknown.length === 0 && steps.every(({ kind }) => kind === "ok");
  return { steps, unknown, present, canInstall, isComplete };
}
