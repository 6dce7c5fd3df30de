// The canonical form of a request, over which Signature Version 4 is computed (AWS, "Create a signed AWS API request").

import { percentDecode, percentEncode, type HeaderPair } from "@pictor/kernel/plugin";
import { isAwsHost } from "./service-of-host.js";

/** The parts of a request that are signed. */
export interface SignedParts {
  readonly method: string;
  /** The URL with the query and without the fragment. */
  readonly url: URL;
  /** The headers to sign, `host` among them. */
  readonly headers: readonly HeaderPair[];
  /** SHA-256 of the body in hexadecimal digits, or `UNSIGNED-PAYLOAD`. */
  readonly payloadHash: string;
  /** S3 signs the path decoded and encoded once; other services sign it encoded once more, without `.` and `..`. */
  readonly isS3: boolean;
}

/** Compares ASCII texts in byte order, as AWS sorts them. */
const byteOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function canonicalPath({ pathname, hostname }: URL, isS3: boolean): string {
  const segments = pathname.split("/");
  if (isS3) {
    // The path is the key of an object: it is decoded, escaped slashes too, and encoded again. Only AWS reads a plus
    // sign as a space.
    const plus = isAwsHost(hostname) ? "%20" : "+";
    const key = segments.map((segment) => percentDecode(segment.replaceAll("+", plus))).join("/");
    return key.split("/").map(percentEncode).join("/");
  }
  // For other services, the path is encoded once more as it was sent.
  // Empty segments are removed, except for a slash at the end.
  const kept = segments.filter((segment, index) => segment !== "" || index === segments.length - 1);
  return `/${kept.map(percentEncode).join("/")}`;
}

/** The canonical query: parameters sorted by encoded name, then by encoded value. `+` is a plus sign, not a space. */
function canonicalQuery({ search }: URL): string {
  const pairs = search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const at = pair.indexOf("=");
      const [name, value] = at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
      return [percentEncode(percentDecode(name)), percentEncode(percentDecode(value))] as const;
    });
  return pairs
    .sort(([name, value], [other, otherValue]) => byteOrder(name, other) || byteOrder(value, otherValue))
    .map((pair) => pair.join("="))
    .join("&");
}

/** The canonical headers: sorted by lower-case name. Values of the same name are joined, and runs of spaces become one space. */
function canonicalHeaders(
  headers: readonly HeaderPair[],
): readonly (readonly [name: string, value: string])[] {
  const values = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    values.set(key, [...(values.get(key) ?? []), value.trim().replace(/\s+/g, " ")]);
  }
  return [...values]
    .map(([name, lines]) => [name, lines.join(",")] as const)
    .sort(([name], [other]) => byteOrder(name, other));
}

/** The names of the signed headers, as the header Authorization and the query list them. */
export const signedHeaderNames = (headers: readonly HeaderPair[]): string =>
  canonicalHeaders(headers)
    .map(([name]) => name)
    .join(";");

export interface CanonicalRequest {
  readonly text: string;
  /** The names of the signed headers, as the header Authorization lists them. */
  readonly signedHeaders: string;
}

export function canonicalRequest({ method, url, headers, payloadHash, isS3 }: SignedParts): CanonicalRequest {
  const lines = canonicalHeaders(headers);
  const signedHeaders = signedHeaderNames(headers);
  const text = [
    method,
    canonicalPath(url, isS3),
    canonicalQuery(url),
    ...lines.map(([name, value]) => `${name}:${value}`),
    "",
    signedHeaders,
    payloadHash,
  ].join("\n");
  return { text, signedHeaders };
}
