// Builds a body or a query from `-d` and the other data options of curl, in their order.

import type { RequestBody } from "@pictor/kernel";
import { readAfterAt, type CurlFiles } from "./curl-files.js";
import type { CurlOption } from "./known-options.js";

const dataOptions: ReadonlySet<CurlOption> = new Set<CurlOption>([
  "data",
  "data-ascii",
  "data-binary",
  "data-raw",
  "data-urlencode",
  "json",
]);

/** True for `-d` and the other options of data. */
export const isDataOption = (name: CurlOption): boolean => dataOptions.has(name);

/** One piece of `application/x-www-form-urlencoded` data. */
export interface DataPart {
  readonly source: { readonly text: string } | { readonly path: string };
  /** Name of a value of `--data-urlencode`. */
  readonly name?: string;
  /** Whether the value is percent-encoded, unlike that of `-d`. */
  readonly isEncoded?: true;
  /** Whether line ends and zero bytes of the file are left out, as by `-d @file`. */
  readonly isOneLine?: true;
}

/** Parses the value of `--data-urlencode`: `value`, `=value`, `name=value`, `@file` or `name@file`. */
function encodedPart(text: string): DataPart {
  const [, name = "", mark = "", rest = ""] = /^([^=@]*)([=@])(.*)$/s.exec(text) ?? [];
  if (mark === "") return { source: { text }, isEncoded: true };
  const source = mark === "@" ? { path: rest } : { text: rest };
  return { source, isEncoded: true, ...(name !== "" && { name }) };
}

/** The data of one option. */
export function dataPart(option: CurlOption, value: string): DataPart {
  if (option === "data-urlencode") return encodedPart(value);
  if (option === "data-raw" || !value.startsWith("@")) return { source: { text: value } };
  const source = { path: value.slice(1) };
  return option === "data-binary" || option === "json" ? { source } : { source, isOneLine: true };
}

/** Percent-encodes all bytes but the unreserved characters (RFC 3986 section 2.3); a space becomes `+`, as in forms. */
const percentEncoded = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("latin1")
    .replace(/[^\w.~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`)
    .replaceAll("%20", "+");

const withoutLineEnds = (bytes: Buffer): Buffer =>
  bytes.filter((byte) => ![0, 10, 13].includes(byte)) as Buffer;

function render({ source, name, isEncoded, isOneLine }: DataPart, files: CurlFiles): Buffer {
  const whole =
    "text" in source ? Buffer.from(source.text) : Buffer.from(readAfterAt(source.path, files, "data"));
  const bytes = isOneLine ? withoutLineEnds(whole) : whole;
  if (!isEncoded) return bytes;
  return Buffer.from((name === undefined ? "" : `${name}=`) + percentEncoded(bytes));
}

const joinParts = (parts: readonly DataPart[], separator: string, files: CurlFiles): Buffer =>
  Buffer.concat(
    parts.flatMap((part, index) => [Buffer.from(index === 0 ? "" : separator), render(part, files)]),
  );

/**
 * The body of the request. The data of a single file is streamed; all other data is kept in memory. Throws a CurlError
 * for an unreadable file.
 */
export function dataBody(
  parts: readonly DataPart[],
  separator: "&" | "",
  files: CurlFiles,
): Uint8Array | RequestBody | string {
  const [only, ...others] = parts;
  const isSinglePlainPart = only !== undefined && others.length === 0 && !only.isEncoded && !only.isOneLine;
  if (isSinglePlainPart && "path" in only.source && only.source.path !== "-")
    return files.body(only.source.path);
  return joinParts(parts, separator, files);
}

/** The address with more in its query. */
export function withQuery(url: string, query: string): string {
  if (query === "") return url;
  const [address = "", ...fragment] = url.split("#");
  const mark = address.includes("?") ? (/[?&]$/.test(address) ? "" : "&") : "?";
  return [`${address}${mark}${query}`, ...fragment].join("#");
}

/** `-G` and `--url-query`: the address with the data appended to its query. */
export const withDataInQuery = (url: string, parts: readonly DataPart[], files: CurlFiles): string =>
  withQuery(url, joinParts(parts, "&", files).toString());
