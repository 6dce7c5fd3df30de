// Streams of a process in memory: 80 columns wide, with everything that was written to them.

import { PassThrough, Readable } from "node:stream";
import type { OutputStream, InputStream, Streams } from "../base/streams.js";

export interface FakeStreams extends Streams {
  readonly written: { out: string; err: string };
}

/** Standard input with a piped text. */
export const piped = (text: string): InputStream => Readable.from(text === "" ? [] : [Buffer.from(text)]);

/** The standard input of a terminal; a test types by writing to it. */
export interface Keyboard extends PassThrough {
  readonly isTTY: true;
  /** The arguments of all calls to `setRawMode`. */
  readonly rawModes: boolean[];
  setRawMode(isRaw: boolean): unknown;
}

export function keyboard(): Keyboard {
  const rawModes: boolean[] = [];
  const setRawMode = (isRaw: boolean): void => {
    rawModes.push(isRaw);
  };
  return Object.assign(new PassThrough(), { isTTY: true as const, rawModes, setRawMode });
}

export function fakeStreams(
  isTTY = false,
  given: Streams["env"] = {},
  stdin: InputStream = piped(""),
): FakeStreams {
  // The projects of tests are trusted, but for those of a test that says otherwise.
  const env = { PICTOR_TRUST: "1", ...given };
  const written = { out: "", err: "" };
  const sink = (name: keyof typeof written): OutputStream => ({
    isTTY,
    columns: 80,
    write(chunk, done) {
      written[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      done?.();
      return true;
    },
  });
  return { stdin, stdout: sink("out"), stderr: sink("err"), env, written };
}
