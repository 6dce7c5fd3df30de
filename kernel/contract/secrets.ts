// Storage of secrets: what a store implements, and what plugins and hosts use.

import type { Awaitable } from "./values.js";

/** The exclusive lock of a key, while its work runs. */
export interface KeyLock {
  /**
   * Aborted when this process has lost the lock: it was suspended for more than ten seconds, and another one took the
   * lock over. What the work then changes collides with that process.
   */
  readonly signal: AbortSignal;
  /**
   * Finds out whether this process still has the lock, and secures it for another ten seconds. To be awaited
   * immediately before an action that must not collide. Rejects with the reason of the signal if the lock was lost, and
   * with `SECRETS_UNAVAILABLE`.
   */
  confirm(): Promise<void>;
}

/**
 * Stores small strings by key. The plugin marks what is secret inside a string with `context.hide`. Methods reject with
 * `SECRETS_...` when the store cannot be used.
 */
export interface Secrets {
  /** Resolves to the stored value; undefined if nothing is stored under the key. */
  get(key: string): Promise<string | undefined>;
  /** Stores a value, replacing an earlier one. Resolves when the value is stored. */
  set(key: string, value: string): Promise<void>;
  /** Deletes a value. Does nothing if the key is not stored. */
  delete(key: string): Promise<void>;
  /** All stored keys. */
  keys(): Promise<readonly string[]>;
  /**
   * Runs `work` under an exclusive lock of this key that covers other processes, too. Rejects with `SECRETS_LOCKED`
   * when the lock is not released within a minute, and with `SECRETS_UNAVAILABLE` when it was lost meanwhile; else as
   * the work does.
   */
  exclusively<T>(key: string, work: (lock: KeyLock) => Promise<T>): Promise<T>;
}

/** The named secrets of the user, for hosts: the values of `{ "$secret": "<name>" }`. They cannot be read back. */
export interface NamedSecrets {
  /**
   * Describes for the user where the secrets are stored. Rejects with `SECRETS_UNAVAILABLE` when none can be stored.
   */
  describe(): Promise<string>;
  /** Stores a value, replacing an earlier one. From now on the value is hidden in every log line and error. */
  set(name: string, value: string): Promise<void>;
  /** Deletes a secret. Does nothing if there is no such secret. */
  delete(name: string): Promise<void>;
  /** Names of all stored secrets. */
  names(): Promise<readonly string[]>;
}

/** A store for the secrets of all plugins. The kernel separates them by prefixes of the keys. */
export interface SecretStore extends Omit<Secrets, "exclusively"> {
  /**
   * Describes the place for the user, such as "the file ~/.config/pictor/secrets.json (only you can read it; not
   * encrypted)".
   */
  readonly description: string;
  /** Like `Secrets.exclusively`. A store whose locks cannot be lost, such as one in memory, calls `work` without a lock. */
  exclusively<T>(key: string, work: (lock?: KeyLock) => Promise<T>): Promise<T>;
  /** Closes the store. Called once, when the kernel is disposed. */
  close?(): Awaitable<void>;
}

/** A contributed kind of secret store. */
export interface SecretStoreKind {
  /**
   * Opens the store. Called when a secret is first needed, and again after a rejection. Rejects with
   * `SECRETS_UNAVAILABLE` and the reason.
   */
  open(): Promise<SecretStore>;
}
