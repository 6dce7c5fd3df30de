// Uploading equal contents once, and only if the server lacks them.

import type { InputFile, Network, Reply, RequestBody } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { testNetwork } from "../testing/test-network.js";
import {
  collectEvents,
  openTestBackend,
  openTestBackendWith,
  rejection,
} from "../testing/open-test-backend.js";
import { hurriedClock } from "../testing/hurried-clock.js";

const file = (name: string, text = "contents"): InputFile => ({
  name,
  mime: "image/png",
  async *open() {
    yield await Promise.resolve(Buffer.from(text));
  },
});
const route = "POST /api/upload/image";
const reply = { json: { name: "stored.png", subfolder: "refs" } };

async function openUploadServer() {
  const opened = await openTestBackend();
  const kinds = () =>
    opened.server.received.map(({ method, path }) => `${method} ${path.split("?")[0] ?? ""}`);
  return { ...opened, kinds, posts: () => kinds().filter((kind) => kind === route) };
}

test("the second upload of the same contents sends nothing and reports no progress", async () => {
  const { backend, server, kinds } = await openUploadServer();
  server.answer(route, reply);
  expect(await backend.upload(file("a.png"))).toBe("refs/stored.png");
  const before = kinds();
  expect(before).toEqual(["HEAD /api/view", "GET /api/features", route]);
  let reports = 0;
  expect(await backend.upload(file("other.png"), { progress: () => reports++ })).toBe("refs/stored.png");
  expect([kinds(), reports]).toEqual([before, 0]);
});

test("other contents, another folder and another extension are other files", async () => {
  const { backend, server, posts } = await openUploadServer();
  server.answer(route, reply);
  for (const given of [file("a.png"), file("a.png", "other"), file("x/a.png"), file("a.webp")])
    await backend.upload(given);
  expect(posts()).toHaveLength(4);
});

test("concurrent callers share one upload, and each receives its progress", async () => {
  const { backend, server, posts } = await openUploadServer();
  server.answer(route, reply);
  const received: number[] = [];
  const progress = (sent: number): void => void received.push(sent);
  const names = [backend.upload(file("a.png"), { progress }), backend.upload(file("b.png"), { progress })];
  expect(await Promise.all(names)).toEqual(["refs/stored.png", "refs/stored.png"]);
  expect([posts().length, received]).toEqual([1, [8, 8]]);
});

test("a file that the server has with this name and length is not sent", async () => {
  const { backend, server, kinds } = await openUploadServer();
  server.answer("HEAD /api/view", { headers: { "content-length": "8" } });
  expect(await backend.upload(file("x/a.png"))).toMatch(/^x\/pictor-[0-9a-f]{16}\.png$/);
  expect(kinds()).toEqual(["HEAD /api/view"]);
  expect(server.received[0]?.path).toMatch(/\?filename=pictor-[0-9a-f]{16}\.png&subfolder=x&type=input$/);
});

test.each([
  ["of another length", { headers: { "content-length": "7" } }],
  ["of no length", {}],
  ["with a content coding", { headers: { "content-length": "8", "content-encoding": "gzip" } }],
  ["of a server without HEAD", { status: 405 }],
  ["of a proxy that forbids HEAD", { status: 403 }],
])("a file %s is sent", async (_case, answer) => {
  const { backend, server, posts } = await openUploadServer();
  server.answer("HEAD /api/view", answer);
  server.answer(route, reply);
  expect(await backend.upload(file("a.png"))).toBe("refs/stored.png");
  expect(posts()).toHaveLength(1);
});

test("a failure is not cached", async () => {
  const { backend, server } = await openUploadServer();
  server.answer(route, { status: 500 }, reply);
  const both = await Promise.all([
    rejection(backend.upload(file("a.png"))),
    rejection(backend.upload(file("a.png"))),
  ]);
  expect(both.map(({ code }) => code)).toEqual(["BACKEND_UPLOAD_REFUSED", "BACKEND_UPLOAD_REFUSED"]);
  expect(await backend.upload(file("a.png"))).toBe("refs/stored.png");
});

test.each([
  ["is still there", { headers: { "content-length": "8" } }, 1],
  ["is gone", { status: 404 }, 2],
])(
  "after a lost connection the server is asked whether it has the file: the file %s",
  async (_case, answer, sent) => {
    const { backend, server, clock, posts } = await openUploadServer();
    server.answer(route, reply);
    const { listener, next } = collectEvents();
    await backend.events(listener);
    await backend.upload(file("a.png"));
    await next("connection");
    (await server.socket()).socket.terminate();
    await next("connection");
    await clock.nextTimer();
    server.answer("HEAD /api/view", answer);
    expect(await backend.upload(file("a.png"))).toBe("refs/stored.png");
    expect(posts()).toHaveLength(sent);
    expect(
      server.received.find(({ method, path }) => method === "HEAD" && path.includes("stored.png"))?.path,
    ).toContain("filename=stored.png&subfolder=refs");
  },
);

test("the upload is aborted when the last caller cancels, and not before", async () => {
  const { backend, server } = await openUploadServer();
  const ended = new Promise((resolve) => server.answer(route, (response) => response.on("close", resolve)));
  const [one, two] = [new AbortController(), new AbortController()];
  const uploads = [one, two].map(({ signal }) => backend.upload(file("a.png"), { signal }));
  const failed = uploads.map(rejection);
  while (!server.received.some(({ method }) => method === "POST")) await new Promise(setImmediate);
  one.abort(new Error("enough"));
  await expect(uploads[0]).rejects.toThrow("enough");
  two.abort(new Error("enough"));
  await Promise.all([ended, ...failed]);
});

test("a server that accepts no more bytes ends the upload", async () => {
  const clock = hurriedClock();
  const send: Network["send"] = async (request, options = {}) => {
    if (request.method !== "POST") return testNetwork.send(request, options);
    for await (const chunk of (request.body as RequestBody).open()) {
      expect([chunk.length > 0, clock.stallTimers()]).toEqual([true, [60_000]]);
      setImmediate(clock.stall);
      await new Promise((_resolve, reject) => {
        options.signal?.addEventListener("abort", () => reject(options.signal?.reason as Error));
      });
    }
    throw new Error("the upload was not aborted");
  };
  const { backend } = await openTestBackendWith(clock, { network: { ...testNetwork, send } });
  expect(await rejection(backend.upload(file("a.png")))).toMatchObject({
    code: "BACKEND_UNREACHABLE",
    details: { reason: expect.stringContaining("a.png for 60 seconds") as string },
  });
});

test("the latest 4,000 files are remembered as stored", async () => {
  const requested: string[] = [];
  const send: Network["send"] = (request) => {
    requested.push(request.url);
    const headers = { "content-length": "4" };
    const reply = { status: 200, headers, hops: [], discard: () => Promise.resolve() };
    return Promise.resolve(reply as unknown as Reply);
  };
  const { backend } = await openTestBackendWith(hurriedClock(), { network: { ...testNetwork, send } });
  const text = (index: number): string => String(1000 + index);
  for (let index = 0; index <= 4000; index++) await backend.upload(file("a.png", text(index)));
  expect(requested).toHaveLength(4001);
  await backend.upload(file("a.png", text(4000)));
  await backend.upload(file("a.png", text(1)));
  expect(requested).toHaveLength(4001);
  await backend.upload(file("a.png", text(0)));
  expect(requested).toHaveLength(4002);
  // The most recently used file is kept longest.
  await backend.upload(file("a.png", text(1)));
  expect(requested).toHaveLength(4002);
});
