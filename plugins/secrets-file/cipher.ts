// Encryption with a passphrase: AES-256-GCM (NIST SP 800-38D) under a key from scrypt (RFC 7914).

import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from "node:crypto";
import type { Sealed } from "./file-format.js";

const algorithm = "aes-256-gcm";
/** About a third of a second and 128 MiB for each guess. */
const standardCost = 2 ** 17;
const others: ScryptOptions = { r: 8, p: 1, maxmem: 2 ** 28 };
const saltBytes = 16;
const nonceBytes = 12;
const authTagLength = 16;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const bytesOf = (text: string): Buffer => Buffer.from(text, "base64");

const deriveKey = (passphrase: string, salt: string, cost: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Composed, so that it fits whichever keyboard it is typed on.
    scrypt(passphrase.normalize("NFC"), bytesOf(salt), 32, { ...others, N: cost }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });

export interface Cipher {
  seal(text: string): Promise<Sealed>;
  /** Undefined when the passphrase does not fit, or the data is not what was sealed: nobody can tell which. */
  unseal(sealed: Sealed): Promise<string | undefined>;
}

/** Derives one key for each salt that it meets, and keeps the salt of the last file that it opened. `cost` is scrypt's N. */
export function createCipher(passphrase: string, cost = standardCost): Cipher {
  let current = base64(randomBytes(saltBytes));
  const keys = new Map<string, Promise<Buffer>>();
  const keyFor = (salt: string): Promise<Buffer> => {
    const key = keys.get(salt) ?? deriveKey(passphrase, salt, cost);
    keys.set(salt, key);
    return key;
  };
  return {
    async seal(text) {
      const salt = current;
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, await keyFor(salt), nonce);
      const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return { salt, nonce: base64(nonce), tag: base64(cipher.getAuthTag()), data: base64(data) };
    },
    async unseal({ salt, nonce, tag, data }) {
      const key = await keyFor(salt);
      try {
        const decipher = createDecipheriv(algorithm, key, bytesOf(nonce), { authTagLength });
        decipher.setAuthTag(bytesOf(tag));
        const bytes = Buffer.concat([decipher.update(bytesOf(data)), decipher.final()]);
        current = salt;
        return bytes.toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}
