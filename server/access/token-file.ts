// The tokens that outlive the server, as digests, in the user's data folder.

import type { Quota } from "@pictor/client";
import { isRecord } from "@pictor/kernel";
import { scopesIn, type Scope } from "@pictor/features/base";
import { readJsonFile } from "../files/json-file.js";

/** A token without its text. */
export interface TokenRecord {
  readonly id: string;
  /** Chosen by the user. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** SHA-256 of the token, in hexadecimal digits. The token has 256 random bits, so the digest does not reveal it. */
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
  /** Milliseconds since 1970, to within a minute; undefined before the first use. */
  readonly lastUsedAtMs?: number;
  /** The limits of this token, each of which replaces the limit of all tokens. Default: none. */
  readonly quota?: Quota;
}

function recordOf(value: unknown): TokenRecord | undefined {
  if (!isRecord(value)) return undefined;
  const { id, name, scopes: granted, digest, createdAtMs, lastUsedAtMs, quota } = value;
  if (typeof id !== "string" || typeof name !== "string" || typeof digest !== "string") return undefined;
  if (!Array.isArray(granted) || typeof createdAtMs !== "number") return undefined;
  return {
    id,
    name,
    digest,
    createdAtMs,
    scopes: scopesIn(granted),
    ...(typeof lastUsedAtMs === "number" && { lastUsedAtMs }),
    ...(isRecord(quota) && { quota }),
  };
}

/** The tokens in the file; none if there is no file. Rejects as `readJsonFile` does. */
export async function readTokens(path: string): Promise<readonly TokenRecord[]> {
  const list = await readJsonFile(path);
  return Array.isArray(list) ? list.map(recordOf).filter((record) => record !== undefined) : [];
}
