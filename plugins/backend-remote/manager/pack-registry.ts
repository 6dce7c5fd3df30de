// What the Comfy Registry knows of a pack, for Managers that do not report its repository and versions themselves.

import { withoutCredentials, type RegistryClient } from "@pictor/extensions";
import { linkedController, PictorError } from "@pictor/kernel/plugin";
import type { CallOptions } from "@pictor/kernel/plugin";

export interface PackRegistry {
  /** The repository of a pack; undefined if the registry lacks the pack, names no repository for it, or does not answer. */
  repositoryOf(id: string, options?: CallOptions): Promise<string | undefined>;
  /** The versions of a pack; undefined if the registry does not answer. */
  versionsOf(id: string, options?: CallOptions): Promise<readonly string[] | undefined>;
  /** Why the registry cannot be asked; undefined as long as it answers. */
  outage(): string | undefined;
}

/** Repositories are cached for as long as the backend is open. After the first failure no further request is sent. */
export function createPackRegistry(client: RegistryClient, closed: AbortSignal): PackRegistry {
  const repositories = new Map<string, string | undefined>();
  let isUnavailable = client.address === "";

  async function ask<T>(question: (call: CallOptions) => Promise<T>, { signal }: CallOptions) {
    if (isUnavailable) return undefined;
    const { controller, release } = linkedController(closed, signal);
    try {
      return await question({ signal: controller.signal });
    } catch (error) {
      if (closed.aborted || signal?.aborted === true) throw error;
      // The registry has answered about a pack that it has banned.
      isUnavailable = !(error instanceof PictorError && error.code === "EXTENSION_SOURCE_REFUSED");
      return undefined;
    } finally {
      release();
    }
  }

  return {
    outage() {
      if (client.address === "")
        return "the Comfy Registry is not asked, because the setting registry of the backend is empty";
      return isUnavailable
        ? `the Comfy Registry (${withoutCredentials(client.address)}) did not answer Pictor`
        : undefined;
    },
    async repositoryOf(id, options = {}) {
      if (repositories.has(id)) return repositories.get(id);
      const repository = (await ask((call) => client.node(id, call), options))?.repository;
      if (!isUnavailable) repositories.set(id, repository);
      return repository;
    },
    versionsOf: (id, options = {}) => ask((call) => client.versions(id, call), options),
  };
}
