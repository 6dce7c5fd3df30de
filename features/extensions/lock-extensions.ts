// Locks the versions of the extensions that a request uses on a backend now.

import {
  decide,
  describeStep,
  lockedFrom,
  withLocked,
  type Lock,
  type LockedExtension,
} from "@pictor/extensions";
import { changeProjectLock } from "@pictor/extensions/project-lock";
import { realClock, type InstalledExtension, type LoadedConfiguration } from "@pictor/kernel";
import { extensionWorkFault } from "./faults.js";
import {
  knownBackendFacts,
  type BuildRequest,
  readRequestedExtensions,
  type BuildingPictor,
  type GraphRequest,
} from "./requirements.js";
import { adviceLines } from "./step-record.js";

export interface LockOutcome {
  readonly locked: readonly LockedExtension[];
  /** Extensions that have neither a version nor a commit, and are not locked. */
  readonly unversioned: readonly InstalledExtension[];
  /** Path of the lock file; absent if there was nothing to lock, so that no file was written. */
  readonly path?: string;
}

/** The installed extensions that the request uses. Throws `EXTENSIONS_NOT_LOCKABLE` if one is missing. */
async function usedExtensions(
  pictor: BuildingPictor,
  request: BuildRequest | GraphRequest,
  signal: AbortSignal,
): Promise<readonly InstalledExtension[]> {
  const { present, required, unknown } = await readRequestedExtensions(pictor, request, signal);
  const { name } = present.instance;
  const [line] = adviceLines([], unknown, false);
  if (line !== undefined)
    throw extensionWorkFault("EXTENSIONS_NOT_LOCKABLE", {
      what: `The extensions on ${name} cannot be locked. ${line}`,
    });
  // The existing lock is ignored, because the new lock replaces it.
  const steps = decide(required, present.installed, [], knownBackendFacts(present));
  const found: InstalledExtension[] = [];
  for (const step of steps) {
    const isLockable = step.kind === "ok" || step.kind === "unverifiable" || step.kind === "restart";
    if (isLockable && "found" in step && step.found.enabled) found.push(step.found);
    // In a step `ok` without an extension, the node classes exist but their extension is unknown.
    else if (step.kind !== "ok")
      throw extensionWorkFault("EXTENSIONS_NOT_LOCKABLE", {
        what: `${step.id} cannot be locked on ${name}: ${describeStep(step)}`,
      });
  }
  return found;
}

const hasVersion = ({ version, commit }: InstalledExtension): boolean =>
  version !== undefined || commit !== undefined;

/**
 * Writes the lock file of the project. Rejects with `EXTENSIONS_NOT_LOCKABLE`, EXTENSION_LOCK_INVALID or
 * EXTENSION_LOCK_NOT_WRITABLE.
 */
export async function lockExtensions(
  pictor: BuildingPictor & { readonly configuration: Pick<LoadedConfiguration, "directory" | "fileSaved"> },
  request: BuildRequest | GraphRequest,
  signal: AbortSignal,
): Promise<LockOutcome> {
  const { directory: project, fileSaved: saved } = pictor.configuration;
  const found = await usedExtensions(pictor, request, signal);
  const locked = found.filter(hasVersion).map((one) => lockedFrom(one));
  const unversioned = found.filter((one) => !hasVersion(one));
  if (locked.length === 0) return { locked, unversioned };
  const edit = (lock: Lock): Lock => withLocked(lock, locked);
  const path = await changeProjectLock({ project, clock: realClock, edit, saved });
  return { locked, unversioned, path };
}
