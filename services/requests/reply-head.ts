// Reads the head of a reply before undici does, which ends with an error where other clients read on: interim replies are passed
// over (RFC 9110 section 15.2), and what is irregular but can mean only one thing is written as the standard wants it.

import { isToken } from "@pictor/kernel";

/** What the bytes at the start of a reply are. `end` is where their head ends. */
export type ReplyHead =
  /** The head goes on in bytes that are not here yet. */
  | { readonly kind: "incomplete" }
  /** A reply such as 100 Continue, after which the final one follows. */
  | { readonly kind: "interim"; readonly end: number }
  /** `head` is the corrected head; undefined if it is to be read as it came. */
  | { readonly kind: "final"; readonly end: number; readonly head?: Buffer }
  /** `reason` completes "the reply ...". */
  | { readonly kind: "unreadable"; readonly reason: string };

/** Bytes of a head, as curl's limit for all headers of a reply. */
export const maxHeadBytes = 300 * 1024;

const unreadable = (reason: string): ReplyHead => ({ kind: "unreadable", reason });

/** A frame of HTTP/2 that begins a connection (RFC 9113 section 3.4): SETTINGS, type 4, of stream 0. */
const isSettingsFrame = (bytes: Buffer): boolean =>
  bytes.length >= 9 && bytes[0] === 0 && bytes[3] === 4 && bytes.readUInt32BE(5) === 0;

const [TAB, LF, CR, SPACE, COMMA, COLON] = [9, 10, 13, 32, 44, 58];
const endOfRegular = Buffer.from("\r\n\r\n");

/** Whether `word` stands in the bytes at `at`, in upper or lower case. */
function stands(bytes: Buffer, at: number, word: Buffer): boolean {
  for (let index = 0; index < word.length; index++)
    if (((bytes[at + index] ?? 0) | 0x20) !== ((word[index] ?? 0) | 0x20)) return false;
  return true;
}
const version = Buffer.from("http/1.1 ");
const [interim, noContent] = [Buffer.from("1"), Buffer.from("204")];
const [contentLength, transferEncoding] = [Buffer.from("content-length:"), Buffer.from("transfer-encoding:")];

/**
 * The end of a head that undici reads as it is: lines that end in CR LF, begin with a name, and hold no control character but
 * tabs; at most one length, and not beside a transfer coding; not a status with a rule of its own. Undefined for any other. It
 * looks at each byte once, because every reply comes through here.
 */
function endOfRegularHead(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(endOfRegular);
  if (end < 0 || !stands(bytes, 0, version)) return undefined;
  if (stands(bytes, version.length, interim) || stands(bytes, version.length, noContent)) return undefined;
  let [lengths, isInLength, isInName, before] = [0, false, false, 0];
  for (let at = version.length; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte < SPACE ? byte !== TAB && byte !== CR && byte !== LF : byte === 127) return undefined;
    if ((byte === LF) !== (before === CR)) return undefined;
    if (byte === LF) {
      const first = bytes[at + 1] as number;
      if (first === SPACE || first === TAB || first === COLON) return undefined;
      isInLength = stands(bytes, at + 1, contentLength);
      if (isInLength || stands(bytes, at + 1, transferEncoding)) lengths++;
      isInName = true;
    } else if (isInName && byte === COLON) {
      if (before === SPACE || before === TAB) return undefined;
      isInName = false;
    } else if (byte === COMMA && isInLength) return undefined;
    before = byte;
  }
  return lengths > 1 || before === CR ? undefined : end + endOfRegular.length;
}

const statusLine = "HTTP/1.";
/** Where the reply begins: some servers send an empty line after the body before. */
function startOf(bytes: Buffer): number {
  let start = 0;
  while (bytes[start] === CR || bytes[start] === LF) start++;
  return start;
}

interface Field {
  readonly name: string;
  readonly value: string;
}

/** One value for a length that was sent twice; undefined if two lengths differ (RFC 9110 section 8.6). */
function onlyLength(values: readonly string[]): string | undefined {
  const lengths = new Set(values.flatMap((value) => value.split(",")).map((each) => each.trim()));
  return lengths.size === 1 ? [...lengths][0] : undefined;
}

/** Reads the lines as RFC 9112 sections 2.2, 5.1 and 5.2 let a client read them. Returns what cannot be meant as a sentence. */
function fieldsOf(lines: readonly string[]): readonly Field[] | string {
  const fields: Field[] = [];
  for (const line of lines) {
    if (/^[ \t]/.test(line)) {
      const last = fields.pop();
      // Nothing stands before it that it could continue.
      if (last !== undefined) fields.push({ ...last, value: `${last.value} ${line.trim()}`.trim() });
      continue;
    }
    const colon = line.indexOf(":");
    if (colon < 0) return "has a header without a colon";
    const name = line.slice(0, colon).trimEnd();
    if (name === "") continue;
    if (!isToken(name)) return "has a header whose name has characters that no name may have";
    fields.push({ name, value: line.slice(colon + 1).trim() });
  }
  return fields;
}

/** Writes an irregular head as the standard wants it. `end` is where the head ends. */
function corrected(text: string, end: number): ReplyHead {
  const head = (lines: readonly Field[]): ReplyHead => ({ kind: "final", end, head: headOf(first, lines) });
  const [first = "", ...rest] = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const lines = rest.slice(0, rest.indexOf(""));
  // eslint-disable-next-line no-control-regex
  const readable = lines.map((line) => line.replace(/[\0-\x08\n-\x1f\x7f]/g, " "));
  const read = fieldsOf(readable);
  if (typeof read === "string") return unreadable(read);
  const isLength = ({ name }: Field): boolean => name.toLowerCase() === "content-length";
  const lengths = read.filter(isLength).map(({ value }) => value);
  if (lengths.length > 0 && read.some(({ name }) => name.toLowerCase() === "transfer-encoding"))
    return unreadable("has both a length and a transfer coding, as smuggled replies have");
  const fields = read.filter((field) => !isLength(field));
  const isEmpty = /^\S+ 204(?: |$)/.test(first);
  if (lengths.length > 0 && isEmpty) {
    // It has no body (RFC 9110 section 8.6). What follows nevertheless must not be read as the next reply.
    const others = fields.filter(({ name }) => name.toLowerCase() !== "connection");
    return head([...others, { name: "Connection", value: "close" }]);
  }
  const length = onlyLength(lengths);
  if (lengths.length > 0 && length === undefined)
    return unreadable(`has different lengths: ${lengths.join(", ")}`);
  return head(length === undefined ? fields : [...fields, { name: "Content-Length", value: length }]);
}

const headOf = (first: string, fields: readonly Field[]): Buffer =>
  Buffer.from(
    `${[first, ...fields.map(({ name, value }) => `${name}: ${value}`)].join("\r\n")}\r\n\r\n`,
    "latin1",
  );

/** The end of the first empty line, whatever ends its lines; -1 if there is none. */
function endOfHead(text: string): number {
  const found = /\n\r?\n/.exec(text);
  return found === null ? -1 : found.index + found[0].length;
}

/** Reads the head at the start of `bytes`. */
export function readReplyHead(bytes: Buffer): ReplyHead {
  const regular = endOfRegularHead(bytes);
  if (regular !== undefined) return { kind: "final", end: regular };
  const start = startOf(bytes);
  const begin = bytes.toString("latin1", start, start + statusLine.length);
  if (!statusLine.startsWith(begin))
    return unreadable(
      isSettingsFrame(bytes)
        ? "is HTTP/2, which the server speaks here without having been asked for it"
        : "is not HTTP/1.1: it does not begin with that version",
    );
  const text = bytes.toString("latin1", start, Math.min(bytes.length, start + maxHeadBytes));
  const length = endOfHead(text);
  if (length < 0)
    return text.length < maxHeadBytes
      ? { kind: "incomplete" }
      : unreadable(`has more than ${maxHeadBytes / 1024} KiB of headers`);
  const head = text.slice(0, length);
  const end = start + length;
  // 101 ends HTTP on this connection, so nothing follows it.
  if (/^HTTP\/1\.[01] 1(?!01)\d\d/.test(head)) return { kind: "interim", end };
  return corrected(head, end);
}
