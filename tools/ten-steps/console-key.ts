// Makes a program of Windows that presses a key for all programs of its console, which Node cannot do. For x64.

import { start, windowsFile } from "../windows-file.js";

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
  return windowsFile({
    // Code, which is read, and whose addresses the system writes.
    section: { name: ".text", contents: section, rights: 0xe0000020 },
    kind: 0x22, // a program that can be loaded above 2 GiB
    loading: 0x8100, // its data is no code; it knows terminal servers
    base: 0x140000000n,
    entry: codeAt,
    tables: [
      { number: 1, at: start, size: 40 }, // imports
      { number: 12, at: addressesAt, size: 16 }, // their addresses
    ],
  });
}
