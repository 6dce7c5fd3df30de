// How a file that arrived in part is continued: what to ask for, and what the reply is worth. Pure.

/** The beginning of a file that the reader has, and what its server said of the whole. */
export interface Part {
  /** Bytes. */
  readonly received: number;
  readonly length?: number;
  /** Of two replies with the same one the bytes are the same (RFC 9110 section 8.8.3). */
  readonly etag?: string;
  /** The line of Last-Modified. */
  readonly modified?: string;
}

export const nothing: Part = { received: 0 };

export const isWhole = ({ received, length }: Part): boolean => length !== undefined && received >= length;

type Headers = Readonly<Record<string, string>>;

/** Asks for the rest, and for all of it where the file is another one by now (RFC 9110 section 13.1.5). */
export function rangeHeaders({ received, etag, modified }: Part): Headers {
  if (received === 0) return {};
  const validator = etag?.startsWith('"') === true ? etag : modified;
  return { range: `bytes=${received}-`, ...(validator === undefined ? {} : { "if-range": validator }) };
}

/** Whether the body continues the part: after so many bytes that the reader has already, or not at all. */
export type Continuation =
  | { readonly kind: "bytes"; readonly skip: number; readonly part: Part }
  | { readonly kind: "whole" }
  | { readonly kind: "unfit"; readonly reason: string };

const lengthOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;

/** What a reply with one of the statuses 200, 206 and 416 says of the whole file. */
function described(status: number, headers: Headers): Omit<Part, "received"> & { readonly start?: number } {
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(headers["content-range"] ?? "");
  const length = lengthOf(status === 200 ? headers["content-length"] : range?.[2]);
  const start = status === 200 ? 0 : lengthOf(range?.[1]);
  const { etag, "last-modified": modified } = headers;
  return {
    ...(length === undefined ? {} : { length }),
    ...(etag === undefined ? {} : { etag }),
    ...(modified === undefined ? {} : { modified }),
    ...(start === undefined ? {} : { start }),
  };
}

/** Why a reply is not of the file that the part is of; undefined when it is. */
function difference(part: Part, told: Omit<Part, "received">): string | undefined {
  if (part.length !== undefined && told.length !== undefined && part.length !== told.length)
    return `it has ${told.length} bytes now, and had ${part.length}`;
  const isSame =
    part.etag !== undefined && told.etag !== undefined
      ? part.etag === told.etag
      : part.modified !== undefined && told.modified !== undefined
        ? part.modified === told.modified
        : undefined;
  if (isSame === false) return "it was written anew";
  if (isSame === true || (part.length !== undefined && told.length !== undefined)) return undefined;
  return "the server does not say whether it is still the same";
}

export function continuationOf(part: Part, status: number, headers: Headers): Continuation {
  const { start, ...told } = described(status, headers);
  if (part.received === 0)
    return start === 0 || start === undefined
      ? { kind: "bytes", skip: 0, part: { received: 0, ...told } }
      : { kind: "unfit", reason: "the server sent a piece of it that nobody asked for" };
  const reason = difference(part, told);
  if (reason !== undefined) return { kind: "unfit", reason };
  if (status === 416)
    return told.length === part.received
      ? { kind: "whole" }
      : { kind: "unfit", reason: "the server has nothing behind them" };
  if (start !== 0 && start !== part.received)
    return { kind: "unfit", reason: "the server sent another piece than the one asked for" };
  return { kind: "bytes", skip: part.received - start, part: { ...told, ...part } };
}
