// The power of a project's lock file: it determines which code of an extension is installed.

import { lstatSync } from "node:fs";
import { join } from "node:path";
import { fileFingerprint } from "./file-fingerprint.js";
import { realPathOfExisting } from "@pictor/kernel";
import { createPower, type Power } from "./power.js";
import { readTrust, trustFile, writeTrust } from "./trust-file.js";

/** The name of the lock file: the same as in the library of extensions, which the host does not load. */
export const lockFileName = "pictor-extensions.lock.json";

/** The pointer of the power: the file stands beside the project file. */
export const lockPointer = `/${lockFileName}`;

/** The power of the lock file; none without the file. Another content of the file is another power. */
export function lockPowers(folder: string): readonly Power[] {
  const path = join(folder, lockFileName);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return [];
  const text = `installs the extension versions and commits that ${lockFileName} names, when you agree to install the extensions`;
  return [createPower(lockPointer, text, () => fileFingerprint(path))];
}

/**
 * Returns a function that trusts the lock file after Pictor has written it for the user. It does nothing for a lock
 * file that was used in one call only, without stored trust.
 */
export function trustSavedLock(
  directory: string,
  env: Readonly<Record<string, string | undefined>>,
): (file: string) => Promise<void> {
  const folder = realPathOfExisting(directory);
  const digest = (): string | undefined => lockPowers(folder)[0]?.digest;
  let before = digest();
  return async (file) => {
    if (file !== join(directory, lockFileName)) return;
    const record = (await readTrust(trustFile(env)))[folder];
    if (before !== undefined && record?.powers.includes(before) !== true && record?.mode !== "later-changes")
      return;
    const after = digest();
    if (after === undefined) return;
    await writeTrust(trustFile(env), folder, (found) => ({
      mode: found?.mode ?? "snapshot",
      powers: [...(found?.powers ?? []).filter((power) => power !== before), after],
    }));
    before = after;
  };
}
