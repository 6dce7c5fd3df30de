// What a server can do beyond the oldest routes: found out by asking once, and again when the server may be another one.

import { parseJson, PictorError } from "@pictor/kernel/plugin";
import type { Backend, CallOptions, Reply } from "@pictor/kernel/plugin";
import { fieldsOf } from "../fields.js";
import { send } from "../http.js";
import type { Call, Peer } from "../http.js";
import { hasMoved } from "../link.js";
import type { Link } from "../link.js";

/** What came of asking a server to cancel by itself. */
export type CancelReply =
  | { readonly kind: "cancelled" }
  /** It cannot, or would not. */
  | { readonly kind: "none" }
  /** Something before it does not let us through to that route, which says nothing of the others. */
  | { readonly kind: "barred"; readonly reason: string };

export interface Abilities {
  /** Asks the server to cancel a prompt, waiting or running. Rejects when nothing could be sent for want of credentials. */
  cancelJob(promptId: string, options: CallOptions): Promise<CancelReply>;
  /** Whether an interrupt with an id stops that prompt only: since 0.3.57. False when nothing tells. */
  isTargeted(options: CallOptions): Promise<boolean>;
}

/** Who cancels waits for seconds only, and the older routes are still to come. Milliseconds. */
const timeoutMs = 5_000;
/** Of the reply: it has one word, and a page in its place is not read. */
const maxBytes = 100_000;
/** What ComfyUI says of prompts, and of routes that it does not have. Other refusals are not its own. */
const own: ReadonlySet<number> = new Set([400, 404, 405, 500, 501]);
/** Refusals that may be over soon. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

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
  let lacking: { readonly reply: CancelReply; readonly link: Link } | undefined;

  return {
    async cancelJob(promptId, options) {
      if (lacking !== undefined && !hasMoved(lacking.link, peer.link)) return lacking.reply;
      // Declared below /api only, whatever the prefix of the other routes.
      const url = `${peer.routes.base}api/jobs/${encodeURIComponent(promptId)}/cancel`;
      const call: Call = { method: "POST", url, accept: "any", timeoutMs, maxBytes };
      try {
        const { status, json } = await send(peer, call, options, read);
        options.signal?.throwIfAborted();
        const { cancelled, error } = fieldsOf(json);
        if (cancelled === true) return { kind: "cancelled" };
        const reply = status < 300 || own.has(status) ? none : barred(`status ${status}`);
        // Without JSON, 404 and 405 alike say only that there is no such route: a wrong verb looks the same.
        const isThere = cancelled !== undefined || error !== undefined || passing.has(status);
        lacking = isThere ? undefined : { reply, link: { ...peer.link } };
        return reply;
      } catch (error) {
        if (peer.closed.aborted || options.signal?.aborted === true || !isOfTheRoute(error)) throw error;
        // Whether the whole server is away, the next question tells.
        return error.code === "BACKEND_UNREACHABLE" ? none : barred(error.what.replace(/\.$/, ""));
      }
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

const none: CancelReply = { kind: "none" };
const barred = (reason: string): CancelReply => ({ kind: "barred", reason });

/** Credentials that are not to be had are missing everywhere, and asking for them again can lock a client out. */
const isOfTheRoute = (error: unknown): error is PictorError =>
  error instanceof PictorError && !error.base.startsWith("AUTH_");

async function read(reply: Reply): Promise<{ readonly status: number; readonly json: unknown }> {
  const { status } = reply;
  try {
    return { status, json: parseJson(await reply.text()) };
  } catch {
    return { status, json: undefined };
  }
}
