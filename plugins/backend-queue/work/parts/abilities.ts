// What the server of a worker has, and which capability sets it can therefore run.

import { lacksOf, needsOf, type Lack } from "@pictor/farm";
import { stringifyJson, type BackendInfo, type CallOptions, type Graph } from "@pictor/kernel/plugin";
import { catalogMsOf, untilStarted, withLimit } from "@pictor/prompt-life";
import type { Session } from "../../base/session.js";
import type { SetId } from "../../bull/jobs.js";
import { pack } from "../../protocol/packing.js";
import { missingOn, readCapability, type ServerAbilities } from "../../sets/capability.js";
import type { Digest } from "../../store/store.js";
import { limitOn, type ServerParts } from "./server-limit.js";

export interface ServerReport {
  readonly info: BackendInfo;
  /** The digests in the store. */
  readonly catalog: Digest;
  readonly extensions?: Digest;
}

/** Milliseconds until the server is asked again what it has, and until the sets are read again, while nothing is to do. */
const serverMs = 300_000;
const setsMs = 15_000;

type Parts = Pick<Session, "connection" | "keys" | "logger" | "store"> & ServerParts;

export class Abilities {
  /** The sets that the server can run, with their model files. */
  sets: ReadonlyMap<SetId, readonly string[]> = new Map();
  readonly #parts: Parts;
  readonly #judged = new Map<SetId, readonly string[] | undefined>();
  #server: ServerAbilities = { catalog: new Map() };
  #serverAt = -Infinity;
  #setsAt = -Infinity;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get isServerDue(): boolean {
    return this.#parts.clock.now() - this.#serverAt > serverMs;
  }

  get areSetsDue(): boolean {
    return this.#parts.clock.now() - this.#setsAt > setsMs;
  }

  /** The server could not be used: it may have something else when it can. */
  forgetServer(): void {
    this.#serverAt = -Infinity;
  }

  /** Starts the server if it has to be started, and asks it what it has. Rejects as the server and the store do. */
  async readServer(): Promise<ServerReport> {
    const { backend, store, clock, limits, signal } = this.#parts;
    const ask = <Value>(use: (options: CallOptions) => Promise<Value>, ms?: number): Promise<Value> =>
      withLimit(limitOn(this.#parts, ms), (limited) => use({ signal: limited }));
    await untilStarted(backend, signal);
    const info = await ask((options) => backend.info({ ...options, isFresh: true }));
    const catalog = await ask(
      (options) => backend.catalog({ ...options, refresh: true }),
      catalogMsOf(limits),
    );
    const extensions = await ask(async (options) => backend.facets.extensions?.list(options));
    const packed = pack([...catalog]);
    this.#server = { catalog, extensions };
    this.#judged.clear();
    const digest = await store.put([packed], { signal });
    const listed = extensions && (await store.put([Buffer.from(stringifyJson(extensions))], { signal }));
    this.#serverAt = clock.now();
    return { info, catalog: digest, ...(listed !== undefined && { extensions: listed }) };
  }

  /** Reads the capability sets. Rejects as Redis does. */
  async readSets(): Promise<void> {
    const { connection, keys, clock, logger } = this.#parts;
    const described = (await connection.run("hgetall", keys.needs)) as Readonly<Record<SetId, string>>;
    for (const [set, text] of Object.entries(described)) {
      if (this.#judged.has(set)) continue;
      const capability = readCapability(text);
      if (capability === undefined)
        logger.warn("a capability set cannot be read, and is left to others", { set });
      const isAble = capability !== undefined && missingOn(capability, this.#server).length === 0;
      this.#judged.set(set, isAble ? capability.models : undefined);
    }
    this.sets = new Map(
      [...this.#judged].flatMap(([set, models]) =>
        models === undefined || !Object.hasOwn(described, set) ? [] : [[set, models] as const],
      ),
    );
    this.#setsAt = clock.now();
  }

  /** Reads the capability sets again, unless it knows this one. */
  async know(set: SetId): Promise<void> {
    if (!this.#judged.has(set)) await this.readSets();
  }

  /** What the server lacks for a graph. */
  lacks(graph: Graph): readonly Lack[] {
    const { catalog } = this.#server;
    return lacksOf(needsOf(graph, catalog), catalog);
  }
}
