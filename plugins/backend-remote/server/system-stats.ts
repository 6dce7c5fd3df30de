// Reads the server's description of itself: GET /system_stats, any member of which may be missing.

import { isRecord, recordOrEmpty, stringifyJson, asString, withoutUndefined } from "@pictor/kernel/plugin";
import type { BackendDevice, BackendInfo, CallOptions, InfoOptions } from "@pictor/kernel/plugin";
import { itemsOf } from "../base/json-fields.js";
import { cacheReading } from "./cached-reading.js";
import { replyFault } from "./exchange-faults.js";
import { requestJson, type RemoteServer, type ServerRequest } from "./requests.js";

export interface ServerStats {
  readonly info: BackendInfo;
  /** Version and launch arguments. A different fingerprint means another server, or this one after a restart. */
  readonly fingerprint: string;
}

/** Parses a reply; undefined if it has no `system`, which means that another program answered. */
export function parseSystemStats(stats: unknown, name: string, address: string): ServerStats | undefined {
  const { system, devices } = recordOrEmpty(stats);
  if (!isRecord(system)) return undefined;
  const { comfyui_version, argv } = system;
  const version = asString(comfyui_version) ?? "unknown";
  const notice = simulationNotice([
    version,
    ...itemsOf(devices).flatMap((device) => asString(recordOrEmpty(device)["name"]) ?? []),
  ]);
  const info: BackendInfo = {
    name,
    kind: "remote",
    title: `ComfyUI at ${address}`,
    address,
    ...withoutUndefined({ version, notice }),
    ...(Array.isArray(devices) && { devices: devices.map(deviceOf) }),
    facets: ["direct", "extensions", "lifecycle"],
  };
  return { info, fingerprint: stringifyJson([version, itemsOf(argv)]) };
}

const bytesOf = (value: unknown): number | undefined =>
  typeof value === "number" && value >= 0 ? value : undefined;

/** ComfyUI adds details behind the name, such as ` : cudaMallocAsync`, that say nothing of the device. */
function deviceOf(device: unknown): BackendDevice {
  const { name, vram_total, vram_free } = recordOrEmpty(device);
  return withoutUndefined({
    name: (asString(name) ?? "unknown").replace(/ : \w+$/, ""),
    totalBytes: bytesOf(vram_total),
    freeBytes: bytesOf(vram_free),
  });
}

/**
 * A server whose version or device contains "simulat" (simulated, simulator, simulation) produces placeholder images:
 * the notice says so wherever the backend is named.
 */
function simulationNotice(names: readonly string[]): string | undefined {
  const simulated = names.find((name) => /simulat/i.test(name));
  return simulated === undefined
    ? undefined
    : `Simulated: the server runs on "${simulated}", and its images are placeholders.`;
}

export async function readSystemStats(server: RemoteServer, options: CallOptions = {}): Promise<ServerStats> {
  const request: ServerRequest = { url: server.routes.route("/system_stats") };
  const stats = parseSystemStats(
    await requestJson(server, request, options),
    server.name,
    server.routes.base,
  );
  if (stats !== undefined) return stats;
  throw replyFault(request, "JSON without `system`", "ComfyUI's system statistics");
}

/** Time in milliseconds for which a reply is cached. */
export const maxAgeMs = 60_000;

export type InfoReader = ReturnType<typeof createInfoReader>;

/** `initialStats` are the statistics that were read before the instance was opened. */
export function createInfoReader(server: RemoteServer, initialStats?: ServerStats) {
  const { clock } = server;
  const withTime = (stats: ServerStats) => ({ stats, readAtMs: clock.now() });
  const cached = cacheReading(server, async (signal) => withTime(await readSystemStats(server, { signal })), {
    initial: initialStats && withTime(initialStats),
    isUsable: ({ readAtMs }) => clock.now() - readAtMs < maxAgeMs,
  });
  return {
    /**
     * Sends a request only if the cached reply is old or the connection was lost since then, for every job begins with
     * this call; or if a fresh reply is wanted.
     */
    async info({ isFresh = false, ...options }: InfoOptions = {}) {
      options.signal?.throwIfAborted();
      server.closed.throwIfAborted();
      return (await (isFresh ? cached.read(options) : cached.get(options))).stats.info;
    },
    /** The last known fingerprint; sends nothing. */
    fingerprint: () => cached.latest()?.stats.fingerprint,
  };
}
