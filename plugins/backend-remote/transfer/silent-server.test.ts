// A server that takes connections and answers nothing: how long a transfer waits for it.

import { fault } from "@pictor/kernel/plugin";
import type { Network, RequestBody } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { movedClock } from "../moved-clock.test.support.js";
import { testNetwork } from "../network.test.support.js";
import { openedWith, picture, rejection } from "../remote.test.support.js";

/** Answers nothing; of a body it takes the first piece, or all that fits into its buffers. */
async function silent(takes: "a piece" | "all" = "a piece") {
  const clock = movedClock();
  const asked: string[] = [];
  const ended: string[] = [];
  const send: Network["send"] = ({ method = "GET", url, body }, { signal, timeoutMs = 300_000 } = {}) =>
    new Promise((_resolve, reject) => {
      const question = `${method} ${new URL(url).pathname}`;
      asked.push(question);
      signal?.addEventListener("abort", () => {
        ended.push(question);
        reject(signal.reason as Error);
      });
      clock.after(timeoutMs, () => {
        reject(fault("REQUEST_TIMEOUT", { method, url, timeoutMs }));
      });
      void taken(body as RequestBody | undefined);
    });
  async function taken(body: RequestBody | undefined): Promise<void> {
    for await (const _piece of body?.open() ?? [])
      if (takes === "a piece") await new Promise(() => undefined);
  }
  const { backend } = await openedWith(clock, { network: { ...testNetwork, send } });
  /** The error, and the seconds until it came. */
  async function patience(call: Promise<unknown>) {
    const since = clock.now();
    let error: Awaited<ReturnType<typeof rejection>> | undefined;
    void rejection(call).then((given) => (error = given));
    for (let seconds = 0; error === undefined && seconds < 1000; seconds++) await clock.advance(1000);
    return { code: error?.code, seconds: (clock.now() - since) / 1000 };
  }
  return { backend, clock, asked, ended, patience };
}

const file = {
  name: "cat.png",
  mime: "image/png",
  async *open() {
    yield await Promise.resolve(new Uint8Array(100_000));
  },
};

test("an upload: 20 seconds for each question before it, and 60 without a piece taken", async () => {
  const { backend, asked, patience } = await silent();
  const { code, seconds } = await patience(backend.upload(file));
  expect({ code, seconds }).toEqual({ code: "BACKEND_UNREACHABLE", seconds: 100 });
  expect(asked).toEqual(["HEAD /api/view", "GET /api/features", "POST /api/upload/image"]);
});

test("an upload that is taken and never answered: a minute for the reply, and more for a long file", async () => {
  const { backend, patience } = await silent("all");
  const { code, seconds } = await patience(backend.upload(file));
  expect({ code, seconds }).toEqual({ code: "BACKEND_UNREACHABLE", seconds: 101 });
});

test("a caller who gives up ends the question about the limit", async () => {
  const { backend, asked, ended, clock } = await silent();
  const giveUp = new AbortController();
  const upload = rejection(backend.upload(file, { signal: giveUp.signal }));
  while (asked.length < 1) await new Promise(setImmediate);
  await clock.advance(20_000);
  while (asked.length < 2) await new Promise(setImmediate);
  giveUp.abort(new Error("enough"));
  expect((await upload).message).toBe("enough");
  expect(ended).toEqual(["GET /api/features"]);
});

test("a file: two attempts of 30 seconds", async () => {
  const { backend, asked, patience } = await silent();
  const read = async (): Promise<void> => {
    for await (const _bytes of backend.fetchOutput(picture));
  };
  const { code, seconds } = await patience(read());
  expect({ code, seconds }).toEqual({ code: "BACKEND_UNREACHABLE", seconds: 62 });
  expect(asked).toHaveLength(2);
});
