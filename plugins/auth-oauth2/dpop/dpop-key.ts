// The key pair of DPoP proofs (RFC 9449): created for a sign-in, stored with its token, identified by its thumbprint.

import { createHash, webcrypto } from "node:crypto";
import { isRecord, isString, keepNewest } from "@pictor/kernel/plugin";
import type { JwtAlgorithm } from "../sign-jwt.js";

export interface DpopKey {
  readonly algorithm: JwtAlgorithm;
  readonly privateKey: webcrypto.CryptoKey;
  /** The public key, which every proof contains (RFC 9449 section 4.2). */
  readonly publicJwk: Readonly<Record<string, string>>;
  /** The thumbprint of the public key (`jkt`, RFC 7638). */
  readonly thumbprint: string;
  /** The private key as text, for the secret store: a JWK. */
  readonly stored: string;
}

/** Whether a token type means that the token is bound to a key (RFC 9449 section 5). */
export const isDpopType = (tokenType: string): boolean => tokenType.toLowerCase() === "dpop";

type KeyParameters =
  webcrypto.RsaHashedKeyGenParams | webcrypto.EcKeyGenParams | { readonly name: "Ed25519" };
const rsa = { modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" } as const;
const keyParameters: Readonly<Record<JwtAlgorithm, KeyParameters>> = {
  RS256: { name: "RSASSA-PKCS1-v1_5", ...rsa },
  PS256: { name: "RSA-PSS", ...rsa },
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  EdDSA: { name: "Ed25519" },
};
const isAlgorithm = (value: unknown): value is JwtAlgorithm =>
  isString(value) && Object.hasOwn(keyParameters, value);

/** The required members of a public key, in the order of RFC 7638 section 3.2. Any other member could be private. */
const publicMembers: Readonly<Record<string, readonly string[]>> = {
  RSA: ["e", "kty", "n"],
  EC: ["crv", "kty", "x", "y"],
  OKP: ["crv", "kty", "x"],
};

/** The secret members of a private key, for redaction. */
const privateMembers = ["d", "p", "q", "dp", "dq", "qi"] as const;

type Jwk = Readonly<Record<string, unknown>>;

function publicPart(jwk: Jwk): Readonly<Record<string, string>> | undefined {
  const names = publicMembers[String(jwk["kty"])];
  const members = names?.map((name) => [name, jwk[name]] as const) ?? [];
  return members.length > 0 && members.every((member): member is [string, string] => isString(member[1]))
    ? Object.fromEntries(members)
    : undefined;
}

function parse(stored: string): Jwk | undefined {
  try {
    const value = JSON.parse(stored) as unknown;
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The values in a stored key that must never be shown. */
export function secretsOfKey(stored: string): readonly string[] {
  const jwk = parse(stored);
  return [stored, ...privateMembers.map((name) => jwk?.[name]).filter(isString)];
}

async function readKey(stored: string): Promise<DpopKey | undefined> {
  const jwk = parse(stored);
  const publicJwk = jwk && publicPart(jwk);
  const algorithm = jwk?.["alg"];
  if (jwk === undefined || publicJwk === undefined || !isAlgorithm(algorithm)) return undefined;
  try {
    const { alg: _alg, ...key } = jwk;
    const parameters = keyParameters[algorithm];
    const privateKey = await webcrypto.subtle.importKey("jwk", key, parameters, false, ["sign"]);
    const thumbprint = createHash("sha256").update(JSON.stringify(publicJwk)).digest("base64url");
    return { algorithm, privateKey, publicJwk, thumbprint, stored };
  } catch {
    return undefined;
  }
}

/** The keys that were read, by their text: importing one takes longer than a proof. */
const keys = new Map<string, Promise<DpopKey | undefined>>();
const maxKeys = 100;

/** Reads a stored key; undefined if it is damaged. */
export function readDpopKey(stored: string): Promise<DpopKey | undefined> {
  const known = keys.get(stored);
  if (known !== undefined) return known;
  const reading = readKey(stored);
  keys.set(stored, reading);
  keepNewest(keys, maxKeys);
  return reading;
}

export async function createDpopKey(algorithm: JwtAlgorithm): Promise<DpopKey> {
  const pair = await webcrypto.subtle.generateKey(keyParameters[algorithm], true, ["sign", "verify"]);
  const { privateKey } = pair as webcrypto.CryptoKeyPair;
  const {
    key_ops: _operations,
    ext: _extractable,
    ...jwk
  } = await webcrypto.subtle.exportKey("jwk", privateKey);
  const key = await readDpopKey(JSON.stringify({ ...jwk, alg: algorithm }));
  if (key === undefined) throw new Error("a key that was just created cannot be read");
  return key;
}
