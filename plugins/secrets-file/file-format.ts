// The text of the file: secrets by key as JSON, or the same text sealed. Pure; no text of a file is ever repeated.

/** An encrypted text, every part base64 (RFC 4648 section 4). */
export interface Sealed {
  /** Of the key derivation; stays while the passphrase does. */
  readonly salt: string;
  /** 96 random bits, new at every write. */
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

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What `formatSecrets` gave, or undefined. */
export function parseSecrets(value: unknown): Secrets | undefined {
  if (!isFields(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every((entry): entry is [string, string] => typeof entry[1] === "string")
    ? new Map(entries)
    : undefined;
}

export const parseSecretsText = (text: string): Secrets | undefined => parseSecrets(parsed(text));

export function parseDocument(text: string): Document {
  const document = parsed(text);
  if (!isFields(document) || typeof document["version"] !== "number") return { kind: "damaged" };
  if (document["version"] > version) return { kind: "newer" };
  const { secrets, sealed } = document;
  if (isFields(sealed) && parts.every((part) => typeof sealed[part] === "string"))
    return { kind: "sealed", sealed: sealed as unknown as Sealed };
  const plain = parseSecrets(secrets);
  return plain === undefined ? { kind: "damaged" } : { kind: "plain", secrets: plain };
}

export const formatSecrets = (secrets: Secrets): string => JSON.stringify(Object.fromEntries(secrets));

export const formatPlain = (secrets: Secrets): string =>
  `${JSON.stringify({ version, secrets: Object.fromEntries(secrets) }, undefined, 2)}\n`;

export const formatSealed = (sealed: Sealed): string =>
  `${JSON.stringify({ version, sealed }, undefined, 2)}\n`;
