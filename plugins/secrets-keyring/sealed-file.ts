// The format of the file: all secrets as one AES-256-GCM message (NIST SP 800-38D). Pure, except for the random nonce.

import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const authTagLength = 16;
const context = Buffer.from("pictor secrets 1");

export type Secrets = ReadonlyMap<string, string>;

/** The nonce is 96 random bits, new for each call. */
export function seal(key: Uint8Array, secrets: Secrets): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength }).setAAD(context);
  const text = JSON.stringify(Object.fromEntries(secrets));
  const data = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${JSON.stringify({ version: 1, sealed: data.toString("base64") }, undefined, 2)}\n`;
}

/** Decrypts a text. Returns undefined if the key is wrong or the text was changed; the two cannot be distinguished. */
export function unseal(key: Uint8Array, text: string): Secrets | undefined {
  try {
    const { version, sealed } = JSON.parse(text) as { readonly version?: unknown; readonly sealed?: unknown };
    if (version !== 1 || typeof sealed !== "string") return undefined;
    const bytes = Buffer.from(sealed, "base64");
    const nonce = bytes.subarray(0, nonceBytes);
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength }).setAAD(context);
    decipher.setAuthTag(bytes.subarray(-authTagLength));
    const data = bytes.subarray(nonceBytes, -authTagLength);
    const inner = Buffer.concat([decipher.update(data), decipher.final()]).toString("utf8");
    // The parsed value needs no check, because a text that the key decrypts was written by `seal`.
    return new Map(Object.entries(JSON.parse(inner) as Readonly<Record<string, string>>));
  } catch {
    return undefined;
  }
}
