// Undoes what environment files, CI settings and copying do to a text in PEM (RFC 7468). Pure.

/** One block, with real line feeds. */
export interface PemBlock {
  /** Such as `PRIVATE KEY`. */
  readonly label: string;
  readonly text: string;
}

const block = /-----BEGIN ([A-Z\d ]+?)-----(.*?)-----END \1-----/gs;

/**
 * The blocks of a text, without what stands around them. Lines that were lost, became spaces or a literal `\n` are made
 * again, except in a block with headers (RFC 1421), whose lines cannot be found again.
 */
export const pemBlocks = (text: string): readonly PemBlock[] =>
  [
    ...text
      .replace(/\\r|\r/g, "")
      .replaceAll("\\n", "\n")
      .matchAll(block),
  ].map(([whole, label = "", body = ""]) => {
    if (body.includes(":")) return { label, text: whole };
    const lines = body.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
    return { label, text: [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join("\n") };
  });

/** What a text in base64 contains, if that is PEM or a JSON object. */
function decoded(text: string): string | undefined {
  const compact = text.replace(/\s+/g, "");
  if (!/^[A-Za-z\d+/]{40,}={0,2}$/.test(compact)) return undefined;
  const inner = Buffer.from(compact, "base64").toString("utf8").trim();
  return /-----BEGIN |^\{/.test(inner) ? inner : undefined;
}

/** A text without blanks, quotes and base64 around it. */
export function unwrappedText(text: string): string {
  // Blanks are trimmed, among them a byte order mark.
  const bare = text
    .trim()
    .replace(/^(["'])([^]*)\1$/, "$2")
    .trim();
  return decoded(bare) ?? bare;
}
