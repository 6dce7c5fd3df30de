// Writes ZIP files (APPNOTE 6.3.10), also invalid and malicious ones.

import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  readonly name: string | Buffer;
  readonly data?: string | Buffer;
  /** Unix mode as in `stat`. Default: a regular file, or a folder if the name ends with a slash. */
  readonly mode?: number;
  readonly isStored?: boolean;
  /** Size that the archive states in place of the real one. */
  readonly size?: number;
  readonly crc?: number;
  readonly flags?: number;
}

const utf8Flag = 0x800;

export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const data = Buffer.from(entry.data ?? "");
    const body = entry.isStored === true ? data : deflateRawSync(data);
    const method = entry.isStored === true ? 0 : 8;
    const isFolder = name.at(-1) === 0x2f;
    const mode = entry.mode ?? (isFolder ? 0o040755 : 0o100644);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.flags ?? utf8Flag, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(entry.crc ?? crc32(data), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(entry.size ?? data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, name, body]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 3]);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02", "latin1"), madeBy, common, rest, name]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}
