// The secrets of a kernel: one store, which is opened on first use, with a namespace for each owner.

import {
  fault,
  knownNames,
  type Contribution,
  type KeyLock,
  type NamedSecrets,
  type Secrets,
  type SecretStore,
} from "@pictor/kernel";
import type { Provided } from "../provided/provided.js";
import { createMemoryStore } from "./memory-store.js";

const memory = "memory";
/** The lock of a store whose locks cannot be lost. */
const neverLost: KeyLock = { signal: new AbortController().signal, confirm: () => Promise.resolve() };
/** The namespace of the secrets that `$secret` names. */
export const secretScope = "secret";

export class Vault {
  readonly #store: string;
  readonly #kinds: () => readonly Contribution<"secretStores">[];
  readonly #provided: Pick<Provided, "secretStore">;
  #opening: Promise<SecretStore> | undefined;
  /** The secrets that `$secret` names. */
  readonly named: NamedSecrets;

  /** `store` is the id of the store. `hide` hides a string in logs and errors from now on. */
  constructor(
    store: string,
    kinds: () => readonly Contribution<"secretStores">[],
    provided: Pick<Provided, "secretStore">,
    hide: (secret: string) => void,
  ) {
    this.#store = store;
    this.#kinds = kinds;
    this.#provided = provided;
    const { set, delete: remove, keys: names } = this.scope(secretScope);
    this.named = {
      describe: async () => (await this.#opened()).description,
      set(name, value) {
        hide(value);
        return set(name, value);
      },
      delete: remove,
      names,
    };
  }

  /** The secrets of one owner, who cannot reach those of another. */
  scope(owner: string): Secrets {
    const own = `${owner}/`;
    return {
      get: async (key) => (await this.#opened()).get(own + key),
      set: async (key, value) => (await this.#opened()).set(own + key, value),
      delete: async (key) => (await this.#opened()).delete(own + key),
      keys: async () =>
        (await (await this.#opened()).keys())
          .filter((key) => key.startsWith(own))
          .map((key) => key.slice(own.length)),
      exclusively: async (key, work) =>
        (await this.#opened()).exclusively(own + key, (lock) => work(lock ?? neverLost)),
    };
  }

  async close(): Promise<void> {
    const store = await this.#opening?.catch(() => undefined);
    await store?.close?.();
  }

  #opened(): Promise<SecretStore> {
    return (this.#opening ??= this.#open().catch((error: unknown) => {
      // After a failure the next call opens the store again, because a keyring may have been unlocked meanwhile.
      this.#opening = undefined;
      throw error;
    }));
  }

  async #open(): Promise<SecretStore> {
    if (this.#store === memory) return createMemoryStore();
    const kind = this.#kinds().find(({ id }) => id === this.#store);
    if (kind !== undefined) return (await this.#provided.secretStore(kind)).open();
    const known = [memory, ...this.#kinds().map(({ id }) => id)];
    throw fault("SECRETS_STORE_UNKNOWN", { store: this.#store, ...knownNames(this.#store, known) });
  }
}
