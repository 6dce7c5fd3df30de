// Fetching a file over connections that break.

import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import type { Answer, Seen } from "../peer.test.support.js";
import { openedWith, picture, rejection } from "../remote.test.support.js";
import { hurriedClock } from "./hurried-clock.test.support.js";

const contents = Buffer.from("0123456789".repeat(10));
const tag = '"v1"';

/** Serves `contents` from where the request asks for it, and cuts the connection after so many bytes. */
const served =
  (most = Infinity, end: (response: ServerResponse) => void = (response) => response.destroy()): Answer =>
  (response, { headers }: Seen) => {
    const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
    const piece = contents.subarray(start, start + most);
    const isWhole = start + piece.length === contents.length;
    response.writeHead(headers.range === undefined ? 200 : 206, {
      etag: tag,
      "content-length": contents.length - start,
      ...(headers.range === undefined ? {} : { "content-range": `bytes ${start}-99/100` }),
    });
    if (isWhole) response.end(piece);
    else if (piece.length === 0) end(response);
    else response.write(piece, () => setImmediate(end, response));
  };

async function reading(...answers: readonly Answer[]) {
  const clock = hurriedClock();
  const { backend, peer } = await openedWith(clock);
  peer.answer("GET /api/view", ...answers);
  async function read(): Promise<string> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of backend.fetchOutput(picture)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }
  const ranges = () => peer.seen.map(({ headers }) => headers.range);
  return { backend, peer, clock, read, ranges };
}

test("the rest is asked for, of the same version", async () => {
  const { read, peer, clock, ranges } = await reading(served(40), served());
  expect(await read()).toBe(contents.toString());
  expect(ranges()).toEqual([undefined, "bytes=40-"]);
  expect(peer.seen[1]?.headers["if-range"]).toBe(tag);
  expect([clock.pauses, clock.watched()]).toEqual([[500], []]);
});

test("as long as each attempt brings something, it goes on", async () => {
  const { read, clock, ranges } = await reading(served(7));
  expect(await read()).toBe(contents.toString());
  expect(ranges()).toHaveLength(15);
  expect(new Set(clock.pauses)).toEqual(new Set([500]));
});

test("five attempts that bring nothing are the end", async () => {
  const { read, clock, ranges } = await reading(served(40), served(0));
  expect((await rejection(read())).code).toBe("BACKEND_UNREACHABLE");
  expect(ranges()).toHaveLength(6);
  expect(clock.pauses).toEqual([500, 1000, 2000, 4000, 8000]);
});

test.each([
  ["a proxy that says not now", { status: 503 }],
  ["a refused connection", (response: ServerResponse) => response.destroy()],
])("%s is no more than a broken connection, at the beginning too", async (_case, answer: Answer) => {
  const { read, ranges } = await reading(answer, served(40), answer, served());
  expect(await read()).toBe(contents.toString());
  expect(ranges()).toEqual([undefined, undefined, "bytes=40-", "bytes=40-"]);
});

test("a server that knows no ranges begins anew: what is there already is passed over", async () => {
  const whole: Answer = (response) => response.writeHead(200, { etag: tag }).end(contents);
  const { read } = await reading(served(40), whole);
  expect(await read()).toBe(contents.toString());
});

test("one that breaks each time at the same place brings nothing new", async () => {
  const half: Answer = (response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write(contents.subarray(0, 40), () => response.destroy());
  };
  const { read, ranges } = await reading(half);
  expect((await rejection(read())).code).toBe("BACKEND_UNREACHABLE");
  expect(ranges()).toHaveLength(6);
});

test("a file that was written anew meanwhile", async () => {
  const other: Answer = (response) => response.writeHead(200, { etag: '"v2"' }).end(contents);
  const { read } = await reading(served(40), other);
  expect(await rejection(read())).toMatchObject({
    code: "BACKEND_FILE_CHANGED",
    details: { filename: "a b.png", received: 40, reason: "it was written anew" },
  });
});

test("a file that is gone meanwhile", async () => {
  const { read } = await reading(served(40), { status: 404 });
  expect((await rejection(read())).code).toBe("BACKEND_FILE_GONE");
});

test("a page to sign in at, in place of the rest", async () => {
  const page: Answer = { text: "<html>", headers: { "content-type": "text/html" } };
  const { read } = await reading(served(40), page);
  expect((await rejection(read())).code).toBe("BACKEND_REPLY");
});

test("a connection that breaks behind the last byte of a body without a length", async () => {
  const first: Answer = (response) => {
    response.writeHead(200, { etag: tag });
    response.write(contents, () => response.destroy());
  };
  const none: Answer = { status: 416, headers: { etag: tag, "content-range": "bytes */100" } };
  const { read } = await reading(first, none);
  expect(await read()).toBe(contents.toString());
});

test("a body that stalls is broken after 30 seconds without a byte", async () => {
  const { backend, clock, ranges } = await reading(
    served(40, () => undefined),
    served(),
  );
  const chunks: Uint8Array[] = [];
  for await (const chunk of backend.fetchOutput(picture)) {
    chunks.push(chunk);
    // A reader who takes his time is no stall; the next byte is.
    expect(clock.watched()).toEqual([]);
    if (chunks.length === 1)
      setImmediate(() => {
        expect(clock.watched()).toEqual([30_000]);
        clock.stall();
      });
  }
  expect(Buffer.concat(chunks).toString()).toBe(contents.toString());
  expect(ranges()).toEqual([undefined, "bytes=40-"]);
});

test("closing the instance during a pause ends the attempts", async () => {
  const { backend, clock, read } = await reading(served(0));
  const after = clock.after.bind(clock);
  clock.after = (ms, callback) => {
    if (ms === 500) void backend.close();
    return after(ms, callback);
  };
  await expect(read()).rejects.toThrow("aborted");
});
