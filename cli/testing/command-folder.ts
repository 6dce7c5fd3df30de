// Images that say what a test wants, and the command in a folder of its own.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { run } from "../program/run.js";
import { fakeStreams, keyboard } from "./fake-streams.js";

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

/** A PNG of one pixel with these texts. */
export const pngWith = (texts: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0)),
    ...Object.entries(texts).map(([key, text]) =>
      chunk("iTXt", Buffer.concat([Buffer.from(`${key}\0\0\0\0\0`), Buffer.from(text)])),
    ),
    chunk("IDAT", deflateSync(Uint8Array.of(0, 7))),
    chunk("IEND", new Uint8Array()),
  ]);

export interface Desk {
  readonly folder: string;
  /** Absolute. */
  file(name: string, contents: string | Buffer): string;
  pictor(...given: readonly string[]): Promise<{ code: number; out: string; err: string }>;
  /** The same on a terminal. */
  shown(...given: readonly string[]): Promise<{ code: number; out: string; err: string }>;
  /** On a terminal, where a person answers the question that comes. */
  asked(typed: string, ...given: readonly string[]): Promise<{ code: number; out: string; err: string }>;
  clear(): void;
}

/** A folder with a home, configuration and data of its own. */
export function createDesk(): Desk {
  const folder = mkdtempSync(join(tmpdir(), "pictor-desk-"));
  mkdirSync(join(folder, "data/pictor"), { recursive: true });
  const env = {
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
    NO_COLOR: "1",
    TERM: "xterm",
  };
  const go = async (isTTY: boolean, given: readonly string[]) => {
    const { written, ...streams } = fakeStreams(isTTY, env);
    const code = await run(given, streams);
    return { code, ...written };
  };
  return {
    folder,
    file(name, contents) {
      writeFileSync(join(folder, name), contents);
      return join(folder, name);
    },
    pictor: (...given) => go(false, given),
    shown: (...given) => go(true, given),
    async asked(typed, ...given) {
      const stdin = keyboard();
      stdin.write(typed);
      const { written, ...streams } = fakeStreams(true, env, stdin);
      const code = await run(given, streams);
      return { code, ...written };
    },
    clear() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
