// What a server says of itself: GET /system_stats, of which every member may be missing.

import { fault } from "@pictor/kernel/plugin";
import type { BackendInfo, CallOptions } from "@pictor/kernel/plugin";
import { fieldsOf, itemsOf, textOf } from "./fields.js";
import { sendForJson } from "./http.js";
import type { Call, Peer } from "./http.js";

/** Reads a reply; undefined when it has no `system`, so that another program answered. */
export function infoOf(stats: unknown, name: string, address: string): BackendInfo | undefined {
  const { system, devices } = fieldsOf(stats);
  if (typeof system !== "object" || system === null) return undefined;
  const version = textOf(fieldsOf(system)["comfyui_version"]) ?? "unknown";
  const notice = noticeOf([
    version,
    ...itemsOf(devices).flatMap((device) => textOf(fieldsOf(device)["name"]) ?? []),
  ]);
  return {
    name,
    kind: "remote",
    title: `ComfyUI at ${address}`,
    version,
    ...(notice === undefined ? {} : { notice }),
    facets: [],
  };
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

export async function readInfo(peer: Peer, name: string, options: CallOptions = {}): Promise<BackendInfo> {
  const call: Call = { url: peer.routes.route("/system_stats") };
  const info = infoOf(await sendForJson(peer, call, options), name, peer.routes.base);
  if (info !== undefined) return info;
  const found = "JSON without `system`";
  throw fault("BACKEND_REPLY", {
    method: "GET",
    url: call.url,
    found,
    expected: "ComfyUI's system statistics",
  });
}
