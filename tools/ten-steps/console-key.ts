// Makes a program of Windows that presses a key for all programs of its console, which Node cannot do. For x64.

/** Where the one section begins, in the file and in memory: offsets in the file are addresses. */
const start = 0x1000;
const library = "KERNEL32.dll";
const name = "GenerateConsoleCtrlEvent";

export type ConsoleKey = "Ctrl-C" | "Ctrl-Break";
/** The numbers of the events, by the documentation of the function. */
const events: Readonly<Record<ConsoleKey, number>> = { "Ctrl-C": 0, "Ctrl-Break": 1 };

/** The section: the table of imports, the address that the system fills in, the names, and the code. */
function contents(key: ConsoleKey): {
  readonly section: Buffer;
  readonly codeAt: number;
  readonly addressesAt: number;
} {
  const tables = 40;
  const addressesAt = start + tables;
  const lookupAt = addressesAt + 16;
  const nameAt = lookupAt + 16;
  const libraryAt = nameAt + 2 + name.length + 2;
  const codeAt = start + 0x100;
  const section = Buffer.alloc(0x200);
  section.writeUInt32LE(lookupAt, 0);
  section.writeUInt32LE(libraryAt, 12);
  section.writeUInt32LE(addressesAt, 16);
  section.writeBigUInt64LE(BigInt(nameAt), addressesAt - start);
  section.writeBigUInt64LE(BigInt(nameAt), lookupAt - start);
  section.write(name, nameAt - start + 2, "latin1");
  section.write(library, libraryAt - start, "latin1");
  const code = [
    ...[0x48, 0x83, 0xec, 0x28], // sub rsp, 40
    ...[0xb9, events[key], 0x00, 0x00, 0x00], // mov ecx, the event
    ...[0x31, 0xd2], // xor edx, edx: every process of the console
    ...[0xff, 0x15, 0x00, 0x00, 0x00, 0x00], // call [GenerateConsoleCtrlEvent]
    ...[0x48, 0x83, 0xc4, 0x28], // add rsp, 40
    0xc3, // ret
  ];
  const call = Buffer.from(code);
  // The address is relative to the instruction that follows the call.
  call.writeInt32LE(addressesAt - (codeAt + 17), 13);
  call.copy(section, codeAt - start);
  return { section, codeAt, addressesAt };
}

/** The bytes of the program. It ends with the exit code 0 if the system has no such key. */
export function consoleKeyProgram(key: ConsoleKey): Buffer {
  const { section, codeAt, addressesAt } = contents(key);
  const file = Buffer.alloc(start + section.length);
  file.write("MZ", 0, "latin1");
  file.writeUInt32LE(0x80, 0x3c);
  file.write("PE\0\0", 0x80, "latin1");
  const header = 0x84;
  file.writeUInt16LE(0x8664, header); // x64
  file.writeUInt16LE(1, header + 2); // sections
  file.writeUInt16LE(240, header + 16);
  file.writeUInt16LE(0x22, header + 18); // a program that can be loaded above 2 GiB
  const optional = header + 20;
  file.writeUInt16LE(0x20b, optional); // 64 bits
  file.writeUInt32LE(codeAt, optional + 16);
  file.writeBigUInt64LE(0x140000000n, optional + 24);
  file.writeUInt32LE(0x1000, optional + 32);
  file.writeUInt32LE(0x200, optional + 36);
  for (const offset of [40, 48]) file.writeUInt16LE(6, optional + offset);
  file.writeUInt32LE(start + 0x1000, optional + 56);
  file.writeUInt32LE(start, optional + 60);
  file.writeUInt16LE(3, optional + 68); // console
  file.writeUInt16LE(0x8100, optional + 70); // its data is no code; it knows terminal servers
  for (const offset of [72, 80, 88, 96]) file.writeBigUInt64LE(0x1000n, optional + offset);
  file.writeUInt32LE(16, optional + 108);
  file.writeUInt32LE(start, optional + 120);
  file.writeUInt32LE(40, optional + 124);
  file.writeUInt32LE(addressesAt, optional + 112 + 12 * 8);
  file.writeUInt32LE(16, optional + 112 + 12 * 8 + 4);
  const at = optional + 240;
  file.write(".text", at, "latin1");
  file.writeUInt32LE(section.length, at + 8);
  file.writeUInt32LE(start, at + 12);
  file.writeUInt32LE(section.length, at + 16);
  file.writeUInt32LE(start, at + 20);
  file.writeUInt32LE(0xe0000020, at + 36); // code, which is read, and whose addresses the system writes
  section.copy(file, start);
  return file;
}
