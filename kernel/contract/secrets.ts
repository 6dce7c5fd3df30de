// Where secrets are kept: what a store offers, and what a plugin sees of it.

import type { Awaitable } from "./values.js";

/**
 * Small texts by key. What is secret inside of them is told to the kernel with `context.hide`. Methods reject with
 * `SECRETS_...` where the store cannot be used.
 */
export interface Secrets {
  /** Undefined where nothing is kept under the key. */
  get(key: string): Promise<string | undefined>;
  /** Settles when it is kept; what was there is replaced. */
  set(key: string, value: string): Promise<void>;
  /** Nothing happens where there is none. */
  delete(key: string): Promise<void>;
  /** Those that something is kept under. */
  keys(): Promise<readonly string[]>;
  /**
   * Runs `work` while nobody else, in this process or another, runs work under the same key. Rejects with
   * `SECRETS_LOCKED` when the other one does not end within a minute.
   */
  exclusively<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** The person's own secrets, for the hosts: what `{ "$secret": "<name>" }` stands for. There is no way to read one back. */
export interface NamedSecrets {
  /** Where they are, in a person's words. Rejects with `SECRETS_UNAVAILABLE` where they cannot be kept. */
  describe(): Promise<string>;
  /** Replaces what was there. From now on the value is hidden in every log and error. */
  set(name: string, value: string): Promise<void>;
  /** Nothing happens where there is none. */
  delete(name: string): Promise<void>;
  /** Those that there are. */
  names(): Promise<readonly string[]>;
}

/** A place for secrets, shared by everybody: the kernel keeps the namespaces apart. */
export interface SecretStore extends Secrets {
  /** Where values are, in a person's words: "the file ~/.config/pictor/secrets.json (only you can read it; not encrypted)". */
  readonly description: string;
  /** Called once, when the kernel is disposed. */
  close?(): Awaitable<void>;
}

/** A contributed kind of store. */
export interface SecretStoreKind {
  /** Called when the store is first needed, and again after a rejection: `SECRETS_UNAVAILABLE`, with the reason. */
  open(): Promise<SecretStore>;
}
