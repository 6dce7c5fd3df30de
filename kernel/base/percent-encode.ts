// Percent-encoding (RFC 3986 section 2.1), for requests and for finding secrets in them.

/** Percent-encodes all but unreserved characters (RFC 3986 section 2.3). An unpaired surrogate becomes U+FFFD. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(Buffer.from(text).toString()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Decodes percent-encoded UTF-8. A text with an escape that is not valid stays as it is. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
