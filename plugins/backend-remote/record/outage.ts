// Reading the record through a proxy or with a token that is not to be had at the moment.

import { fault, PictorError } from "@pictor/kernel/plugin";
import { isOutage } from "../faults.js";
import type { Peer } from "../http.js";

/**
 * Does `work`. Where a proxy or the provider of the token says "not now", the record is as far away as a server that
 * is silent: BACKEND_UNREACHABLE.
 */
export async function reached<Value>(peer: Peer, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PictorError) || !isOutage(error)) throw error;
    const reason = error.what.replace(/\.$/, "");
    throw fault("BACKEND_UNREACHABLE", { url: peer.routes.base, reason }, { cause: error });
  }
}
