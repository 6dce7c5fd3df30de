// Reads single classes of an instance's catalog: each class once for the same server, and concurrent callers together.

import { raceAbort, type CallOptions, type Catalog } from "@pictor/kernel/plugin";
import { readJson, send, type RemoteServer, type ServerRequest } from "../server/requests.js";
import { catalogOf } from "./object-info.js";
import type { ServerIdentity, ServerStamp } from "./server-identity.js";

/** Time limit in milliseconds: a server with many extensions can take minutes to describe its node classes. */
export const timeoutMs = 300_000;

/** The largest number of classes to request one by one. For more classes, one request for all classes takes less time. */
const maxRequests = 24;

/** A class alone in a catalog, which is empty for an unknown class. Undefined if the server lacks the route. */
type ClassReading = Promise<Catalog | undefined>;

interface CachedReadings {
  /** Finished and unfinished readings by class name. */
  readonly readings: Map<string, ClassReading>;
  readonly stamp: ServerStamp;
}

/**
 * Requests one class. The server answers `{}` for an unknown class, and status 500 for a class whose code fails; GET
 * /object_info omits both.
 */
async function loadClass(server: RemoteServer, name: string, options: CallOptions = {}): ClassReading {
  const url = server.routes.route("/object_info", name);
  const request: ServerRequest = { url, accept: [404, 405, 500], timeoutMs };
  return send(server, request, options, async (reply) => {
    if (reply.status < 300) return catalogOf(await readJson(server, request, reply, options));
    await reply.discard();
    return reply.status === 500 ? new Map() : undefined;
  });
}

/** The classes of several readings; undefined if the server lacks the route. */
async function joined(readings: readonly ClassReading[]): ClassReading {
  const catalogs = await Promise.all(readings);
  const found = catalogs.filter((catalog) => catalog !== undefined);
  return found.length < catalogs.length ? undefined : new Map(found.flatMap((catalog) => [...catalog]));
}

/** Requests the named classes, whether they were read before or not. Undefined if the server lacks the route. */
export const loadClasses = (
  server: RemoteServer,
  names: readonly string[],
  options: CallOptions,
): Promise<Catalog | undefined> => joined(names.map((name) => loadClass(server, name, options)));

/**
 * Settles with undefined if all classes should be requested instead: for too many classes, and if a request has failed.
 * A proxy may let only the route of all classes through; otherwise that request fails too, and its error is reported.
 */
export type ClassReader = (names: readonly string[], options: CallOptions) => Promise<Catalog | undefined>;

/** A request continues even if all its callers cancel. A failure is not cached. */
export function createClassReader(server: RemoteServer, identity: ServerIdentity): ClassReader {
  let cached: CachedReadings = { readings: new Map(), stamp: identity.stamp() };

  async function currentReadings(options: CallOptions): Promise<CachedReadings["readings"]> {
    const before = cached;
    const isStale = before.readings.size > 0 && (await identity.hasChanged(before.stamp, options));
    // Of concurrent callers, only the first one replaces the readings.
    if (cached === before) {
      const readings = isStale ? new Map<string, ClassReading>() : before.readings;
      cached = { readings, stamp: identity.stamp() };
    }
    return cached.readings;
  }

  return async (names, options) => {
    const readings = await currentReadings(options);
    const missing = new Set(names.filter((name) => !readings.has(name)));
    if (missing.size > maxRequests) return undefined;
    for (const name of missing) {
      const reading = loadClass(server, name);
      readings.set(name, reading);
      reading.catch(() => readings.delete(name));
    }
    const selected = joined(names.flatMap((name) => readings.get(name) ?? [])).catch(() => undefined);
    return raceAbort(options.signal, selected);
  };
}
