// The codings of HTTP that a stream can have. A module of its own, because every request names them and few replies have one.

/** A coding of HTTP (RFC 9110 section 8.4.1, RFC 7932, RFC 8878). */
export type StreamCoding = "gzip" | "deflate" | "br" | "zstd";

/** Node.js has Zstandard from 22.15 on, but before 24 it takes data that is cut off for whole data. */
const hasZstd = Number.parseInt(process.versions.node) >= 24;

/** The codings that this Node.js can decompress. */
export const streamCodings: readonly StreamCoding[] = [
  "gzip",
  "deflate",
  "br",
  ...(hasZstd ? (["zstd"] as const) : []),
];
