// What the Comfy Registry knows of a pack, for Managers that do not report its repository and versions themselves.

import { withoutCredentials, type RegistryClient } from "@pictor/extensions";
import { linkedController, PictorError, type CallOptions } from "@pictor/kernel/plugin";

export type PackRegistry = ReturnType<typeof createPackRegistry>;

const isBan = (error: unknown): boolean =>
  error instanceof PictorError && error.code === "EXTENSION_SOURCE_REFUSED";

/** Repositories are cached for as long as the backend is open. After the first failure no further request is sent. */
export function createPackRegistry(client: RegistryClient, closed: AbortSignal) {
  const repositories = new Map<string, string | undefined>();
  let isUnavailable = client.address === "";

  async function ask<T>(question: (call: CallOptions) => Promise<T>, { signal }: CallOptions) {
    if (isUnavailable) return undefined;
    const { controller, release } = linkedController(closed, signal);
    try {
      return await question({ signal: controller.signal });
    } catch (error) {
      if (closed.aborted || signal?.aborted === true || isBan(error)) throw error;
      isUnavailable = true;
      return undefined;
    } finally {
      release();
    }
  }

  return {
    /** Why the registry cannot be asked; undefined as long as it answers. */
    outage() {
      if (client.address === "")
        return "the Comfy Registry is not asked, because the setting registry of the backend is empty";
      return isUnavailable
        ? `the Comfy Registry (${withoutCredentials(client.address)}) did not answer Pictor`
        : undefined;
    },
    /**
     * The repository of a pack; undefined if the registry lacks or has banned the pack, names no repository, or does not
     * answer.
     */
    async repositoryOf(id: string, options: CallOptions = {}) {
      if (repositories.has(id)) return repositories.get(id);
      const node = await ask((call) => client.node(id, call), options).catch((error: unknown) => {
        if (isBan(error)) return undefined;
        throw error;
      });
      if (!isUnavailable) repositories.set(id, node?.repository);
      return node?.repository;
    },
    /**
     * The versions of a pack; undefined if the registry does not answer. Rejects with `EXTENSION_SOURCE_REFUSED` for a
     * banned pack.
     */
    versionsOf: (id: string, options: CallOptions = {}): Promise<readonly string[] | undefined> =>
      ask((call) => client.versions(id, call), options),
  };
}
