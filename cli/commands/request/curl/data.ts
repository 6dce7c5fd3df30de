// `-d` and its kin as a body or a query: texts, files, encoding, in the order given.

import { readFileSync } from "node:fs";
import { reasonOf, type RequestBody } from "@pictor/host";
import { UsageError } from "../../../base/usage-error.js";
import { fileBody } from "../../../input/request-body.js";

/** One piece of `application/x-www-form-urlencoded` data. */
export interface DataPart {
  readonly source: { readonly text: string } | { readonly path: string };
  /** Name before an encoded value. */
  readonly name?: string;
  /** Percent-encoded, unlike `-d`. */
  readonly isEncoded?: true;
  /** `-d @file` leaves out line ends and zero bytes. */
  readonly isOneLine?: true;
}

/** `--data-urlencode`: `value`, `=value`, `name=value`, `@file` or `name@file`. */
function encodedPart(text: string): DataPart {
  const [, name = "", mark = "", rest = ""] = /^([^=@]*)([=@])(.*)$/s.exec(text) ?? [];
  if (mark === "") return { source: { text }, isEncoded: true };
  const source = mark === "@" ? { path: rest } : { text: rest };
  return { source, isEncoded: true, ...(name !== "" && { name }) };
}

/** The piece of data that an option of curl stands for. */
export function dataPart(option: string, value: string): DataPart {
  if (option === "data-urlencode") return encodedPart(value);
  if (option === "data-raw" || !value.startsWith("@")) return { source: { text: value } };
  const source = { path: value.slice(1) };
  return option === "data-binary" || option === "json" ? { source } : { source, isOneLine: true };
}

function readWhole(path: string): Buffer {
  if (path === "-")
    throw new UsageError("USAGE_VALUE", "The curl command reads from a pipe.", "Name a file, or use -d @-.");
  try {
    return readFileSync(path);
  } catch (error) {
    const hint = "Correct the path after @.";
    throw new UsageError(
      "USAGE_FILE",
      `The data cannot be read from ${path}: ${reasonOf(error)}.`,
      hint,
      error,
    );
  }
}

/** Everything but the unreserved characters (RFC 3986 section 2.3), byte by byte. */
const percentEncoded = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("latin1")
    .replace(/[^\w.~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);

const withoutLineEnds = (bytes: Buffer): Buffer =>
  bytes.filter((byte) => ![0, 10, 13].includes(byte)) as Buffer;

function render({ source, name, isEncoded, isOneLine }: DataPart): Buffer {
  const whole = "text" in source ? Buffer.from(source.text) : readWhole(source.path);
  const bytes = isOneLine ? withoutLineEnds(whole) : whole;
  if (!isEncoded) return bytes;
  return Buffer.from((name === undefined ? "" : `${name}=`) + percentEncoded(bytes));
}

const joined = (parts: readonly DataPart[], separator: string): Buffer =>
  Buffer.concat(parts.flatMap((part, index) => [Buffer.from(index === 0 ? "" : separator), render(part)]));

/** The body; a single file is streamed, everything else is held in memory. Throws a UsageError for a file. */
export function dataBody(parts: readonly DataPart[], separator: "&" | ""): Uint8Array | RequestBody | string {
  const [only, ...others] = parts;
  const isPlain = only !== undefined && others.length === 0 && !only.isEncoded && !only.isOneLine;
  if (isPlain && "path" in only.source && only.source.path !== "-") return fileBody(only.source.path);
  return joined(parts, separator);
}

/** `-G`: the address with the data as its query, which is put after one that is there. */
export function withQuery(url: string, parts: readonly DataPart[]): string {
  const [address = "", ...fragment] = url.split("#");
  const query = joined(parts, "&").toString();
  const mark = address.includes("?") ? (/[?&]$/.test(address) ? "" : "&") : "?";
  return [query === "" ? address : `${address}${mark}${query}`, ...fragment].join("#");
}
