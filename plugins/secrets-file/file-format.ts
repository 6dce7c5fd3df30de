// The format of the file: secrets by key as JSON, plain or encrypted. Results never contain the text of an invalid file. Pure.

import { isRecord, isString, parseJsonOrUndefined } from "@pictor/kernel/plugin";

/** An encrypted text; every part is base64 (RFC 4648, section 4). */
export interface Sealed {
  /** Salt of the key derivation; it stays the same as long as the passphrase does. */
  readonly salt: string;
  /** The nonce: 96 random bits, new for each write. */
  readonly nonce: string;
  readonly tag: string;
  readonly data: string;
}

export type Secrets = ReadonlyMap<string, string>;

export type Document =
  | { readonly kind: "plain"; readonly secrets: Secrets }
  | { readonly kind: "sealed"; readonly sealed: Sealed }
  | { readonly kind: "newer" }
  | { readonly kind: "damaged" };

const version = 1;
const parts = ["salt", "nonce", "tag", "data"] as const;

/** Parses the result of `formatSecrets`; undefined for any other value. */
function parseSecrets(value: unknown): Secrets | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every((entry): entry is [string, string] => isString(entry[1]))
    ? new Map(entries)
    : undefined;
}

export const parseSecretsText = (text: string): Secrets | undefined =>
  parseSecrets(parseJsonOrUndefined(text));

export function parseDocument(text: string): Document {
  const document = parseJsonOrUndefined(text);
  if (!isRecord(document) || typeof document["version"] !== "number") return { kind: "damaged" };
  if (document["version"] > version) return { kind: "newer" };
  const { secrets, sealed } = document;
  if (isRecord(sealed) && parts.every((part) => isString(sealed[part])))
    return { kind: "sealed", sealed: sealed as unknown as Sealed };
  const plain = parseSecrets(secrets);
  return plain === undefined ? { kind: "damaged" } : { kind: "plain", secrets: plain };
}

export const formatSecrets = (secrets: Secrets): string => JSON.stringify(Object.fromEntries(secrets));

export const formatPlain = (secrets: Secrets): string =>
  `${JSON.stringify({ version, secrets: Object.fromEntries(secrets) }, undefined, 2)}\n`;

export const formatSealed = (sealed: Sealed): string =>
  `${JSON.stringify({ version, sealed }, undefined, 2)}\n`;
