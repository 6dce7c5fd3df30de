// Reads the entries of a tar archive in memory: ustar, with the long names of pax and GNU. Pure.
// https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06

import { ArchiveProblem } from "./archive-limits.js";

const blockBytes = 512;

export interface TarFile {
  readonly name: string;
  /** The type flag, such as `0` for a file, `5` for a folder, `2` for a symbolic link. */
  readonly type: string;
  readonly mode: number;
  readonly content: Uint8Array;
}

const damaged = (reason: string): ArchiveProblem =>
  new ArchiveProblem(`it is not a complete tar file (${reason})`);

function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(end === -1 ? bytes : bytes.subarray(0, end));
  } catch {
    throw new ArchiveProblem("the name of an entry is not UTF-8");
  }
}

function numberOf(bytes: Uint8Array, what: string): number {
  const digits = Buffer.from(bytes).toString("latin1").replaceAll("\0", " ").trim();
  if (!/^[0-7]*$/.test(digits)) throw damaged(`an entry has no valid ${what}`);
  return digits === "" ? 0 : parseInt(digits, 8);
}

/** The sum of the bytes of a header, in which the checksum itself counts as blanks. */
const checksumOf = (header: Uint8Array): number =>
  header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0);

/** The records of a pax header: `<length> <key>=<value>\n`. */
function paxRecords(content: Uint8Array): ReadonlyMap<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < content.length;) {
    const blank = content.indexOf(0x20, at);
    const length = blank === -1 ? NaN : Number(Buffer.from(content.subarray(at, blank)).toString("latin1"));
    if (!Number.isInteger(length) || length <= blank - at || at + length > content.length)
      throw damaged("a pax header is invalid");
    const record = textOf(content.subarray(blank + 1, at + length - 1));
    const equals = record.indexOf("=");
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
}

/** The files, folders and links of an archive, in their order. Throws `ArchiveProblem`. */
export function* tarEntries(archive: Uint8Array): Generator<TarFile> {
  let longName: string | undefined;
  for (let at = 0; at < archive.length;) {
    const header = archive.subarray(at, at + blockBytes);
    if (header.length < blockBytes) throw damaged("it was cut off");
    if (header.every((byte) => byte === 0)) return;
    if (numberOf(header.subarray(148, 156), "checksum") !== checksumOf(header))
      throw damaged("the checksum of a header differs");
    const size = numberOf(header.subarray(124, 136), "size");
    const start = at + blockBytes;
    if (start + size > archive.length) throw damaged("it was cut off");
    const content = archive.subarray(start, start + size);
    at = start + Math.ceil(size / blockBytes) * blockBytes;
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === "L") longName = textOf(content);
    else if (type === "x") {
      const records = paxRecords(content);
      if (records.has("size")) throw new ArchiveProblem("an entry is larger than 8 GiB");
      longName = records.get("path") ?? longName;
    } else if (type !== "g" && type !== "K") {
      const isUstar = textOf(header.subarray(257, 262)) === "ustar" && header[262] === 0;
      const prefix = isUstar ? textOf(header.subarray(345, 500)) : "";
      const short = textOf(header.subarray(0, 100));
      const name = longName ?? (prefix === "" ? short : `${prefix}/${short}`);
      longName = undefined;
      yield { name, type, mode: numberOf(header.subarray(100, 108), "mode"), content };
    }
  }
  throw damaged("it has no end");
}
