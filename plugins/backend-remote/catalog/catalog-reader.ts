// Reads and caches the catalog of an instance, or only the classes that the caller reads; and reads the names of its
// textual-inversion embeddings.

import { raceAbort, type Backend, type Catalog, type CallOptions } from "@pictor/kernel/plugin";
import { textsOf } from "../base/json-fields.js";
import { requestJson, type RemoteServer, type ServerRequest } from "../server/requests.js";
import type { InfoReader } from "../server/system-stats.js";
import { createClassReader, loadClasses, timeoutMs } from "./class-reader.js";
import { catalogOf } from "./object-info.js";
import { createServerIdentity, type ServerStamp } from "./server-identity.js";
import { unlessMissing } from "../server/exchange-faults.js";

/** The names as a prompt writes them; undefined if the server has no such list. */
export async function readEmbeddings(
  server: RemoteServer,
  options: CallOptions = {},
): Promise<readonly string[] | undefined> {
  const asking = requestJson(server, { url: server.routes.route("/embeddings") }, options);
  const names = await unlessMissing(asking, undefined);
  return Array.isArray(names) ? textsOf(names) : undefined;
}

/** A cached catalog of all classes. */
interface CachedCatalog {
  readonly catalog: Catalog;
  readonly stamp: ServerStamp;
}

/**
 * Implements `Backend.catalog`. GET /object_info transfers megabytes and blocks the server's event loop while the reply
 * is built: concurrent callers share one request, which continues even if all of them cancel, and callers that name
 * their classes cause requests for those classes alone. Cached classes are requested again after the server may have
 * been restarted.
 */
export function createCatalogReader(server: RemoteServer, infoReader: InfoReader): Backend["catalog"] {
  const identity = createServerIdentity(server, infoReader);
  const readClasses = createClassReader(server, identity);
  let cached: CachedCatalog | undefined;
  let loading: Promise<Catalog> | undefined;

  async function loadAll(): Promise<Catalog> {
    const stamp = identity.stamp();
    const request: ServerRequest = { url: server.routes.route("/object_info"), timeoutMs };
    const catalog = catalogOf(await requestJson(server, request));
    cached = { catalog, stamp };
    return catalog;
  }

  function load(): Promise<Catalog> {
    const request = loadAll().finally(() => {
      if (loading === request) loading = undefined;
    });
    loading = request;
    return request;
  }

  return async ({ refresh, classes, signal } = {}) => {
    const options = { signal };
    signal?.throwIfAborted();
    if (refresh === true) return raceAbort(signal, load());
    if (cached === undefined || (await identity.hasChanged(cached.stamp, options))) {
      const isSelection = classes !== undefined && refresh === undefined && loading === undefined;
      const selected = isSelection ? await readClasses(classes, options) : undefined;
      return selected ?? raceAbort(signal, loading ?? load());
    }
    cached = { ...cached, stamp: identity.stamp() };
    if (refresh === undefined || refresh.length === 0) return cached.catalog;
    const refreshed = await loadClasses(server, refresh, options);
    if (refreshed === undefined) return raceAbort(signal, load());
    cached = { ...cached, catalog: withClasses(cached.catalog, refresh, refreshed) };
    return cached.catalog;
  };
}

/** `catalog` with the named classes replaced by those in `classes`; a named class that is missing there is removed. */
function withClasses(catalog: Catalog, names: readonly string[], classes: Catalog): Catalog {
  const others = [...catalog].filter(([name]) => !names.includes(name));
  return new Map([...others, ...classes]);
}
