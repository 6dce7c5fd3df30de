// pictor-extensions.lock.json: the versions of extensions that a project uses. Pure.

import {
  cutText,
  isRecord,
  jsonPointer,
  withoutByteOrderMark,
  withoutUndefined,
  type InstalledExtension,
} from "@pictor/kernel/plugin";
import { extensionFault } from "../faults.js";
import { withoutCredentials } from "../names/credentials.js";
import { identityOf, isSame } from "../names/identity.js";
import { byId } from "../names/order.js";
import type { Pin } from "../steps/step.js";
import { commitOf, versionOf } from "../versions/version.js";

export const lockFileName = "pictor-extensions.lock.json";
/** Version of the format, raised when older readers would misread the file. */
const lockVersion = 1;
const versionKey = "pictorExtensions";

export interface LockedExtension extends Pin {
  /** The source of the extension without credentials, for the user. */
  readonly source?: string;
}
/** The locked extensions, sorted by id. */
export type Lock = readonly LockedExtension[];

function described(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isRecord(value)) return "an object";
  return cutText(withoutCredentials(JSON.stringify(value)), 60);
}

const fields: Readonly<Record<string, { readonly expected: string; isRight(text: string): boolean }>> = {
  version: { expected: "an exact version, such as 1.2.0", isRight: (text) => versionOf(text) === text },
  commit: {
    expected: "a commit of 7 to 40 hexadecimal digits",
    isRight: (text) => commitOf(text) !== undefined,
  },
  source: { expected: "an address", isRight: (text) => text !== "" },
};

type Refuse = (pointer: string, expected: string, found: string, cause?: unknown) => Error;

function readEntry(id: string, entry: unknown, refuse: Refuse): LockedExtension {
  const pointer = jsonPointer("extensions", id);
  const name = identityOf(id);
  if (name === undefined) throw refuse(pointer, "the name of an extension", described(id));
  if (!isRecord(entry)) throw refuse(pointer, "an object with version, commit and source", described(entry));
  for (const [key, value] of Object.entries(entry)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined)
      throw refuse(pointer + jsonPointer(key), "version, commit or source", described(key));
    if (typeof value !== "string" || !field.isRight(value))
      throw refuse(pointer + jsonPointer(key), field.expected, described(value));
  }
  const { version, commit, source } = entry as Readonly<Record<string, string | undefined>>;
  const address = source && withoutCredentials(source);
  return withoutUndefined({ id: name, version, commit: commit?.toLowerCase(), source: address });
}

/** `file` is the path for errors. Throws EXTENSION_LOCK_INVALID with the location, the expected and the found value. */
export function readLock(text: string, file: string): Lock {
  const refuse: Refuse = (pointer, expected, found, cause) =>
    extensionFault(
      "EXTENSION_LOCK_INVALID",
      { file, where: pointer === "" ? "" : ` at ${pointer}`, expected, found },
      { cause },
    );
  let value: unknown;
  try {
    value = JSON.parse(withoutByteOrderMark(text));
  } catch (cause) {
    const isMerge = /^(<{7}|={7}|>{7})/m.test(text);
    throw refuse("", "JSON", isMerge ? "the marks of a merge that is not finished" : "something else", cause);
  }
  if (!isRecord(value)) throw refuse("", "an object", described(value));
  const { [versionKey]: version, extensions } = value;
  if (version !== lockVersion) throw refuse(`/${versionKey}`, String(lockVersion), described(version));
  if (!isRecord(extensions)) throw refuse("/extensions", "an object of extensions", described(extensions));
  const lock = new Map<string, LockedExtension>();
  for (const [id, entry] of Object.entries(extensions)) {
    const read = readEntry(id, entry, refuse);
    if (lock.has(read.id)) throw refuse("/extensions", "each extension once", `${read.id} in two spellings`);
    lock.set(read.id, read);
  }
  return [...lock.values()].sort(byId);
}

/** The text does not depend on the order of the entries. */
export function writeLock(lock: Lock): string {
  const entries = [...lock]
    .sort(byId)
    .map(({ id, version, commit, source }) => [id, { version, commit, source }] as const);
  const extensions: unknown = Object.fromEntries(entries);
  return `${JSON.stringify({ [versionKey]: lockVersion, extensions }, undefined, 2)}\n`;
}

/** The entry for an installed extension. `source` is an address, whose credentials are removed. */
export function lockedFrom(installed: InstalledExtension, source?: string): LockedExtension {
  const { id, version, commit, repositories } = installed;
  const named = source ?? repositories[0];
  const address = named === undefined ? undefined : withoutCredentials(named);
  return withoutUndefined({ id: identityOf(id) ?? id, version, commit, source: address });
}

/** Adds entries to a lock. They replace older entries of the same extensions. */
export function withLocked(lock: Lock, entries: readonly LockedExtension[]): Lock {
  return [...new Map([...lock, ...entries].map((entry) => [entry.id, entry])).values()].sort(byId);
}

/**
 * The lock after a change. Entries of changed extensions are replaced, even if they were locked under another name.
 * Used extensions are added if the lock has no entry for them.
 */
export function lockInstalled(
  lock: Lock,
  changed: readonly InstalledExtension[],
  used: readonly InstalledExtension[] = [],
): Lock {
  const isNamed = (one: InstalledExtension): boolean => lock.some(({ id }) => isSame(id, one));
  const kept = lock.filter(({ id }) => !changed.some((one) => isSame(id, one)));
  const added = used.filter((one) => !isNamed(one));
  return withLocked(
    kept,
    [...added, ...changed].map((one) => lockedFrom(one)),
  );
}
