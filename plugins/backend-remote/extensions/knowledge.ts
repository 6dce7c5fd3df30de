// What the Manager of a server knows of packs that could be installed: read once, and kept for some minutes.

import { extensionFault } from "@pictor/extensions";
import type { CallOptions } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";
import type { Peer } from "../http.js";
import { sharedWork } from "../shared-work.js";
import { packsInList, packsInMappings, providersIn } from "./packs.js";
import type { Manager } from "./probe.js";
import { versionsIn } from "./registry.js";
import type { Registry } from "./registry.js";
import type { Sources } from "./targets.js";
import { getJson } from "./wire.js";

export interface Knowledge extends Sources {
  /** Node class to the keys of the packs that have it: ids of the registry, or addresses. */
  providers(options: CallOptions): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Megabytes that hardly ever change. Milliseconds. */
const keptMs = 600_000;

export function knowledge(given: {
  readonly peer: Peer;
  readonly name: string;
  readonly clock: Clock;
  readonly registry: Registry;
}): (manager: Manager) => Knowledge {
  const { peer, name, clock, registry } = given;
  const share = sharedWork<unknown>();
  const kept = new Map<string, { readonly reply: unknown; readonly atMs: number }>();

  /** Everything but the list on the disk: from the Manager's own copies, as asking the sources takes it minutes. */
  async function read(path: string, query: Readonly<Record<string, string>>, options: CallOptions) {
    const known = kept.get(path);
    if (known !== undefined && clock.now() - known.atMs < keptMs) return known.reply;
    return share(
      path,
      async (signal) => {
        const reply = await getJson(peer, path, query, { signal });
        if (reply === undefined) {
          const reason = "its Manager does not give it";
          throw extensionFault("EXTENSION_INDEX_UNREADABLE", { source: `of ${name} (${path})`, reason });
        }
        kept.set(path, { reply, atMs: clock.now() });
        return reply;
      },
      options,
    );
  }

  return (manager) => {
    const { generation, prefix } = manager;
    const list = (options: CallOptions) =>
      read(`${prefix}/customnode/getlist`, { mode: "cache", skip_update: "true" }, options);
    const mappings = (options: CallOptions) =>
      read(`${prefix}/customnode/getmappings`, { mode: "cache" }, options);
    const packs: Knowledge["packs"] = async (options) =>
      generation === "4" ? packsInMappings(await mappings(options)) : packsInList(await list(options));
    return {
      manager,
      packs,
      providers: async (options) => providersIn(await mappings(options)),
      async repositoryOf(id, options) {
        if (generation === "4") return registry.repositoryOf(id, options);
        return (await packs(options)).find(({ registryId }) => registryId === id)?.address;
      },
      async versionsOf(id, options) {
        if (generation === "4") return registry.versionsOf(id, options);
        const path = `${prefix}/customnode/versions/${encodeURIComponent(id)}`;
        const reply = await getJson(peer, path, {}, options);
        return reply === undefined ? undefined : versionsIn(reply);
      },
    };
  };
}
