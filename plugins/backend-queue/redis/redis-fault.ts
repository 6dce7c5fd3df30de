// Converts errors of Redis and of its connection to errors of this plugin. Pure.

import { PictorError, reasonOf, systemCode } from "@pictor/kernel/plugin";
import { queueFault } from "../faults.js";

export interface RedisPlace {
  /** The instance's name. */
  readonly name: string;
  /** Hosts, ports and database, without credentials. */
  readonly address: string;
}

const denied = /^(?:NOAUTH|WRONGPASS|NOPERM|ERR invalid password|ERR AUTH)\b/;
/** Replies of a server that is not, or not yet, the one that takes writes: another one may be by now. */
const otherRole = /^(?:LOADING|MASTERDOWN|READONLY|UNBLOCKED|CLUSTERDOWN|MOVED)\b/;
/**
 * Replies of a server that cannot serve now: also while the keys of the queue move to another one, or a script runs for
 * too long.
 */
const notNow = new RegExp(`${otherRole.source}|^(?:ASK|TRYAGAIN|BUSY|NOREPLICAS|MISCONF)\\b`);

/** A transaction is discarded because of a command in it, whose error says why. */
function causeOf(error: unknown): unknown {
  const earlier =
    error instanceof Error ? (error as { readonly previousErrors?: unknown }).previousErrors : [];
  return Array.isArray(earlier) && earlier[0] instanceof Error ? earlier[0] : error;
}

/** Whether Redis has answered a command with this error. */
export const isReply = (error: unknown): error is Error =>
  error instanceof Error && error.name === "ReplyError";

export function isOtherRole(thrown: unknown): boolean {
  const error = causeOf(thrown);
  return isReply(error) && otherRole.test(error.message);
}

/** The reply of a node of a cluster that does not have the keys. */
export const isMoved = (thrown: unknown): boolean => {
  const error = causeOf(thrown);
  return isReply(error) && error.message.startsWith("MOVED ");
};

/** Replies to the choice of a database, which the client itself does not take as a failure: it would go on with database 0. */
export const isDatabaseRefusal = (error: Error): boolean =>
  isReply(error) && /\bDB index\b|\binvalid (?:DB|database)\b|SELECT is not allowed/i.test(error.message);

/** Codes of Node.js for a certificate that is not trusted, is for another host, or is not valid at this time. */
const isCertificate = (error: unknown): boolean =>
  /^(?:CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(?:GET|VERIFY)_|INVALID_CA$|ERR_TLS_CERT_)/.test(
    systemCode(error) ?? "",
  );

/** What ioredis says of a command whose reply did not come before the connection ended. */
const lostInBetween = "Reached the max retries per request limit";
/** The descriptions of OpenSSL name its source files; the reason is their second last part. */
const plain = (reason: string): string =>
  reason.startsWith(lostInBetween)
    ? "the connection was lost"
    : (/\bSSL routines:[^:]*:([^:]+):/.exec(reason)?.[1]?.trim() ?? reason.replace(/\.$/, ""));

/** `isSent` says whether Redis may have received the command. */
export function redisFault(thrown: unknown, place: RedisPlace, isSent: boolean): PictorError {
  if (thrown instanceof PictorError) return thrown;
  const error = causeOf(thrown);
  const reason = plain(reasonOf(error));
  if (isReply(error) && denied.test(reason)) return queueFault("QUEUE_REDIS_DENIED", { ...place, reason });
  if (isReply(error) && !notNow.test(reason)) {
    // Without memory, the same command can succeed later.
    const status = reason.startsWith("OOM") ? 507 : 400;
    return queueFault("QUEUE_REDIS_REPLY", { ...place, reason }, { more: { status } });
  }
  // The kernel takes a command with this code as not sent.
  return queueFault(
    isCertificate(error) ? "QUEUE_REDIS_CERTIFICATE" : "QUEUE_REDIS_UNREACHABLE",
    { ...place, reason },
    isSent ? { cause: error } : { cause: error, more: { systemCode: "ECONNREFUSED" } },
  );
}
