// What the server of a worker has, and which capability sets it can therefore run.

import { lacksOf, needsOf, type Lack } from "@pictor/farm";
import {
  stringifyJson,
  type BackendInfo,
  type Catalog,
  type Graph,
  type InstalledExtension,
  type MemberBackend,
} from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { pack } from "../protocol/packing.js";
import { missingOn, readCapability, type SetId } from "../sets/capability.js";
import type { Digest } from "../store/store.js";

export interface Abilities {
  readonly info: BackendInfo;
  /** The digests in the store. */
  readonly catalogDigest: Digest;
  readonly extensionsDigest?: Digest;
  /** Model files of each set that the server can run. */
  readonly sets: ReadonlyMap<SetId, readonly string[]>;
}

export interface AbilitiesReader {
  /** Asks the server what it has. Rejects as the server and the store do. */
  read(signal: AbortSignal): Promise<Omit<Abilities, "sets">>;
  /** Reads the capability sets. Rejects as Redis does. */
  sets(): Promise<ReadonlyMap<SetId, readonly string[]>>;
  /** Whether a set was read. */
  knows(set: SetId): boolean;
  /** What the server lacks for a graph. */
  lacks(graph: Graph): readonly Lack[];
}

export function createAbilities(
  backend: MemberBackend,
  { connection, keys, store, logger }: Session,
): AbilitiesReader {
  let server: { readonly catalog: Catalog; readonly extensions: readonly InstalledExtension[] | undefined } =
    { catalog: new Map(), extensions: undefined };
  const lacks: AbilitiesReader["lacks"] = (graph) => lacksOf(needsOf(graph, server.catalog), server.catalog);
  const judged = new Map<SetId, readonly string[] | undefined>();

  return {
    lacks,
    knows: (set) => judged.has(set),
    async read(signal) {
      const info = await backend.info({ signal, isFresh: true });
      const catalog = await backend.catalog({ signal, refresh: true });
      const extensions = await backend.facets.extensions?.list({ signal });
      const packed = pack([...catalog]);
      server = { catalog, extensions };
      judged.clear();
      const digest = await store.put([packed], { signal });
      const listed =
        extensions === undefined
          ? undefined
          : await store.put([Buffer.from(stringifyJson(extensions))], { signal });
      return { info, catalogDigest: digest, ...(listed !== undefined && { extensionsDigest: listed }) };
    },
    async sets() {
      const described = (await connection.run("hgetall", keys.needs)) as Readonly<Record<SetId, string>>;
      for (const [set, text] of Object.entries(described)) {
        if (judged.has(set)) continue;
        const capability = readCapability(text);
        if (capability === undefined)
          logger.warn("a capability set cannot be read, and is left to others", { set });
        const isAble = capability !== undefined && missingOn(capability, server).length === 0;
        judged.set(set, isAble ? capability.models : undefined);
      }
      return new Map(
        [...judged].flatMap(([set, models]) =>
          models === undefined || !Object.hasOwn(described, set) ? [] : [[set, models] as const],
        ),
      );
    },
  };
}
