// Detects which ComfyUI-Manager a server has, and caches the result until a restart. A proxy's web page is not an answer.

import { PictorError, recordOrEmpty, type CallOptions } from "@pictor/kernel/plugin";
import { cacheReading } from "../server/cached-reading.js";
import type { RemoteServer } from "../server/requests.js";
import { getJson, getText } from "./manager-requests.js";

/**
 * `3`: the extension in `custom_nodes`, with routes without a prefix. `4`: the package behind `--enable-manager`, with a
 * queue of tasks. `4-legacy`: that package with `--enable-manager-legacy-ui`, which takes the request bodies of 3.x.
 */
export interface Manager {
  readonly generation: "3" | "4" | "4-legacy";
  /** The version as the Manager reports it, such as `V3.41`. */
  readonly version: string;
  readonly prefix: "" | "/v2";
}

/** Detects the Manager. Settles with undefined if the server has none. */
export type ManagerProbe = (options?: CallOptions) => Promise<Manager | undefined>;

/** Matches the version of a Manager. Replies of other programs do not match. */
const versionPattern = /^v?\d+\.\d\S{0,60}$/i;

async function findManager(server: RemoteServer, options: CallOptions): Promise<Manager | undefined> {
  const newer = await readVersion(server, "/v2/manager/version", options);
  if (newer !== undefined) {
    const flag = await getJson(server, "/v2/manager/is_legacy_manager_ui", {}, options);
    const isLegacy = recordOrEmpty(flag)["is_legacy_manager_ui"] === true;
    return { generation: isLegacy ? "4-legacy" : "4", version: newer, prefix: "/v2" };
  }
  const older = await readVersion(server, "/manager/version", options);
  return older === undefined ? undefined : { generation: "3", version: older, prefix: "" };
}

async function readVersion(
  server: RemoteServer,
  path: string,
  options: CallOptions,
): Promise<string | undefined> {
  try {
    const text = (await getText(server, path, options))?.trim();
    return text !== undefined && versionPattern.test(text) ? text : undefined;
  } catch (error) {
    // A proxy may forbid every route that generating does not need; then the Manager cannot be used.
    if (error instanceof PictorError && error.details["status"] === 403) return undefined;
    throw error;
  }
}

export function createManagerProbe(server: RemoteServer): ManagerProbe {
  const cached = cacheReading(server, (signal) => findManager(server, { signal }));
  return (options) => cached.get(options);
}
