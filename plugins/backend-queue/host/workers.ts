// The workers of a queue, as they have described themselves, and the catalog of their servers together.

import {
  createSingleFlight,
  parseJson,
  PictorError,
  reasonOf,
  type CallOptions,
  type Catalog,
  type InstalledExtension,
  type NodeClass,
} from "@pictor/kernel/plugin";
import { unionCatalog } from "@pictor/farm";
import type { Session } from "../base/session.js";
import { queueFault } from "../faults.js";
import { unpack } from "../protocol/packing.js";
import { readWorker, type WorkerRecord } from "../protocol/worker-record.js";
import { bytesOf, type Digest } from "../store/store.js";
import { recentMs } from "./recent.js";

export interface KnownWorker {
  readonly record: WorkerRecord;
  readonly isAlive: boolean;
  readonly isDraining: boolean;
}

export interface WorkerCatalogs {
  /** The catalog of all workers together. */
  readonly union: Catalog;
  /** Of each worker; several workers can have the same object. */
  readonly each: ReadonlyMap<string, Catalog>;
  /** The workers that give signs. */
  readonly live: ReadonlySet<string>;
  /** Whether a worker has a catalog that could not be read. */
  readonly isPartial: boolean;
}

/** What the workers say that give signs, although none has described its server. */
function whyNone(known: readonly KnownWorker[], live: ReadonlySet<string>): string {
  const told = known.flatMap(({ record: { name, reason } }) =>
    live.has(name) ? [`${name}: ${reason?.replace(/\.$/, "") ?? "it is asking its server"}`] : [],
  );
  return told.length === 0 ? "" : ` (${told.join("; ")})`;
}

export class Workers {
  readonly #session: Session;
  /** The catalogs that were reported as unreadable. */
  readonly #reported = new Set<Digest>();
  readonly #readings = new Map<Digest, Promise<Catalog>>();
  readonly #flight = createSingleFlight<WorkerCatalogs>();
  #last: { readonly at: number; readonly key: string; readonly catalogs: WorkerCatalogs } | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The workers that have a record, sorted by name. */
  async list(): Promise<readonly KnownWorker[]> {
    const { connection, keys } = this.#session;
    const names = (await connection.run("zrange", keys.workers, 0, -1)) as readonly string[];
    const draining = new Set((await connection.run("smembers", keys.draining)) as readonly string[]);
    if (names.length === 0) return [];
    const [records, signs] = (await connection.all([
      ["mget", ...names.map(keys.worker)],
      ["mget", ...names.map(keys.alive)],
    ])) as readonly (readonly unknown[])[];
    return [...names]
      .map((name, index) => ({
        record: readWorker(name, records?.[index]),
        isAlive: (signs?.[index] ?? null) !== null,
        isDraining: draining.has(name),
      }))
      .flatMap(({ record, ...more }) => (record === undefined ? [] : [{ record, ...more }]))
      .sort((one, other) => (one.record.name < other.record.name ? -1 : 1));
  }

  /** The catalogs of the workers. `isFresh`: even if they were read a moment ago. */
  catalogs(isFresh: boolean, { signal }: CallOptions = {}): Promise<WorkerCatalogs> {
    const last = this.#last;
    return !isFresh && last !== undefined && this.#session.clock.now() - last.at < recentMs
      ? Promise.resolve(last.catalogs)
      : this.#flight("", () => this.#readAll(), signal);
  }

  async extensions(
    { extensions }: WorkerRecord,
    options?: CallOptions,
  ): Promise<readonly InstalledExtension[] | undefined> {
    if (extensions === undefined) return undefined;
    const bytes = await bytesOf(this.#session.store.get(extensions, options));
    return parseJson(Buffer.from(bytes).toString("utf8")) as readonly InstalledExtension[];
  }

  /** Reads the catalog of a server, which is kept, because many workers have the same one. */
  #read(digest: Digest): Promise<Catalog> {
    let reading = this.#readings.get(digest);
    if (reading === undefined) {
      reading = bytesOf(this.#session.store.get(digest)).then(
        (bytes) => new Map(unpack(bytes) as readonly (readonly [string, NodeClass])[]),
      );
      reading.catch(() => this.#readings.delete(digest));
      this.#readings.set(digest, reading);
    }
    return reading;
  }

  /**
   * Reports, once, a catalog that the store does not have, such as that of a worker with another store: the worker is left out.
   * Throws while the store does not answer.
   */
  #reportUnreadable(worker: string, digest: Digest, error: unknown): void {
    if (error instanceof PictorError && !error.base.startsWith("BACKEND_FILE_")) throw error;
    if (this.#reported.has(digest)) return;
    this.#reported.add(digest);
    const { logger, store } = this.#session;
    logger.warn("the catalog of a worker cannot be read, and its node classes and models are left out", {
      worker,
      digest,
      store: store.where,
      reason: reasonOf(error),
    });
  }

  async #readAll(): Promise<WorkerCatalogs> {
    const { clock, name: queue } = this.#session;
    const known = await this.list();
    const described = known.flatMap(({ record: { name, catalog } }) =>
      catalog === undefined ? [] : [[name, catalog] as const],
    );
    const live = new Set(
      known.flatMap(({ record, isAlive }) => (isAlive && record.state !== "ended" ? [record.name] : [])),
    );
    // The kernel takes a submission that fails with this code as not sent.
    if (described.length === 0)
      throw queueFault(
        "QUEUE_NO_WORKERS",
        { name: queue, why: whyNone(known, live) },
        { more: { systemCode: "ECONNREFUSED" } },
      );
    const key = JSON.stringify(described);
    if (this.#last?.key === key) {
      const { union, each, isPartial } = this.#last.catalogs;
      this.#last = { at: clock.now(), key, catalogs: { union, each, live, isPartial } };
      return this.#last.catalogs;
    }
    const used = new Set(described.map(([, digest]) => digest));
    for (const digest of this.#readings.keys()) if (!used.has(digest)) this.#readings.delete(digest);
    const settled = await Promise.allSettled(described.map(([, digest]) => this.#read(digest)));
    const pairs: (readonly [string, Catalog])[] = [];
    for (const [index, reading] of settled.entries()) {
      const [name, digest] = described[index] ?? ["", ""];
      if (reading.status === "fulfilled") pairs.push([name, reading.value]);
      else this.#reportUnreadable(name, digest, reading.reason);
    }
    const [first] = settled;
    if (pairs.length === 0 && first?.status === "rejected") throw first.reason;
    const each = new Map(pairs);
    const isPartial = each.size < described.length;
    const catalogs = { union: unionCatalog(each), each, live, isPartial };
    // What is missing is looked for again.
    this.#last = { at: clock.now(), key: isPartial ? "" : key, catalogs };
    return catalogs;
  }
}
