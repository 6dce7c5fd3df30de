// Recognizes files of certificates and keys as people store them: PEM (RFC 7468), PKCS #12 (RFC 7292), and others. Pure.

import { pemBlocks, unwrappedText } from "@pictor/signing-keys";

export type CertificateFile =
  | { readonly kind: "pem"; readonly text: string }
  /** A certificate with its key, as browsers and Windows export it (.p12, .pfx). */
  | { readonly kind: "pfx"; readonly bytes: Buffer }
  /** `found` completes "holds ...". */
  | { readonly kind: "other"; readonly found: string };

/** The first tag of DER: a sequence with a length of two bytes, as every certificate and key has. */
const isDer = (bytes: Buffer): boolean => bytes[0] === 0x30 && bytes[1] === 0x82;
/** PKCS #12 begins with its version, 3. */
const isPfx = (bytes: Buffer): boolean =>
  isDer(bytes) && bytes.subarray(4, 7).equals(Buffer.from([0x02, 0x01, 0x03]));

/** Recognizes the content of a file or of a secret. */
export function certificateFileOf(bytes: Buffer): CertificateFile {
  if (isPfx(bytes)) return { kind: "pfx", bytes };
  if (isDer(bytes))
    return {
      kind: "other",
      found: "DER: convert it to PEM with `openssl x509 -inform DER` or `openssl pkey -inform DER`",
    };
  if (bytes.length === 0) return { kind: "other", found: "nothing" };
  const text = unwrappedText(bytes.toString("utf8"));
  const blocks = pemBlocks(text);
  if (blocks.length > 0) return { kind: "pem", text: blocks.map((block) => `${block.text}\n`).join("") };
  const isCut = text.includes("-----BEGIN");
  return { kind: "other", found: isCut ? "PEM whose end is missing" : "neither PEM nor PKCS #12" };
}

/** The kinds of PEM blocks in a text, such as `PUBLIC KEY`, for errors. */
export const labelsIn = (text: string): string =>
  [...new Set(pemBlocks(text).map(({ label }) => label))].join(" and ") || "nothing";
