// Percent-encoding, for requests and for finding secrets in them.

/** Percent-encodes all but unreserved characters (RFC 3986 section 2.3). An unpaired surrogate becomes U+FFFD. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(Buffer.from(text).toString()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
