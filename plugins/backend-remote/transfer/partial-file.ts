// Resumes the download of a partially received file: which range to request, and how to use the reply. Pure.

import { withoutUndefined } from "@pictor/kernel/plugin";

/** The received part of a file, and what the server's replies have said about the whole file. */
export interface PartialFile {
  /** Number of bytes that were received. */
  readonly received: number;
  readonly length?: number;
  /** The ETag. Two replies with the same strong ETag have the same bytes (RFC 9110 section 8.8.3). */
  readonly etag?: string;
  /** Value of the Last-Modified header. */
  readonly modified?: string;
}

export const nothingReceived: PartialFile = { received: 0 };

export const isComplete = ({ received, length }: PartialFile): boolean =>
  length !== undefined && received >= length;

type Headers = Readonly<Record<string, string>>;

/** Images are compressed already, and ranges are those of the file itself. */
const uncompressed = { "accept-encoding": "identity" };

/** Headers that request the rest of the file, or all of it if the file has changed since (RFC 9110 section 13.1.5). */
export function rangeHeaders({ received, etag, modified }: PartialFile): Headers {
  if (received === 0) return uncompressed;
  const validator = etag?.startsWith('"') === true ? etag : modified;
  const ifRange = validator === undefined ? {} : { "if-range": validator };
  return { ...uncompressed, range: `bytes=${received}-`, ...ifRange };
}

export type Continuation =
  /** The body continues the file after `skip` bytes that were received before. */
  | { readonly kind: "bytes"; readonly skip: number; readonly file: PartialFile }
  /** The whole file has been received. */
  | { readonly kind: "complete" }
  /** The reply does not continue the file. */
  | { readonly kind: "mismatch"; readonly reason: string };

const lengthOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;

/**
 * Reads from a reply with status 200, 206 or 416 the facts about the whole file, and the offset at which the reply's
 * body starts.
 */
function describedBy(
  status: number,
  headers: Headers,
): Omit<PartialFile, "received"> & { readonly start?: number } {
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(headers["content-range"] ?? "");
  const isCompressed = headers["content-encoding"] !== undefined;
  const whole = isCompressed ? undefined : headers["content-length"];
  const length = lengthOf(status === 200 ? whole : range?.[2]);
  const start = status === 200 ? 0 : lengthOf(range?.[1]);
  const { etag, "last-modified": modified } = headers;
  return withoutUndefined({ length, etag, modified, start });
}

/** Why a reply is about another version of the file; undefined if the version is the same. */
function differenceOf(file: PartialFile, described: Omit<PartialFile, "received">): string | undefined {
  if (file.length !== undefined && described.length !== undefined && file.length !== described.length)
    return `the file now has ${described.length} bytes instead of ${file.length}`;
  const isSame =
    file.etag !== undefined && described.etag !== undefined
      ? file.etag === described.etag
      : file.modified !== undefined && described.modified !== undefined
        ? file.modified === described.modified
        : undefined;
  if (isSame === false) return "the file was written again";
  if (isSame === true || (file.length !== undefined && described.length !== undefined)) return undefined;
  return "the server does not say whether the file is still the same";
}

export function continuationOf(file: PartialFile, status: number, headers: Headers): Continuation {
  const { start, ...described } = describedBy(status, headers);
  if (file.received === 0)
    return start === 0 || start === undefined
      ? { kind: "bytes", skip: 0, file: { received: 0, ...described } }
      : { kind: "mismatch", reason: "the server sent a range that was not requested" };
  const reason = differenceOf(file, described);
  if (reason !== undefined) return { kind: "mismatch", reason };
  if (status === 416)
    return described.length === file.received
      ? { kind: "complete" }
      : { kind: "mismatch", reason: "the server has no bytes after those that were received" };
  if (start !== 0 && start !== file.received)
    return { kind: "mismatch", reason: "the server sent another range than the requested one" };
  return { kind: "bytes", skip: file.received - start, file: { ...described, ...file } };
}
