// Names of common request headers, and common values of some.

export const headerNames: readonly string[] = [
  ...["Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Content-Language", "Content-Type"],
  ...["Cookie", "Expect", "If-Match", "If-Modified-Since", "If-None-Match", "If-Unmodified-Since", "Origin"],
  ...["Prefer", "Range", "Referer", "User-Agent", "X-Correlation-Id", "X-Request-Id"],
];

const types: readonly string[] = [
  ...["application/json", "application/x-www-form-urlencoded", "application/xml", "application/octet-stream"],
  ...["text/plain", "text/html", "image/png", "image/jpeg"],
];
const values: Readonly<Record<string, readonly string[]>> = {
  accept: ["*/*", ...types],
  "accept-encoding": ["gzip", "br", "identity"],
  "cache-control": ["no-cache", "no-store", "max-age=0"],
  "content-type": types,
  prefer: ["wait=60", "respond-async", "return=representation"],
};

export const headerValues = (name: string): readonly string[] => values[name.trim().toLowerCase()] ?? [];
