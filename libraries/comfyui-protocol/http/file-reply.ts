// Sends a file over HTTP with validators, conditional requests and one byte range (RFC 9110 sections 8.8, 13, 14).
import type { IncomingHttpHeaders } from "node:http";
import type { Body } from "./body.js";
import { dispositionHeader, servedTypeOf } from "./disposition.js";
import { empty, type Reply } from "./reply.js";

/** Positions of the first and the last byte, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface ServedFile {
  readonly name: string;
  readonly bytes: number;
  /** Absent if it is not known; then `etag` is given. */
  readonly modifiedMs?: number;
  /** Default: made of the time and the length, as a real server does. */
  readonly etag?: string;
  readonly headers: Pick<IncomingHttpHeaders, "range" | "if-none-match" | "if-modified-since">;
  readonly open: (range?: ByteRange) => Body;
}

export function fileReply(file: ServedFile): Reply {
  const description = { ...dispositionHeader(file.name), "Content-Type": servedTypeOf(file.name) };
  const { modifiedMs } = file;
  const { etag = `"${Math.trunc((modifiedMs ?? 0) * 1000).toString(16)}-${file.bytes.toString(16)}"` } = file;
  const modified = modifiedMs === undefined ? undefined : new Date(modifiedMs).toUTCString();
  const headers = {
    ...description,
    ETag: etag,
    ...(modified !== undefined && { "Last-Modified": modified }),
  };
  if (isNotModified(file, etag, modified)) return empty(304, headers);
  const range = requestedRange(file.headers.range, file.bytes);
  if (range === "unsatisfiable")
    return empty(416, { ...description, "Content-Range": `bytes */${file.bytes}` });
  const length = range ? range.end - range.start + 1 : file.bytes;
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      "Accept-Ranges": "bytes",
      "Content-Length": String(length),
      ...(range && { "Content-Range": `bytes ${range.start}-${range.end}/${file.bytes}` }),
    },
    body: file.open(range),
  };
}

function isNotModified({ headers }: ServedFile, etag: string, modified: string | undefined): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) return tags.split(",").some((tag) => tag.trim() === etag || tag.trim() === "*");
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return modified !== undefined && Date.parse(modified) <= since;
}

/** Real servers treat several ranges, malformed ranges and ranges outside the file as unsatisfiable. */
function requestedRange(header: string | undefined, bytes: number): ByteRange | "unsatisfiable" | undefined {
  if (header === undefined) return undefined;
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (first === "" && last === "") return "unsatisfiable";
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start <= end ? { start, end } : "unsatisfiable";
}
