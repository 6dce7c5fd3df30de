// Reads and caches the catalog of an instance. Single node classes can be refreshed.

import { raceAbort } from "@pictor/kernel/plugin";
import type { Backend, CallOptions, Catalog } from "@pictor/kernel/plugin";
import { signalOnly } from "../base/call-options.js";
import { readJson, requestJson, send } from "../server/requests.js";
import type { RemoteServer, ServerRequest } from "../server/requests.js";
import type { RestartSigns } from "../server/restart-signs.js";
import type { InfoReader } from "../server/system-stats.js";
import { catalogOf } from "./object-info.js";

/** A server with many extensions can take minutes to describe all its node classes. Milliseconds. */
const timeoutMs = 300_000;

interface CachedCatalog {
  readonly catalog: Catalog;
  /** The restart signs and the fingerprint at the time of the request. */
  readonly signs: RestartSigns;
  readonly fingerprint: string | undefined;
}

/**
 * Implements `Backend.catalog`. GET /object_info transfers megabytes and blocks the server's event loop while the reply is
 * built: concurrent callers share one request, which goes on even if all of them cancel. The catalog is requested again
 * after an outage and for a changed fingerprint; a closed socket alone only causes the fingerprint to be read again.
 */
export function createCatalogReader(
  server: RemoteServer,
  { info, fingerprint }: InfoReader,
): Backend["catalog"] {
  let cached: CachedCatalog | undefined;
  let loading: Promise<Catalog> | undefined;

  const stamp = () => ({ signs: { ...server.restartSigns }, fingerprint: fingerprint() });

  async function loadAll(): Promise<Catalog> {
    const before = stamp();
    const request: ServerRequest = { url: server.routes.route("/object_info"), timeoutMs };
    const catalog = catalogOf(await requestJson(server, request));
    cached = { catalog, ...before };
    return catalog;
  }

  function load(): Promise<Catalog> {
    const request = loadAll().finally(() => {
      if (loading === request) loading = undefined;
    });
    loading = request;
    return request;
  }

  async function isStale(entry: CachedCatalog, options: CallOptions): Promise<boolean> {
    if (entry.signs.outages !== server.restartSigns.outages) return true;
    if (entry.signs.closedSockets !== server.restartSigns.closedSockets) await info(options);
    return entry.fingerprint !== undefined && fingerprint() !== entry.fingerprint;
  }

  return async ({ refresh, signal } = {}) => {
    const options = signalOnly({ signal });
    signal?.throwIfAborted();
    if (refresh === true) return raceAbort(signal, load());
    if (cached === undefined || (await isStale(cached, options))) return raceAbort(signal, loading ?? load());
    cached = { ...cached, ...stamp() };
    if (refresh === undefined || refresh.length === 0) return cached.catalog;
    const classes = await loadClasses(server, refresh, options);
    if (classes === undefined) return raceAbort(signal, load());
    cached = { ...cached, catalog: withClasses(cached.catalog, refresh, classes) };
    return cached.catalog;
  };
}

/**
 * Requests single classes. The server answers `{}` for an unknown class, and status 500 for a class whose code fails; GET
 * /object_info omits both. Undefined if the server lacks the route for single classes.
 */
async function loadClasses(
  server: RemoteServer,
  names: readonly string[],
  options: CallOptions,
): Promise<Catalog | undefined> {
  const catalogs = await Promise.all(
    names.map(async (name): Promise<Catalog | undefined> => {
      const url = server.routes.route("/object_info", name);
      const request: ServerRequest = { url, accept: [404, 405, 500], timeoutMs };
      return send(server, request, options, async (reply) => {
        if (reply.status < 300) return catalogOf(await readJson(server, request, reply, options));
        await reply.discard();
        return reply.status === 500 ? new Map() : undefined;
      });
    }),
  );
  const found = catalogs.filter((catalog) => catalog !== undefined);
  return found.length < catalogs.length ? undefined : new Map(found.flatMap((catalog) => [...catalog]));
}

/** `catalog` with the named classes replaced by those in `classes`; a named class that is missing there is removed. */
function withClasses(catalog: Catalog, names: readonly string[], classes: Catalog): Catalog {
  const others = [...catalog].filter(([name]) => !names.includes(name));
  return new Map([...others, ...classes]);
}
