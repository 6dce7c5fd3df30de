// Resuming a download over connections that break.

import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import type { Answer, ReceivedRequest } from "../testing/fake-server.js";
import { openTestBackendWith, outputImage, rejection } from "../testing/open-test-backend.js";
import { hurriedClock } from "../testing/hurried-clock.js";

const contents = Buffer.from("0123456789".repeat(10));
const tag = '"v1"';

/** Serves `contents` from the requested offset, and breaks the connection after so many bytes. */
const served =
  (most = Infinity, end: (response: ServerResponse) => void = (response) => response.destroy()): Answer =>
  (response, { headers }: ReceivedRequest) => {
    const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
    const chunk = contents.subarray(start, start + most);
    const isWhole = start + chunk.length === contents.length;
    response.writeHead(headers.range === undefined ? 200 : 206, {
      etag: tag,
      "content-length": contents.length - start,
      ...(headers.range === undefined ? {} : { "content-range": `bytes ${start}-99/100` }),
    });
    if (isWhole) response.end(chunk);
    else if (chunk.length === 0) end(response);
    else response.write(chunk, () => setImmediate(end, response));
  };

async function reading(...answers: readonly Answer[]) {
  const clock = hurriedClock();
  const { backend, server } = await openTestBackendWith(clock);
  server.answer("GET /api/view", ...answers);
  async function read(): Promise<string> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of backend.fetchOutput(outputImage)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }
  const ranges = () => server.received.map(({ headers }) => headers.range);
  return { backend, server, clock, read, ranges };
}

test("the rest of the same version is requested", async () => {
  const { read, server, clock, ranges } = await reading(served(40), served());
  expect(await read()).toBe(contents.toString());
  expect(ranges()).toEqual([undefined, "bytes=40-"]);
  expect(server.received[1]?.headers["if-range"]).toBe(tag);
  expect([clock.pauses, clock.stallTimers()]).toEqual([[500], []]);
});

test("attempts continue as long as each brings new bytes", async () => {
  const { read, clock, ranges } = await reading(served(7));
  expect(await read()).toBe(contents.toString());
  expect(ranges()).toHaveLength(15);
  expect(new Set(clock.pauses)).toEqual(new Set([500]));
});

test("five retries without new bytes end the download", async () => {
  const { read, clock, ranges } = await reading(served(40), served(0));
  expect((await rejection(read())).code).toBe("BACKEND_UNREACHABLE");
  expect(ranges()).toHaveLength(6);
  expect(clock.pauses).toEqual([500, 1000, 2000, 4000, 8000]);
});

test.each([
  ["a proxy that answers 503", { status: 503 }],
  ["a refused connection", (response: ServerResponse) => response.destroy()],
])("%s counts as a broken connection, at the beginning too", async (_case, answer: Answer) => {
  const { read, ranges } = await reading(answer, served(40), answer, served());
  expect(await read()).toBe(contents.toString());
  expect(ranges()).toEqual([undefined, undefined, "bytes=40-", "bytes=40-"]);
});

test("a server without ranges sends the whole file: what was received before is skipped", async () => {
  const whole: Answer = (response) => response.writeHead(200, { etag: tag }).end(contents);
  const { read } = await reading(served(40), whole);
  expect(await read()).toBe(contents.toString());
});

test("a connection that always breaks at the same offset brings nothing new", async () => {
  const half: Answer = (response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write(contents.subarray(0, 40), () => response.destroy());
  };
  const { read, ranges } = await reading(half);
  expect((await rejection(read())).code).toBe("BACKEND_UNREACHABLE");
  expect(ranges()).toHaveLength(6);
});

test("a file that was overwritten meanwhile is not continued", async () => {
  const other: Answer = (response) => response.writeHead(200, { etag: '"v2"' }).end(contents);
  const { read } = await reading(served(40), other);
  expect(await rejection(read())).toMatchObject({
    code: "BACKEND_FILE_CHANGED",
    details: { filename: "a b.png", received: 40 },
  });
});

test("a file that was deleted meanwhile is gone", async () => {
  const { read } = await reading(served(40), { status: 404 });
  expect((await rejection(read())).code).toBe("BACKEND_FILE_GONE");
});

test("a sign-in page is not appended as the rest of the file", async () => {
  const page: Answer = { text: "<html>", headers: { "content-type": "text/html" } };
  const { read } = await reading(served(40), page);
  expect((await rejection(read())).code).toBe("BACKEND_REPLY");
});

test("a body without a length is complete if the connection broke after the last byte", async () => {
  const first: Answer = (response) => {
    response.writeHead(200, { etag: tag });
    response.write(contents, () => response.destroy());
  };
  const none: Answer = { status: 416, headers: { etag: tag, "content-range": "bytes */100" } };
  const { read } = await reading(first, none);
  expect(await read()).toBe(contents.toString());
});

test("a body without a byte for 30 seconds counts as broken", async () => {
  const { backend, clock, ranges } = await reading(
    served(40, () => undefined),
    served(),
  );
  const chunks: Uint8Array[] = [];
  for await (const chunk of backend.fetchOutput(outputImage)) {
    chunks.push(chunk);
    // A slow reader is not a stall, but a missing byte is.
    expect(clock.stallTimers()).toEqual([]);
    if (chunks.length === 1)
      setImmediate(() => {
        expect(clock.stallTimers()).toEqual([30_000]);
        clock.stall();
      });
  }
  expect(Buffer.concat(chunks).toString()).toBe(contents.toString());
  expect(ranges()).toEqual([undefined, "bytes=40-"]);
});

test("closing the instance during a pause ends the download", async () => {
  const { backend, clock, read } = await reading(served(0));
  const after = clock.after.bind(clock);
  clock.after = (ms, callback) => {
    if (ms === 500) void backend.close();
    return after(ms, callback);
  };
  await expect(read()).rejects.toThrow("aborted");
});
