// What a server can do beyond the oldest routes: found out by asking once, and again when the server may be another one.

import { parseJson } from "@pictor/kernel/plugin";
import type { Backend, CallOptions, Reply } from "@pictor/kernel/plugin";
import { fieldsOf } from "../fields.js";
import { send } from "../http.js";
import type { Call, Peer } from "../http.js";
import { hasMoved } from "../link.js";
import type { Link } from "../link.js";

export interface Abilities {
  /** Asks the server to cancel a prompt, waiting or running. False when it cannot, or would not. */
  cancelJob(promptId: string, options: CallOptions): Promise<boolean>;
  /** Whether an interrupt with an id stops that prompt only: since 0.3.57. False when nothing tells. */
  isTargeted(options: CallOptions): Promise<boolean>;
}

/** The oldest version whose interrupt reads the id. */
const targetedSince = [0, 3, 57] as const;

/** Compares the first three numbers; false for what does not begin with them. */
export function isTargetedVersion(version: string): boolean {
  const found = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
  if (found === undefined) return false;
  const differing = targetedSince.findIndex((part, index) => part !== found[index]);
  return differing < 0 || (found[differing] ?? 0) > (targetedSince[differing] ?? 0);
}

/** `info` is the instance's own, which asks the server only now and then. */
export function createAbilities(peer: Peer, info: Backend["info"]): Abilities {
  let lacking: Link | undefined;

  return {
    async cancelJob(promptId, options) {
      if (lacking !== undefined && !hasMoved(lacking, peer.link)) return false;
      // Declared below /api only, whatever the prefix of the other routes.
      const url = `${peer.routes.base}api/jobs/${encodeURIComponent(promptId)}/cancel`;
      // Without JSON, 404 and 405 alike say only that there is no such route: a wrong verb looks the same.
      const call: Call = { method: "POST", url, accept: [400, 404, 405, 500, 501] };
      const reply = await send(peer, call, options);
      const { cancelled, error } = fieldsOf(await jsonOf(reply));
      lacking = cancelled === undefined && error === undefined ? { ...peer.link } : undefined;
      return cancelled === true;
    },
    async isTargeted(options) {
      try {
        return isTargetedVersion((await info(options)).version);
      } catch (error) {
        if (options.signal?.aborted === true) throw error;
        return false;
      }
    },
  };
}

async function jsonOf(reply: Reply): Promise<unknown> {
  try {
    return parseJson(await reply.text());
  } catch {
    return undefined;
  }
}
