// The catalogue of an instance: fetched once, kept, and refreshed by class.

import type { Backend, CallOptions, Catalog } from "@pictor/kernel/plugin";
import { orAborted } from "./abort.js";
import { sendForJson } from "./http.js";
import type { Peer } from "./http.js";
import { catalogOf } from "./object-info.js";

/**
 * The instance's `Backend.catalog`. The whole description has megabytes and blocks the server's event loop while it is
 * made, so callers share one request, which outlives the cancellation of each of them.
 */
export function catalogReader(peer: Peer): Backend["catalog"] {
  let known: Catalog | undefined;
  let loading: Promise<Catalog> | undefined;

  async function loadAll(): Promise<Catalog> {
    known = catalogOf(await sendForJson(peer, { url: peer.routes.route("/object_info") }));
    return known;
  }

  function load(): Promise<Catalog> {
    const mine = loadAll().finally(() => {
      if (loading === mine) loading = undefined;
    });
    loading = mine;
    return mine;
  }

  return async ({ refresh, signal } = {}) => {
    signal?.throwIfAborted();
    if (refresh === true) return orAborted(load(), signal);
    if (known === undefined) return orAborted(loading ?? load(), signal);
    if (refresh === undefined || refresh.length === 0) return known;
    const fresh = await loadClasses(peer, refresh, signal === undefined ? {} : { signal });
    known = replaced(known, refresh, fresh);
    return known;
  };
}

/** Asks for single classes; the reply for an unknown one is `{}`. */
async function loadClasses(peer: Peer, names: readonly string[], options: CallOptions): Promise<Catalog> {
  const replies = names.map((name) =>
    sendForJson(peer, { url: peer.routes.route("/object_info", name) }, options),
  );
  return new Map((await Promise.all(replies)).flatMap((reply) => [...catalogOf(reply)]));
}

/** `catalog` with the named classes as they are in `fresh`; those that are not there are gone. */
function replaced(catalog: Catalog, names: readonly string[], fresh: Catalog): Catalog {
  const others = [...catalog].filter(([name]) => !names.includes(name));
  return new Map([...others, ...fresh]);
}
