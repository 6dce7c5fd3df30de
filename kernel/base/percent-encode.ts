// Percent-encoding, as requests are written and secrets in them are found again.

/** RFC 3986 section 2.3: everything but unreserved characters is percent-encoded; half of a surrogate pair as U+FFFD. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(Buffer.from(text).toString()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
