// Converts errors of Redis and of its connection to errors of this plugin. Pure.

import { reasonOf, systemCode, type PictorError } from "@pictor/kernel/plugin";
import { queueFault } from "../faults.js";

export interface RedisPlace {
  /** The instance's name. */
  readonly name: string;
  /** Host, port and database, without credentials. */
  readonly address: string;
}

/**
 * The address for display: host, port and database. Without the scheme, because the whole address is a secret, which is hidden wherever it is
 * shown. Undefined if the text is not an address of Redis.
 */
export function addressOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  if (!/^rediss?:$/.test(parsed.protocol) || parsed.hostname === "") return undefined;
  if (!/^\/?\d{0,9}$/.test(parsed.pathname)) return undefined;
  const tls = parsed.protocol === "rediss:" ? " (TLS)" : "";
  return `${parsed.hostname}:${parsed.port || "6379"}${parsed.pathname.replace(/^\/$/, "")}${tls}`;
}

const denied = /^(?:NOAUTH|WRONGPASS|NOPERM|ERR invalid password|ERR AUTH)\b/;
/** Replies of a server that cannot serve now: it starts, changes its role, or runs a script for too long. */
const notNow = /^(?:LOADING|MASTERDOWN|READONLY|UNBLOCKED|CLUSTERDOWN|TRYAGAIN|BUSY|NOREPLICAS|MISCONF)\b/;
/** Replies of a server that is not, or not yet, the one that takes writes: its address can lead to another one by now. */
const otherRole = /^(?:LOADING|MASTERDOWN|READONLY|UNBLOCKED)\b/;

/** A transaction is discarded because of a command in it, whose error says why. */
function causeOf(error: unknown): unknown {
  const earlier =
    error instanceof Error ? (error as { readonly previousErrors?: unknown }).previousErrors : [];
  return Array.isArray(earlier) && earlier[0] instanceof Error ? earlier[0] : error;
}

const isReply = (error: unknown): error is Error => error instanceof Error && error.name === "ReplyError";

export function isOtherRole(thrown: unknown): boolean {
  const error = causeOf(thrown);
  return isReply(error) && otherRole.test(error.message);
}

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
