// Writes tar files (ustar), also invalid and malicious ones.

import { gzipSync } from "node:zlib";

export interface TarEntry {
  readonly name: string;
  readonly data?: string | Buffer;
  /** The type flag. Default: a file, or a folder if the name ends with a slash. */
  readonly type?: string;
  readonly mode?: number;
  readonly link?: string;
  /** Size that the header states in place of the real one. */
  readonly size?: number;
  readonly checksum?: number;
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;

function entryBytes(entry: TarEntry): Buffer {
  const { name, type = name.endsWith("/") ? "5" : "0", mode = 0o644, link = "" } = entry;
  const data = Buffer.from(entry.data ?? "");
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write(octal(mode, 8), 100);
  header.write(octal(entry.size ?? data.length, 12), 124);
  header.write("        ", 148);
  header.write(type, 156);
  header.write(link, 157, 100);
  header.write("ustar\u000000", 257);
  const sum = entry.checksum ?? header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 7)} `, 148);
  return Buffer.concat([header, data, Buffer.alloc((512 - (data.length % 512)) % 512)]);
}

/** A tar file with these entries. `isZipped` compresses it by gzip; default true. */
export function tar(entries: readonly TarEntry[], isZipped = true): Buffer {
  const whole = Buffer.concat([...entries.map(entryBytes), Buffer.alloc(1024)]);
  return isZipped ? gzipSync(whole) : whole;
}
