// The Manager's index of packs that could be installed: read on demand and cached for some minutes.

import { indexFault, usableVersions } from "@pictor/extensions";
import type { CallOptions } from "@pictor/kernel/plugin";
import { createAbortableFlight } from "../base/abortable-flight.js";
import type { RemoteInstance, RemoteServer } from "../server/requests.js";
import { parsePackList, parsePackMappings, parseProviders, type KnownPack } from "./known-packs.js";
import { getJson } from "./manager-requests.js";
import type { Manager } from "./probe-manager.js";
import type { PackRegistry } from "./pack-registry.js";

export interface PackIndex {
  readonly manager: Manager;
  packs(options: CallOptions): Promise<readonly KnownPack[]>;
  /** Maps node classes to the keys of the packs that provide them: registry ids or addresses. */
  providers(options: CallOptions): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Repository of a pack of the registry; undefined if neither the Manager nor the registry names one. */
  repositoryOf(registryId: string, options: CallOptions): Promise<string | undefined>;
  /** Versions of a pack of the registry; undefined if neither the Manager nor the registry lists them. */
  versionsOf(registryId: string, options: CallOptions): Promise<readonly string[] | undefined>;
  /**
   * Why a Manager that needs the registry, and tells no addresses and versions itself, was not answered by it;
   * undefined if it was.
   */
  registryOutage(): string | undefined;
}

/** An instance whose server has a Manager. */
export type ManagerContext = RemoteInstance & PackIndex;

/** Time in milliseconds for which a reply is cached: a reply has megabytes and hardly ever changes. */
const maxAgeMs = 600_000;

export function createPackIndex(
  server: RemoteServer,
  registry: PackRegistry,
): (manager: Manager) => PackIndex {
  const { name, clock } = server;
  const flight = createAbortableFlight<unknown>();
  const cache = new Map<string, { readonly reply: unknown; readonly readAtMs: number }>();

  async function read(path: string, query: Readonly<Record<string, string>>, call: CallOptions) {
    const cached = cache.get(path);
    if (cached !== undefined && clock.now() - cached.readAtMs < maxAgeMs) return cached.reply;
    return flight(
      path,
      async (signal) => {
        const reply = await getJson(server, path, query, { signal });
        if (reply === undefined)
          throw indexFault(`the list ${path} of ${name}`, "ComfyUI-Manager does not serve this list");
        cache.set(path, { reply, readAtMs: clock.now() });
        return reply;
      },
      call,
    );
  }

  return (manager) => {
    const { generation, prefix } = manager;
    // `mode=cache` answers from the Manager's cache; fetching the original sources would take minutes.
    const list = (call: CallOptions) =>
      read(`${prefix}/customnode/getlist`, { mode: "cache", skip_update: "true" }, call);
    const mappings = (call: CallOptions) => read(`${prefix}/customnode/getmappings`, { mode: "cache" }, call);
    const packs: PackIndex["packs"] = async (call) =>
      generation === "4" ? parsePackMappings(await mappings(call)) : parsePackList(await list(call));
    return {
      manager,
      packs,
      providers: async (call) => parseProviders(await mappings(call)),
      async repositoryOf(id, call) {
        if (generation === "4") return registry.repositoryOf(id, call);
        return (await packs(call)).find(({ registryId }) => registryId === id)?.address;
      },
      registryOutage: () => (generation === "4" ? registry.outage() : undefined),
      async versionsOf(id, call) {
        if (generation === "4") return registry.versionsOf(id, call);
        const path = `${prefix}/customnode/versions/${encodeURIComponent(id)}`;
        const reply = await getJson(server, path, {}, call);
        return reply === undefined ? undefined : usableVersions(reply);
      },
    };
  };
}
