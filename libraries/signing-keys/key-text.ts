// Finds the private key in what environment files, CI settings and copying have made of its text. Pure.

import { pemBlocks, unwrappedText } from "./pem-text.js";

/** The JSON object in a text; undefined for another text. Errors of the parser are dropped, because they may quote a key. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

/**
 * The text of a key as its file has it: out of quotes, out of base64, out of the JSON of a service account, and with
 * its lines. Another text is returned as it is, without blanks around it.
 */
export function keyText(text: string): string {
  const unwrapped = unwrappedText(text);
  // The file of a Google service account is a JSON object.
  const member = objectIn(unwrapped)?.["private_key"];
  const inner = typeof member === "string" ? member : unwrapped;
  return (
    pemBlocks(inner)
      .map((block) => block.text)
      .join("\n") || inner
  );
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^-----BEGIN ENCRYPTED PRIVATE KEY|Proc-Type: 4,ENCRYPTED/, "an encrypted private key"],
  [/^-----BEGIN OPENSSH /, "a key of OpenSSH; `ssh-keygen -p -m PKCS8 -f FILE` converts it"],
  [/^-----BEGIN (RSA )?PUBLIC /, "a public key"],
  [/^-----BEGIN CERTIFICATE/, "a certificate"],
  [/^(ssh-|ecdsa-)/, "a public key of OpenSSH"],
  [/^-----BEGIN (?!.*-----END )/s, "a PEM without its last line"],
  [/^(\/|\.\.?\/|[A-Za-z]:\\)\S+$/, "the path of a file"],
];

/** What a text is instead of a private key, such as `: it is a certificate`; empty if that is unknown. */
export function foundInstead(text: string): string {
  const kind = kinds.find(([pattern]) => pattern.test(text))?.[1];
  return kind === undefined ? "" : `: it is ${kind}`;
}
