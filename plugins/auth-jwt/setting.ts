// The settings of one profile: claims, prefix and signing key, checked. No error text repeats a value.

import { fault, isRecord, type AuthSetting } from "@pictor/kernel/plugin";
import { readSigningKey, type SigningKey, type SigningKeyResult } from "@pictor/signing-keys";
import type { JwtSettings } from "./settings.gen.js";

export type Claims = Readonly<Record<string, unknown>>;

const invalid = (field: keyof JwtSettings, problem: string) =>
  fault("AUTH_SETTING_INVALID", { where: `jwt.${field}`, problem });

/** The fields, which the kernel has checked against the manifest and completed with defaults. */
export const fieldsOf = ({ settings }: AuthSetting): JwtSettings => settings as unknown as JwtSettings;

/** Claims that the scheme sets anew for each token. */
const ownClaims = ["exp", "iat", "jti"];

function furtherClaims({ claims }: JwtSettings): Claims {
  if (claims.trim() === "") return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(claims);
  } catch {
    throw invalid("claims", "it is not JSON");
  }
  if (!isRecord(parsed)) throw invalid("claims", "it is not a JSON object");
  const own = ownClaims.find((name) => Object.hasOwn(parsed, name));
  if (own !== undefined) throw invalid("claims", `it has ${own}, which is set for each token`);
  return parsed;
}

/** The claims that all tokens for an origin have in common. Throws `AUTH_SETTING_INVALID`. */
export function claimsFor(fields: JwtSettings, origin: string): Claims {
  const { issuer, subject, audience } = fields;
  const claims: Claims = {
    ...(issuer !== "" && { iss: issuer }),
    ...(subject !== "" && { sub: subject }),
    aud: audience === "" ? origin : audience,
    ...furtherClaims(fields),
  };
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
}

/** The prefix with the space that follows it. Throws `AUTH_SETTING_INVALID`. */
export function prefixOf({ prefix }: JwtSettings): string {
  const word = prefix.trim();
  if (/[^\x20-\x7e]/.test(word)) throw invalid("prefix", "it contains a character beyond ASCII");
  return word === "" ? "" : `${word} `;
}

/** The key, or what is wrong with it. A secret in base64 is read as the JWK that has the same bytes. */
export function readKey({ key, algorithm, secretEncoding }: JwtSettings): Promise<SigningKeyResult> {
  const text = key.trim();
  if (algorithm !== "HS256" || secretEncoding === "text" || text === "")
    return readSigningKey(key, algorithm);
  if (!/^[\w+/-]+=*$/.test(text)) return Promise.resolve({ problem: "it is not base64" });
  const k = Buffer.from(text, "base64").toString("base64url");
  return readSigningKey(JSON.stringify({ kty: "oct", k }), algorithm);
}

/** The key. Throws `AUTH_NOT_CONFIGURED` and `AUTH_SETTING_INVALID`. */
export async function requireKey(fields: JwtSettings): Promise<SigningKey> {
  if (fields.key.trim() === "") throw fault("AUTH_NOT_CONFIGURED", { where: "jwt", fields: "key" });
  const read = await readKey(fields);
  if ("problem" in read) throw invalid("key", read.problem);
  return read;
}
