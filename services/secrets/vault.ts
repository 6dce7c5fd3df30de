// The secrets of a kernel: one store, which is opened on first use, with a namespace for each owner.

import {
  fault,
  didYouMean,
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

export interface VaultDependencies {
  /** Id of the store. */
  readonly store: string;
  /** Hides a string in logs and errors from now on. */
  hide(secret: string): void;
  kinds(): readonly Contribution<"secretStores">[];
  readonly provided: Pick<Provided, "secretStore">;
}

export interface Vault {
  /** The secrets of one owner, who cannot reach those of another. */
  scope(owner: string): Secrets;
  /** The secrets that `$secret` names. */
  readonly named: NamedSecrets;
  close(): Promise<void>;
}

export function createVault({ store, hide, kinds, provided }: VaultDependencies): Vault {
  let opening: Promise<SecretStore> | undefined;

  const open = async (): Promise<SecretStore> => {
    if (store === memory) return createMemoryStore();
    const kind = kinds().find(({ id }) => id === store);
    if (kind === undefined) {
      const known = [memory, ...kinds().map(({ id }) => id)];
      throw fault("SECRETS_STORE_UNKNOWN", {
        store,
        known: known.join(", "),
        suggestion: didYouMean(store, known),
      });
    }
    return (await provided.secretStore(kind)).open();
  };
  const opened = (): Promise<SecretStore> =>
    (opening ??= open().catch((error: unknown) => {
      // After a failure the next call opens the store again, because a keyring may have been unlocked meanwhile.
      opening = undefined;
      throw error;
    }));

  const scope = (owner: string): Secrets => {
    const own = `${owner}/`;
    return {
      get: async (key) => (await opened()).get(own + key),
      set: async (key, value) => (await opened()).set(own + key, value),
      delete: async (key) => (await opened()).delete(own + key),
      keys: async () =>
        (await (await opened()).keys())
          .filter((key) => key.startsWith(own))
          .map((key) => key.slice(own.length)),
      exclusively: async (key, work) =>
        (await opened()).exclusively(own + key, (lock) => work(lock ?? neverLost)),
    };
  };

  const { set, delete: remove, keys } = scope(secretScope);
  return {
    scope,
    named: {
      describe: async () => (await opened()).description,
      set(name, value) {
        hide(value);
        return set(name, value);
      },
      delete: remove,
      names: keys,
    },
    async close() {
      const store = await opening?.catch(() => undefined);
      await store?.close?.();
    },
  };
}
