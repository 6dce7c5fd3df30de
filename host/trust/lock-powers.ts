// The power of a project's lock file: it determines which code of an extension is installed.

import { lstatSync } from "node:fs";
import { join } from "node:path";
import { digestOf, realPathOfExisting, type SavedFile } from "@pictor/kernel";
import { fileFingerprint } from "./file-fingerprint.js";
import { linkPowers } from "./link-powers.js";
import { createPower, type Power } from "./power.js";
import { trustFile, writeTrust } from "./trust-file.js";

/** The name of the lock file: the same as in the library of extensions, which the host does not load. */
const lockFileName = "pictor-extensions.lock.json";

/** The pointer of the power: the file stands beside the project file. */
const lockPointer = `/${lockFileName}`;

/** `mark` is a mark of the content: with another content it is another power. */
const powerOf = (mark: () => string): Power =>
  createPower(
    lockPointer,
    `installs the extension versions and commits that ${lockFileName} names, when you agree to install the extensions`,
    mark,
  );

/** The power of the lock file, and that of a link in its place; none without the file. */
export function lockPowers(folder: string): readonly Power[] {
  const path = join(folder, lockFileName);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return [];
  return [powerOf(() => fileFingerprint(path)), ...linkPowers([lockFileName], folder, lockPointer)];
}

/**
 * Returns a function that trusts the content which Pictor has written into the lock file for the user. It does nothing for a lock
 * file whose content before was not trusted, such as one that was used in one call only.
 */
export function trustSavedLock(
  directory: string,
  env: Readonly<Record<string, string | undefined>>,
): (file: SavedFile) => Promise<void> {
  const folder = realPathOfExisting(directory);
  const digest = (content: string): string => powerOf(() => digestOf(content)).digest;
  return async ({ path, before, after }) => {
    if (path !== join(directory, lockFileName)) return;
    const earlier = before === undefined ? undefined : digest(before);
    await writeTrust(trustFile(env), folder, (found) => {
      const { mode = "snapshot", powers = [] } = found ?? {};
      if (earlier !== undefined && mode === "snapshot" && !powers.includes(earlier)) return found;
      return { mode, powers: [...powers.filter((power) => power !== earlier), digest(after)] };
    });
  };
}
