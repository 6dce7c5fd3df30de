// Reads certificates and keys as people paste and store them: PEM (RFC 7468) whose lines were lost on the way, and PKCS #12 (RFC 7292). Pure.

export type CertificateFile =
  | { readonly kind: "pem"; readonly text: string }
  /** A certificate with its key, as browsers and Windows export it (.p12, .pfx). */
  | { readonly kind: "pfx"; readonly bytes: Buffer }
  /** `found` completes "holds ...". */
  | { readonly kind: "other"; readonly found: string };

const block = /-----BEGIN ([A-Z0-9 ]+?)-----(.*?)-----END \1-----/gs;

/** One block with its lines again. A block with headers (RFC 1421) has lines that cannot be found again, and stays as it is. */
const relined = (whole: string, label: string, body: string): string => {
  if (body.includes(":")) return whole;
  const lines = body.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join("\n");
};

/** The text of a file in PEM: without quotes, with real line feeds in place of a literal `\n`; decoded if all of it is base64. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const plain = text.replace(/\\r?\\n|\\n/g, "\n").replace(/^\s*["']+|["']+\s*$/g, "");
  if (plain.includes("-----BEGIN")) return plain;
  const compact = plain.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]{64,}={0,2}$/.test(compact)) return "";
  const decoded = Buffer.from(compact, "base64").toString("utf8");
  return decoded.includes("-----BEGIN") ? decoded : "";
}

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
  const text = textOf(bytes);
  const blocks = [...text.matchAll(block)].map(([whole, label = "", body = ""]) =>
    relined(whole, label, body),
  );
  if (blocks.length > 0) return { kind: "pem", text: `${blocks.join("\n")}\n` };
  return { kind: "other", found: text === "" ? "neither PEM nor PKCS #12" : "PEM whose end is missing" };
}

/** The kinds of PEM blocks in a text, such as `PUBLIC KEY`, for errors. */
export const labelsIn = (text: string): string =>
  [...new Set([...text.matchAll(block)].map(([, label = ""]) => label))].join(" and ") || "nothing";
