// Storage of secrets: what a store implements, and what plugins and hosts use.

import type { Awaitable } from "./values.js";

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
   * when the lock is not released within a minute.
   */
  exclusively<T>(key: string, work: () => Promise<T>): Promise<T>;
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
export interface SecretStore extends Secrets {
  /**
   * Describes the place for the user, such as "the file ~/.config/pictor/secrets.json (only you can read it; not
   * encrypted)".
   */
  readonly description: string;
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
