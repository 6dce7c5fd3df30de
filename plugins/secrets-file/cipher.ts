// Encryption with a passphrase: AES-256-GCM (NIST SP 800-38D) under a key from scrypt (RFC 7914).

import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from "node:crypto";
import type { Sealed } from "./file-format.js";

const algorithm = "aes-256-gcm";
/** The cost N of scrypt: each guess at the passphrase takes about a third of a second and 128 MiB. */
const standardCost = 2 ** 17;
const fixedOptions: ScryptOptions = { r: 8, p: 1, maxmem: 2 ** 28 };
const saltBytes = 16;
const nonceBytes = 12;
const authTagLength = 16;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const bytesOf = (text: string): Buffer => Buffer.from(text, "base64");

const deriveKey = (passphrase: string, salt: string, cost: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // The passphrase is normalized, because keyboards produce composed and decomposed characters.
    scrypt(passphrase.normalize("NFC"), bytesOf(salt), 32, { ...fixedOptions, N: cost }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });

export interface Cipher {
  seal(text: string): Promise<Sealed>;
  /** Decrypts a text. Returns undefined if the passphrase is wrong or the data was changed; the two cannot be distinguished. */
  unseal(sealed: Sealed): Promise<string | undefined>;
}

/** Derives one key per salt. Seals with the salt of the last text that was unsealed. `cost` is the N of scrypt. */
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
