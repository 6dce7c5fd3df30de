// Asks the Comfy Registry about a pack, for Managers that do not report its repository and versions themselves.

import { linkedController, parseJson, asString } from "@pictor/kernel/plugin";
import type { CallOptions, Network } from "@pictor/kernel/plugin";
import { fieldsOf, itemsOf } from "../base/json-fields.js";

export interface RegistryClient {
  /** The repository of a pack; undefined if the registry lacks the pack, names no repository for it, or does not answer. */
  repositoryOf(id: string, options?: CallOptions): Promise<string | undefined>;
  /** The versions of a pack; undefined if the registry lacks the pack or does not answer. */
  versionsOf(id: string, options?: CallOptions): Promise<readonly string[] | undefined>;
  /** Why the registry cannot be asked; undefined as long as it answers. */
  outage(): string | undefined;
}

const timeoutMs = 10_000;
const maxBytes = 10_000_000;

/** Repositories are cached for as long as the client lives. After the first failure no further request is sent. */
export function createRegistryClient(network: Network, base: string, closed: AbortSignal): RegistryClient {
  const repositories = new Map<string, string | undefined>();
  const root = base.replace(/\/+$/, "");
  let isUnavailable = root === "";

  async function get(path: string, { signal }: CallOptions): Promise<unknown> {
    if (isUnavailable) return undefined;
    const { controller, release } = linkedController(closed, signal);
    try {
      const limits = { signal: controller.signal, timeoutMs, maxBytes };
      const reply = await network.send({ method: "GET", url: root + path, purpose: "backend" }, limits);
      if (reply.status === 200) return parseJson(await reply.text());
      await reply.discard();
      isUnavailable ||= reply.status !== 404 && reply.status !== 403;
    } catch (error) {
      if (closed.aborted || signal?.aborted === true) throw error;
      isUnavailable = true;
    } finally {
      release();
    }
    return undefined;
  }

  return {
    outage() {
      if (root === "")
        return "the Comfy Registry is not asked, because the setting registry of the backend is empty";
      return isUnavailable ? `the Comfy Registry (${root}) did not answer Pictor` : undefined;
    },
    async repositoryOf(id, options = {}) {
      if (repositories.has(id)) return repositories.get(id);
      const found = asString(fieldsOf(await get(`/nodes/${encodeURIComponent(id)}`, options))["repository"]);
      const repository = found === "" ? undefined : found;
      if (!isUnavailable) repositories.set(id, repository);
      return repository;
    },
    async versionsOf(id, options = {}) {
      const path = `/nodes/${encodeURIComponent(id)}/versions?statuses=NodeVersionStatusActive`;
      const reply = await get(path, options);
      return reply === undefined ? undefined : parseVersions(reply);
    },
  };
}

/** The versions in a reply that may be installed. The Manager's route returns the registry's reply unchanged. */
export const parseVersions = (reply: unknown): readonly string[] =>
  itemsOf(reply).flatMap((item) => {
    const { version, deprecated, status } = fieldsOf(item);
    const isInstallable = deprecated !== true && !/Banned|Deleted|Flagged/.test(asString(status) ?? "");
    return isInstallable ? (asString(version) ?? []) : [];
  });
