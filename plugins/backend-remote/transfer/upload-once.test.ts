// The same contents go once, and only where the server does not have them yet.

import type { InputFile, Network, Reply, RequestBody } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { testNetwork } from "../network.test.support.js";
import { collected, opened, openedWith, rejection } from "../remote.test.support.js";
import { hurriedClock } from "./hurried-clock.test.support.js";

const file = (name: string, text = "contents"): InputFile => ({
  name,
  mime: "image/png",
  async *open() {
    yield await Promise.resolve(Buffer.from(text));
  },
});
const route = "POST /api/upload/image";
const reply = { json: { name: "stored.png", subfolder: "refs" } };

async function server() {
  const lab = await opened();
  const kinds = () => lab.peer.seen.map(({ method, path }) => `${method} ${path.split("?")[0] ?? ""}`);
  return { ...lab, kinds, posts: () => kinds().filter((kind) => kind === route) };
}

test("the next time nothing is sent, nor told, nor asked", async () => {
  const { backend, peer, kinds } = await server();
  peer.answer(route, reply);
  expect(await backend.upload(file("a.png"))).toBe("refs/stored.png");
  const before = kinds();
  expect(before).toEqual(["HEAD /api/view", "GET /api/features", route]);
  let told = 0;
  expect(await backend.upload(file("other.png"), { progress: () => told++ })).toBe("refs/stored.png");
  expect([kinds(), told]).toEqual([before, 0]);
});

test("other contents, another folder and another extension are other files", async () => {
  const { backend, peer, posts } = await server();
  peer.answer(route, reply);
  for (const given of [file("a.png"), file("a.png", "other"), file("x/a.png"), file("a.webp")])
    await backend.upload(given);
  expect(posts()).toHaveLength(4);
});

test("callers at the same time share one upload, and each hears its progress", async () => {
  const { backend, peer, posts } = await server();
  peer.answer(route, reply);
  const heard: number[] = [];
  const progress = (sent: number): void => void heard.push(sent);
  const names = [backend.upload(file("a.png"), { progress }), backend.upload(file("b.png"), { progress })];
  expect(await Promise.all(names)).toEqual(["refs/stored.png", "refs/stored.png"]);
  expect([posts().length, heard]).toEqual([1, [8, 8]]);
});

test("what the server has under the name, with the length, is not sent", async () => {
  const { backend, peer, kinds } = await server();
  peer.answer("HEAD /api/view", { headers: { "content-length": "8" } });
  expect(await backend.upload(file("x/a.png"))).toMatch(/^x\/pictor-[0-9a-f]{16}\.png$/);
  expect(kinds()).toEqual(["HEAD /api/view"]);
  expect(peer.seen[0]?.path).toMatch(/\?filename=pictor-[0-9a-f]{16}\.png&subfolder=x&type=input$/);
});

test.each([
  ["of another length", { headers: { "content-length": "7" } }],
  ["of no length", {}],
  ["in a coding", { headers: { "content-length": "8", "content-encoding": "gzip" } }],
  ["of a server that knows no HEAD", { status: 405 }],
  ["of a proxy that forbids HEAD", { status: 403 }],
])("a file %s is sent", async (_case, answer) => {
  const { backend, peer, posts } = await server();
  peer.answer("HEAD /api/view", answer);
  peer.answer(route, reply);
  expect(await backend.upload(file("a.png"))).toBe("refs/stored.png");
  expect(posts()).toHaveLength(1);
});

test("a failed upload is not remembered", async () => {
  const { backend, peer } = await server();
  peer.answer(route, { status: 500 }, reply);
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
])("after a lost connection the server is asked whether the file %s", async (_case, answer, sent) => {
  const { backend, peer, clock, posts } = await server();
  peer.answer(route, reply);
  const { listener, next } = collected();
  await backend.events(listener);
  await backend.upload(file("a.png"));
  await next("connection");
  (await peer.socket()).socket.terminate();
  await next("connection");
  await clock.pause();
  peer.answer("HEAD /api/view", answer);
  expect(await backend.upload(file("a.png"))).toBe("refs/stored.png");
  expect(posts()).toHaveLength(sent);
  expect(
    peer.seen.find(({ method, path }) => method === "HEAD" && path.includes("stored.png"))?.path,
  ).toContain("filename=stored.png&subfolder=refs");
});

test("the last one who gives up ends the upload; the one before him does not", async () => {
  const { backend, peer } = await server();
  const ended = new Promise((resolve) => {
    peer.answer(route, (response) => response.on("close", resolve));
  });
  const [one, two] = [new AbortController(), new AbortController()];
  const uploads = [one, two].map(({ signal }) => backend.upload(file("a.png"), { signal }));
  const failed = uploads.map(rejection);
  while (!peer.seen.some(({ method }) => method === "POST")) await new Promise(setImmediate);
  one.abort(new Error("enough"));
  await expect(uploads[0]).rejects.toThrow("enough");
  two.abort(new Error("enough"));
  await Promise.all([ended, ...failed]);
});

test("a server that takes nothing more is given up", async () => {
  const clock = hurriedClock();
  const send: Network["send"] = async (request, options = {}) => {
    if (request.method !== "POST") return testNetwork.send(request, options);
    for await (const piece of (request.body as RequestBody).open()) {
      expect([piece.length > 0, clock.watched()]).toEqual([true, [60_000]]);
      setImmediate(clock.stall);
      await new Promise((_resolve, reject) => {
        options.signal?.addEventListener("abort", () => {
          reject(options.signal?.reason as Error);
        });
      });
    }
    throw new Error("it was not given up");
  };
  const { backend } = await openedWith(clock, { network: { ...testNetwork, send } });
  expect(await rejection(backend.upload(file("a.png")))).toMatchObject({
    code: "BACKEND_UNREACHABLE",
    details: { reason: "it took nothing of a.png for 60 seconds" },
  });
});

test("of the latest four thousand files it is remembered that the server has them", async () => {
  const asked: string[] = [];
  const send: Network["send"] = (request) => {
    asked.push(request.url);
    const headers = { "content-length": "4" };
    const reply = { status: 200, headers, hops: [], discard: () => Promise.resolve() };
    return Promise.resolve(reply as unknown as Reply);
  };
  const { backend } = await openedWith(hurriedClock(), { network: { ...testNetwork, send } });
  const text = (index: number): string => String(1000 + index);
  for (let index = 0; index <= 4000; index++) await backend.upload(file("a.png", text(index)));
  expect(asked).toHaveLength(4001);
  await backend.upload(file("a.png", text(4000)));
  await backend.upload(file("a.png", text(1)));
  expect(asked).toHaveLength(4001);
  await backend.upload(file("a.png", text(0)));
  expect(asked).toHaveLength(4002);
  // What was used last stays longest.
  await backend.upload(file("a.png", text(1)));
  expect(asked).toHaveLength(4002);
});
