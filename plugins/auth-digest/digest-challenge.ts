// Reads Digest challenges (RFC 7616 section 3.3), and chooses one if the server sends several.

import { getHashes } from "node:crypto";
import type { Challenge } from "@pictor/kernel/plugin";

/** Best first. SHA-512-256 is second because RFC 7616 has a wrong example of it (erratum 4897) and implementations differ. */
const algorithms = [
  { name: "sha-256", hash: "sha256" },
  { name: "sha-512-256", hash: "sha512-256" },
  { name: "md5", hash: "md5" },
] as const;
const available = new Set(getHashes());

export type Hash = (typeof algorithms)[number]["hash"];
export type Qop = "auth" | "auth-int";

/** A challenge that this plugin supports. Strings contain the bytes of the header, one character per byte. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** The algorithm as the server spells it. Undefined means MD5, and the header Authorization then has no algorithm either. */
  readonly algorithm: string | undefined;
  readonly hash: Hash;
  /** Whether the algorithm is a `-sess` variant, with one key for each nonce (RFC 7616 section 3.4.2). */
  readonly isSession: boolean;
  /** The offered qualities of protection; undefined for a server that follows RFC 2069, which has none. */
  readonly qops: readonly Qop[] | undefined;
  /** Whether the server expects names and passwords in UTF-8. */
  readonly isUtf8: boolean;
  /** Whether the user name is sent as a hash. */
  readonly userhash: boolean;
  /** Whether the rejected request failed only because its nonce had expired. */
  readonly stale: boolean;
  /** URLs below which the nonce may be used again; if empty, everywhere on the origin. */
  readonly domain: readonly string[];
}

const words = (list: string): readonly string[] =>
  list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
const isQop = (word: string): word is Qop => word === "auth" || word === "auth-int";

function digestChallengeOf({ scheme, parameters }: Challenge): DigestChallenge | undefined {
  const nonce = parameters.get("nonce");
  if (scheme !== "digest" || nonce === undefined) return undefined;
  const algorithm = parameters.get("algorithm");
  const [, name, session] = /^(.*?)(-sess)?$/s.exec((algorithm ?? "md5").toLowerCase()) ?? [];
  const hash = algorithms.find((known) => known.name === name)?.hash;
  if (hash === undefined || !available.has(hash)) return undefined;
  const isTrue = (flag: string): boolean => parameters.get(flag)?.toLowerCase() === "true";
  const offered = words(parameters.get("qop") ?? "");
  const qops = offered.length === 0 ? undefined : offered.filter(isQop);
  const isSession = session !== undefined;
  // A session key depends on a cnonce, which is only sent together with a qop.
  if (qops?.length === 0 || (isSession && qops === undefined)) return undefined;
  return {
    realm: parameters.get("realm") ?? "",
    nonce,
    opaque: parameters.get("opaque"),
    algorithm,
    hash,
    isSession,
    qops,
    isUtf8: parameters.get("charset")?.toLowerCase() === "utf-8",
    userhash: isTrue("userhash"),
    stale: isTrue("stale"),
    domain: (parameters.get("domain") ?? "").split(/\s+/).filter(Boolean),
  };
}

const rank = ({ hash }: DigestChallenge): number => algorithms.findIndex((known) => known.hash === hash);

/** The challenge with the best algorithm, the first one among equals; undefined if none is supported. */
export const chooseChallenge = (challenges: readonly Challenge[]): DigestChallenge | undefined =>
  challenges
    .map(digestChallengeOf)
    .filter((challenge) => challenge !== undefined)
    .sort((a, b) => rank(a) - rank(b))[0];
