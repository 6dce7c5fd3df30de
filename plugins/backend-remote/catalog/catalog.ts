// The catalogue of an instance: fetched once, kept while the server is the same, and refreshed by class.

import { until } from "@pictor/kernel/plugin";
import type { Backend, CallOptions, Catalog } from "@pictor/kernel/plugin";
import { readJson, send, sendForJson } from "../http.js";
import type { Call, Peer } from "../http.js";
import type { InfoReader } from "../info.js";
import type { Link } from "../link.js";
import { catalogOf } from "./object-info.js";

/** Making the whole description can take a server with many extensions minutes. Milliseconds. */
const timeoutMs = 300_000;

interface Known {
  readonly catalog: Catalog;
  /** When it was asked for. */
  readonly link: Link;
  readonly fingerprint: string | undefined;
}

/**
 * The instance's `Backend.catalog`. The whole description has megabytes and blocks the server's event loop while it is
 * made, so callers share one request, which outlives the cancellation of each of them. It is asked for again when the
 * server was away, or is another one by its version and arguments; a socket that was cut says only to look.
 */
export function catalogReader(peer: Peer, server: InfoReader): Backend["catalog"] {
  let known: Known | undefined;
  let loading: Promise<Catalog> | undefined;

  async function loadAll(): Promise<Catalog> {
    const [link, fingerprint] = [{ ...peer.link }, server.fingerprint()];
    const call: Call = { url: peer.routes.route("/object_info"), timeoutMs };
    const catalog = catalogOf(await sendForJson(peer, call));
    known = { catalog, link, fingerprint };
    return catalog;
  }

  function load(): Promise<Catalog> {
    const mine = loadAll().finally(() => {
      if (loading === mine) loading = undefined;
    });
    loading = mine;
    return mine;
  }

  async function isStale({ link, fingerprint }: Known, options: CallOptions): Promise<boolean> {
    if (link.outages !== peer.link.outages) return true;
    if (link.losses !== peer.link.losses) await server.info(options);
    const current = server.fingerprint();
    return fingerprint !== undefined && current !== fingerprint;
  }

  return async ({ refresh, signal } = {}) => {
    const options = signal === undefined ? {} : { signal };
    signal?.throwIfAborted();
    if (refresh === true) return until(signal, load());
    if (known === undefined || (await isStale(known, options))) return until(signal, loading ?? load());
    known = { ...known, link: { ...peer.link }, fingerprint: server.fingerprint() };
    if (refresh === undefined || refresh.length === 0) return known.catalog;
    const fresh = await loadClasses(peer, refresh, options);
    if (fresh === undefined) return until(signal, load());
    known = { ...known, catalog: replaced(known.catalog, refresh, fresh) };
    return known.catalog;
  };
}

/**
 * Asks for single classes; the reply for an unknown one is `{}`, and 500 for one whose own code fails, which the whole
 * description leaves out too. Undefined when the server has no such route.
 */
async function loadClasses(
  peer: Peer,
  names: readonly string[],
  options: CallOptions,
): Promise<Catalog | undefined> {
  const catalogs = await Promise.all(
    names.map(async (name): Promise<Catalog | undefined> => {
      const call: Call = { url: peer.routes.route("/object_info", name), accept: [404, 405, 500], timeoutMs };
      return send(peer, call, options, async (reply) => {
        if (reply.status < 300) return catalogOf(await readJson(peer, call, reply, options));
        await reply.discard();
        return reply.status === 500 ? new Map() : undefined;
      });
    }),
  );
  const found = catalogs.filter((catalog) => catalog !== undefined);
  return found.length < catalogs.length ? undefined : new Map(found.flatMap((catalog) => [...catalog]));
}

/** `catalog` with the named classes as they are in `fresh`; those that are not there are gone. */
function replaced(catalog: Catalog, names: readonly string[], fresh: Catalog): Catalog {
  const others = [...catalog].filter(([name]) => !names.includes(name));
  return new Map([...others, ...fresh]);
}
