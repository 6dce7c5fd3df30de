// Makes a library of Windows without code, whose one function is that of another library: a program needs it, and Wine lacks it.

import { crc32 } from "node:zlib";

/** Where the one section begins, in the file and in memory: offsets in the file are addresses. */
const start = 0x1000;

const text = (value: string): Buffer => Buffer.from(`${value}\0`, "latin1");

function exportsOf(library: string, name: string, forwarded: string): Buffer {
  const names = [text(library), text(name), text(forwarded)];
  const table = Buffer.alloc(40 + 4 + 4 + 2);
  const [libraryAt = 0, nameAt = 0, forwardedAt = 0] = names.map(
    (_name, index) => start + table.length + Buffer.concat(names.slice(0, index)).length,
  );
  table.writeUInt32LE(libraryAt, 12);
  table.writeUInt32LE(1, 16); // number of the first function
  table.writeUInt32LE(1, 20); // functions
  table.writeUInt32LE(1, 24); // names
  for (const [index, offset] of [40, 44, 48].entries()) table.writeUInt32LE(start + offset, 28 + 4 * index);
  // An address inside the table is the text of another library's function.
  table.writeUInt32LE(forwardedAt, 40);
  table.writeUInt32LE(nameAt, 44);
  return Buffer.concat([table, ...names]);
}

/** The bytes of `library`, such as `a.dll`, in which `name` is the function `forwarded`, such as `OTHER.Function`. For x64. */
export function forwardingLibrary(library: string, name: string, forwarded: string): Buffer {
  const table = exportsOf(library, name, forwarded);
  const file = Buffer.alloc(start + 0x200);
  file.write("MZ", 0, "latin1");
  file.writeUInt32LE(0x80, 0x3c);
  file.write("PE\0\0", 0x80, "latin1");
  const header = 0x84;
  file.writeUInt16LE(0x8664, header); // x64
  file.writeUInt16LE(1, header + 2); // sections
  file.writeUInt32LE(crc32(table), header + 4);
  file.writeUInt16LE(240, header + 16);
  file.writeUInt16LE(0x2022, header + 18); // a library that can be loaded, also above 2 GiB
  const optional = header + 20;
  file.writeUInt16LE(0x20b, optional); // 64 bits
  file.writeBigUInt64LE(0x180000000n, optional + 24);
  file.writeUInt32LE(0x1000, optional + 32);
  file.writeUInt32LE(0x200, optional + 36);
  for (const [offset, version] of [
    [40, 6],
    [48, 6],
  ] as const)
    file.writeUInt16LE(version, optional + offset);
  file.writeUInt32LE(start + 0x1000, optional + 56);
  file.writeUInt32LE(start, optional + 60);
  file.writeUInt16LE(3, optional + 68); // console
  file.writeUInt16LE(0x140, optional + 70); // may be loaded anywhere
  for (const offset of [72, 80, 88, 96]) file.writeBigUInt64LE(0x1000n, optional + offset);
  file.writeUInt32LE(16, optional + 108);
  file.writeUInt32LE(start, optional + 112);
  file.writeUInt32LE(table.length, optional + 116);
  const section = optional + 240;
  file.write(".rdata", section, "latin1");
  file.writeUInt32LE(table.length, section + 8);
  file.writeUInt32LE(start, section + 12);
  file.writeUInt32LE(0x200, section + 16);
  file.writeUInt32LE(start, section + 20);
  file.writeUInt32LE(0x40000040, section + 36); // data that can be read
  table.copy(file, start);
  return file;
}
