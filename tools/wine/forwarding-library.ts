// Makes a library of Windows without code, whose one function is that of another library: a program needs it, and Wine lacks it.

import { crc32 } from "node:zlib";
import { start, windowsFile } from "../windows-file.js";

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
  return windowsFile({
    section: { name: ".rdata", contents: table, rights: 0x40000040 }, // data that can be read
    kind: 0x2022, // a library that can be loaded, also above 2 GiB
    loading: 0x140, // anywhere
    base: 0x180000000n,
    stamp: crc32(table),
    tables: [{ number: 0, at: start, size: table.length }], // exports
  });
}
