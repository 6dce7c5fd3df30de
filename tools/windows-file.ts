// Makes a file that Windows loads, for x64: headers and one section.

/** Where the section begins, in the file and in memory: offsets in the file are addresses. */
export const start = 0x1000;
const fileAlignment = 0x200;

export interface WindowsFile {
  /** The name of the section, its contents, and what may be done with it (`IMAGE_SCN_...`). */
  readonly section: { readonly name: string; readonly contents: Buffer; readonly rights: number };
  /** What the file is (`IMAGE_FILE_...`), and how it is loaded (`IMAGE_DLLCHARACTERISTICS_...`). */
  readonly kind: number;
  readonly loading: number;
  /** The address at which the file would like to be. */
  readonly base: bigint;
  /** Tells one file of a name from another. */
  readonly stamp?: number;
  /** The address of the first instruction of a program. */
  readonly entry?: number;
  /** Tables in the section, by their numbers (`IMAGE_DIRECTORY_ENTRY_...`). */
  readonly tables: readonly { readonly number: number; readonly at: number; readonly size: number }[];
}

export function windowsFile({
  section,
  kind,
  loading,
  base,
  stamp = 0,
  entry = 0,
  tables,
}: WindowsFile): Buffer {
  const { name, contents, rights } = section;
  const size = Math.ceil(contents.length / fileAlignment) * fileAlignment;
  const file = Buffer.alloc(start + size);
  file.write("MZ", 0, "latin1");
  file.writeUInt32LE(0x80, 0x3c);
  file.write("PE\0\0", 0x80, "latin1");
  const header = 0x84;
  file.writeUInt16LE(0x8664, header); // x64
  file.writeUInt16LE(1, header + 2); // sections
  file.writeUInt32LE(stamp, header + 4);
  file.writeUInt16LE(240, header + 16);
  file.writeUInt16LE(kind, header + 18);
  const optional = header + 20;
  file.writeUInt16LE(0x20b, optional); // 64 bits
  file.writeUInt32LE(entry, optional + 16);
  file.writeBigUInt64LE(base, optional + 24);
  file.writeUInt32LE(0x1000, optional + 32);
  file.writeUInt32LE(fileAlignment, optional + 36);
  for (const offset of [40, 48]) file.writeUInt16LE(6, optional + offset); // versions
  file.writeUInt32LE(start + 0x1000, optional + 56);
  file.writeUInt32LE(start, optional + 60);
  file.writeUInt16LE(3, optional + 68); // console
  file.writeUInt16LE(loading, optional + 70);
  for (const offset of [72, 80, 88, 96]) file.writeBigUInt64LE(0x1000n, optional + offset);
  file.writeUInt32LE(16, optional + 108);
  for (const table of tables) {
    file.writeUInt32LE(table.at, optional + 112 + table.number * 8);
    file.writeUInt32LE(table.size, optional + 112 + table.number * 8 + 4);
  }
  const at = optional + 240;
  file.write(name, at, "latin1");
  file.writeUInt32LE(contents.length, at + 8);
  file.writeUInt32LE(start, at + 12);
  file.writeUInt32LE(size, at + 16);
  file.writeUInt32LE(start, at + 20);
  file.writeUInt32LE(rights, at + 36);
  contents.copy(file, start);
  return file;
}
