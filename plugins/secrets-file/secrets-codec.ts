// Converts the text of the file to secrets and back, with or without encryption.

import { createCipher, type Cipher } from "./cipher.js";
import {
  formatPlain,
  formatSealed,
  formatSecrets,
  parseDocument,
  parseSecretsText,
  type Secrets,
} from "./file-format.js";
import { refusal } from "./refusal.js";

export interface Contents {
  readonly secrets: Secrets;
  readonly isEncrypted: boolean;
}

export interface Codec {
  /** Decodes the file. Rejects with `SECRETS_UNAVAILABLE`, whose reason contains nothing of the text. */
  decode(text: string): Promise<Contents>;
  encode(secrets: Secrets): Promise<string>;
  readonly encrypts: boolean;
}

/** An empty passphrase means no encryption. `path` is for errors, `keyCost` for tests. */
export function createCodec(path: string, passphrase: string, keyCost?: number): Codec {
  const cipher: Cipher | undefined = passphrase === "" ? undefined : createCipher(passphrase, keyCost);
  const damaged = () =>
    refusal(`${path} is damaged and was left unchanged: repair the file, or move it away`);
  return {
    encrypts: cipher !== undefined,
    async decode(text) {
      const document = parseDocument(text);
      if (document.kind === "plain") return { secrets: document.secrets, isEncrypted: false };
      if (document.kind === "damaged") throw damaged();
      if (document.kind === "newer") throw refusal(`${path} was written by a newer version`);
      if (cipher === undefined) throw refusal(`${path} is encrypted, and no passphrase is configured`);
      const inner = await cipher.unseal(document.sealed);
      if (inner === undefined)
        throw refusal(
          `the passphrase does not match ${path}, or the file is damaged; the file was left unchanged`,
        );
      const secrets = parseSecretsText(inner);
      if (secrets === undefined) throw damaged();
      return { secrets, isEncrypted: true };
    },
    encode: async (secrets) =>
      cipher === undefined ? formatPlain(secrets) : formatSealed(await cipher.seal(formatSecrets(secrets))),
  };
}
