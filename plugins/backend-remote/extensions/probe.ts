// Which ComfyUI-Manager a server has: asked once in a life of the server, and never taken from a page of a proxy.

import { PictorError } from "@pictor/kernel/plugin";
import type { CallOptions } from "@pictor/kernel/plugin";
import { fieldsOf } from "../fields.js";
import type { Peer } from "../http.js";
import { hasMoved } from "../link.js";
import type { Link } from "../link.js";
import { sharedWork } from "../shared-work.js";
import { getJson, getText } from "./wire.js";

/**
 * `3`: the pack in `custom_nodes`, routes without a prefix. `4`: the package of `--enable-manager`, a queue of tasks.
 * `4-legacy`: the same with `--enable-manager-legacy-ui`, which takes the bodies of 3.x.
 */
export interface Manager {
  readonly generation: "3" | "4" | "4-legacy";
  /** As it calls itself, such as `V3.41`. */
  readonly version: string;
  readonly prefix: "" | "/v2";
}

/** Undefined when the server has none. */
export type ManagerProbe = (options?: CallOptions) => Promise<Manager | undefined>;

/** What a version looks like: anything else at the address is not a Manager's answer. */
const versionText = /^v?\d+(?:\.\d+)+\S{0,40}$/i;

async function find(peer: Peer, options: CallOptions): Promise<Manager | undefined> {
  const newer = await versionAt(peer, "/v2/manager/version", options);
  if (newer !== undefined) {
    const flag = await getJson(peer, "/v2/manager/is_legacy_manager_ui", {}, options);
    const isLegacy = fieldsOf(flag)["is_legacy_manager_ui"] === true;
    return { generation: isLegacy ? "4-legacy" : "4", version: newer, prefix: "/v2" };
  }
  const older = await versionAt(peer, "/manager/version", options);
  return older === undefined ? undefined : { generation: "3", version: older, prefix: "" };
}

async function versionAt(peer: Peer, path: string, options: CallOptions): Promise<string | undefined> {
  try {
    const text = (await getText(peer, path, options))?.trim();
    return text !== undefined && versionText.test(text) ? text : undefined;
  } catch (error) {
    // A proxy may keep everything from us that is not generation: then there is no Manager for us.
    if (error instanceof PictorError && error.details["status"] === 403) return undefined;
    throw error;
  }
}

/** The instance's probe; an answer counts until the server may be another one. */
export function managerProbe(peer: Peer): ManagerProbe {
  const share = sharedWork<Manager | undefined>();
  let known: { readonly manager: Manager | undefined; readonly link: Link } | undefined;
  return async (options = {}) => {
    options.signal?.throwIfAborted();
    if (known !== undefined && !hasMoved(known.link, peer.link)) return known.manager;
    return share(
      "",
      async (signal) => {
        const link = { ...peer.link };
        const manager = await find(peer, { signal });
        known = { manager, link };
        return manager;
      },
      options,
    );
  };
}
