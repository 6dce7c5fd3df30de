// What the Comfy Registry says of a pack: asked where the server's own Manager does not tell.

import { abortedWith, parseJson } from "@pictor/kernel/plugin";
import type { CallOptions, Network } from "@pictor/kernel/plugin";
import { fieldsOf, itemsOf, textOf } from "../fields.js";

export interface Registry {
  /** Undefined when it knows no such pack, names no repository, or does not answer. */
  repositoryOf(id: string, options?: CallOptions): Promise<string | undefined>;
  /** Undefined when it knows no such pack or does not answer. */
  versionsOf(id: string, options?: CallOptions): Promise<readonly string[] | undefined>;
}

const timeoutMs = 10_000;
const maxBytes = 10_000_000;

/** A pack's address never changes, and is asked for once; after a failure nobody asks again. */
export function createRegistry(network: Network, base: string, closed: AbortSignal): Registry {
  const known = new Map<string, string | undefined>();
  const root = base.replace(/\/+$/, "");
  let isAway = root === "";

  async function get(path: string, { signal }: CallOptions): Promise<unknown> {
    if (isAway) return undefined;
    const { controller, letGo } = abortedWith(closed, signal);
    try {
      const limits = { signal: controller.signal, timeoutMs, maxBytes };
      const reply = await network.send({ method: "GET", url: root + path, purpose: "backend" }, limits);
      if (reply.status === 200) return parseJson(await reply.text());
      await reply.discard();
      isAway ||= reply.status !== 404 && reply.status !== 403;
    } catch (error) {
      if (closed.aborted || signal?.aborted === true) throw error;
      isAway = true;
    } finally {
      letGo();
    }
    return undefined;
  }

  return {
    async repositoryOf(id, options = {}) {
      if (known.has(id)) return known.get(id);
      const found = textOf(fieldsOf(await get(`/nodes/${encodeURIComponent(id)}`, options))["repository"]);
      const repository = found === "" ? undefined : found;
      if (!isAway) known.set(id, repository);
      return repository;
    },
    async versionsOf(id, options = {}) {
      const path = `/nodes/${encodeURIComponent(id)}/versions?statuses=NodeVersionStatusActive`;
      const reply = await get(path, options);
      return reply === undefined ? undefined : versionsIn(reply);
    },
  };
}

/** The versions of a reply that may be installed; the registry's own form, which the Manager hands on. */
export const versionsIn = (reply: unknown): readonly string[] =>
  itemsOf(reply).flatMap((item) => {
    const { version, deprecated, status } = fieldsOf(item);
    const isOffered = deprecated !== true && !/Banned|Deleted|Flagged/.test(textOf(status) ?? "");
    return isOffered ? (textOf(version) ?? []) : [];
  });
