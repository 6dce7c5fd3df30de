// A terminal of a given width that remembers what was written to it.

import type { Sink, Streams } from "./terminal.js";

export interface FakeStreams extends Streams {
  readonly written: { out: string; err: string };
}

async function* nothing(): AsyncGenerator<Uint8Array, void, undefined> {
  await Promise.resolve();
  yield* [];
}

export function fakeStreams(isTTY = false, env: Streams["env"] = {}): FakeStreams {
  const written = { out: "", err: "" };
  const sink = (name: keyof typeof written): Sink => ({
    isTTY,
    columns: 80,
    write(chunk, done) {
      written[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      done?.();
      return true;
    },
  });
  return { stdin: nothing(), stdout: sink("out"), stderr: sink("err"), env, written };
}
