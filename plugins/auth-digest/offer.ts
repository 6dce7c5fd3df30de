// What a server offers with a Digest challenge (RFC 7616 section 3.3), and which of several offers is taken.

import { getHashes } from "node:crypto";
import type { Challenge } from "./challenges.js";

/** Best first. SHA-512-256 is as strong as SHA-256, but was printed wrongly in RFC 7616, so peers disagree about it. */
const algorithms = [
  { name: "sha-256", hash: "sha256" },
  { name: "sha-512-256", hash: "sha512-256" },
  { name: "md5", hash: "md5" },
] as const;
const available = new Set(getHashes());

export type Hash = (typeof algorithms)[number]["hash"];
export type Qop = "auth" | "auth-int";

/** A challenge that can be answered. Texts are bytes of the header, one character each. */
export interface Offer {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** As the server spells it; a server that names none means MD5 and is told none. */
  readonly algorithm: string | undefined;
  readonly hash: Hash;
  /** The variant whose key is made once for each nonce (RFC 7616 section 3.4.2). */
  readonly isSession: boolean;
  /** Undefined for a server from before there was a choice (RFC 2069). */
  readonly qops: readonly Qop[] | undefined;
  /** The server knows names and passwords in UTF-8. */
  readonly isUtf8: boolean;
  readonly userhash: boolean;
  /** The last answer failed for its nonce only. */
  readonly stale: boolean;
  /** Addresses below which the same answer holds; none: the whole origin. */
  readonly domain: readonly string[];
}

const words = (list: string): readonly string[] =>
  list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
const isQop = (word: string): word is Qop => word === "auth" || word === "auth-int";

function offerOf({ scheme, parameters }: Challenge): Offer | undefined {
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
  // A session key is made with a cnonce, and without a qop there is no way to send one.
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

const rank = ({ hash }: Offer): number => algorithms.findIndex((known) => known.hash === hash);

/** The offer with the best algorithm, the server's first among equals; undefined when none can be answered. */
export const chooseOffer = (challenges: readonly Challenge[]): Offer | undefined =>
  challenges
    .map(offerOf)
    .filter((offer) => offer !== undefined)
    .sort((a, b) => rank(a) - rank(b))[0];
