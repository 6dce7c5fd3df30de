// A terminal of a given width that remembers what was written to it.

import { PassThrough, Readable } from "node:stream";
import type { OutputStream, InputStream, Streams } from "../base/streams.js";

export interface FakeStreams extends Streams {
  readonly written: { out: string; err: string };
}

/** Standard input: what is piped in, or a keyboard on which a test types. */
export const piped = (text: string): InputStream => Readable.from(text === "" ? [] : [Buffer.from(text)]);

export interface Keyboard extends PassThrough {
  readonly isTTY: true;
  /** Every change of the terminal's mode. */
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
