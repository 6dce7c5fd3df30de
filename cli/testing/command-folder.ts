// A temporary folder in which a test runs the whole command line, and PNG images with metadata for it.

import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { createTestFolder, userDataFile, userVariables } from "@pictor/host/testing";
import { run } from "../program/run.js";
import { fakeStreams, keyboard, type FakeStreams } from "./fake-streams.js";

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

/** A PNG of one pixel with these text chunks. */
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

interface CommandRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CommandFolder {
  readonly path: string;
  /** Writes a file, and returns its absolute path. */
  write(name: string, contents: string | Buffer): string;
  /** The absolute path of a file in the user's data folder. */
  data(name: string): string;
  run(...words: readonly string[]): Promise<CommandRun>;
  /** Runs the command on a terminal. */
  runOnTerminal(...words: readonly string[]): Promise<CommandRun>;
  /** Runs the command on a terminal, where the user types the text. */
  runWithAnswer(typed: string, ...words: readonly string[]): Promise<CommandRun>;
}

/** The folder also contains the user's configuration and data. `variables` are added to the environment of the command. */
export function createCommandFolder(variables: Readonly<Record<string, string>> = {}): CommandFolder {
  const path = createTestFolder();
  mkdirSync(userDataFile(path, "."), { recursive: true });
  const env = { ...userVariables(path), NO_COLOR: "1", TERM: "xterm", ...variables };
  const runOn = async ({ written, ...streams }: FakeStreams, words: readonly string[]) => {
    const code = await run(words, streams);
    return { code, ...written };
  };
  return {
    path,
    write(name, contents) {
      // A plugin that everybody can change is refused.
      const file = resolve(path, name);
      writeFileSync(file, contents, { mode: 0o644 });
      return file;
    },
    data: (name) => userDataFile(path, name),
    run: (...words) => runOn(fakeStreams(false, env), words),
    runOnTerminal: (...words) => runOn(fakeStreams(true, env), words),
    runWithAnswer(typed, ...words) {
      const stdin = keyboard();
      stdin.write(typed);
      return runOn(fakeStreams(true, env, stdin), words);
    },
  };
}
