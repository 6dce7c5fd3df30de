// What a server says of itself: GET /system_stats, of which every member may be missing.

import { fault, stringifyJson } from "@pictor/kernel/plugin";
import type { Backend, BackendInfo, CallOptions } from "@pictor/kernel/plugin";
import type { Clock } from "./clock.js";
import { fieldsOf, itemsOf, textOf } from "./fields.js";
import { sendForJson } from "./http.js";
import type { Call, Peer } from "./http.js";
import { hasMoved } from "./link.js";
import { sharedWork } from "./shared-work.js";

/** What one reply said. */
export interface Stats {
  readonly info: BackendInfo;
  /** Version and launch arguments: another one is another server, or the same one started anew. */
  readonly fingerprint: string;
}

/** Reads a reply; undefined when it has no `system`, so that another program answered. */
export function statsOf(stats: unknown, name: string, address: string): Stats | undefined {
  const { system, devices } = fieldsOf(stats);
  if (typeof system !== "object" || system === null) return undefined;
  const { comfyui_version, argv } = fieldsOf(system);
  const version = textOf(comfyui_version) ?? "unknown";
  const notice = noticeOf([
    version,
    ...itemsOf(devices).flatMap((device) => textOf(fieldsOf(device)["name"]) ?? []),
  ]);
  const info: BackendInfo = {
    name,
    kind: "remote",
    title: `ComfyUI at ${address}`,
    version,
    ...(notice === undefined ? {} : { notice }),
    facets: ["extensions", "lifecycle"],
  };
  return { info, fingerprint: stringifyJson([version, itemsOf(argv)]) };
}

/**
 * The rule for a notice: a version or a device that calls itself simulated ("simulated", "simulator", "simulation")
 * makes stand-ins, and a person must know it wherever the backend is named.
 */
const noticeOf = (names: readonly string[]): string | undefined => {
  const simulated = names.find((name) => /simulat/i.test(name));
  return simulated === undefined
    ? undefined
    : `Simulated: it runs on "${simulated}", so its pictures are stand-ins.`;
};

export async function readStats(peer: Peer, name: string, options: CallOptions = {}): Promise<Stats> {
  const call: Call = { url: peer.routes.route("/system_stats") };
  const stats = statsOf(await sendForJson(peer, call, options), name, peer.routes.base);
  if (stats !== undefined) return stats;
  const found = "JSON without `system`";
  throw fault("BACKEND_REPLY", {
    method: "GET",
    url: call.url,
    found,
    expected: "ComfyUI's system statistics",
  });
}

/** How long an answer counts. Milliseconds. */
export const freshMs = 60_000;

export interface InfoReader {
  /** Asks only when the last answer is old, or the connection was lost since: each job begins with it. */
  readonly info: Backend["info"];
  /** The last fingerprint that is known, without asking. */
  readonly fingerprint: () => string | undefined;
}

/** The instance's reader; `first` is what was learnt before it. */
export function infoReader(peer: Peer, name: string, clock: Clock, first?: Stats): InfoReader {
  const note = (stats: Stats, link = { ...peer.link }, atMs = clock.now()) => ({ stats, link, atMs });
  const share = sharedWork<BackendInfo>();
  let known = first === undefined ? undefined : note(first);
  return {
    async info(options = {}) {
      options.signal?.throwIfAborted();
      peer.closed.throwIfAborted();
      const isFresh = known !== undefined && clock.now() - known.atMs < freshMs;
      if (known !== undefined && isFresh && !hasMoved(known.link, peer.link)) return known.stats.info;
      const read = async (signal: AbortSignal): Promise<BackendInfo> => {
        const before = { ...peer.link };
        known = note(await readStats(peer, name, { signal }), before);
        return known.stats.info;
      };
      return share("", read, options);
    },
    fingerprint: () => known?.stats.fingerprint,
  };
}
