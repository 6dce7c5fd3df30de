// The secret store that needs no plugin. Its secrets are lost when the process ends.

import { createKeyedLock, type SecretStore } from "@pictor/kernel";

/** `values` are the secrets by their keys. Default: none. */
export function createMemoryStore(values = new Map<string, string>()): SecretStore {
  return {
    description: "the memory of this process (gone when it ends)",
    get: (key) => Promise.resolve(values.get(key)),
    set(key, value) {
      values.set(key, value);
      return Promise.resolve();
    },
    delete(key) {
      values.delete(key);
      return Promise.resolve();
    },
    keys: () => Promise.resolve([...values.keys()]),
    exclusively: createKeyedLock(),
  };
}
