// Uploading: the form that is sent, the name that comes back, and what refuses it.

import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { InputFile } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import type { Answer } from "../peer.test.support.js";
import { collected, opened, rejection } from "../remote.test.support.js";

const file = (name: string, mime = "image/png"): InputFile => ({
  name,
  mime,
  async *open() {
    yield await Promise.resolve(Buffer.from("first "));
    yield Buffer.from("second");
  },
});
const stored = `pictor-${createHash("sha256").update("first second").digest("hex").slice(0, 16)}.png`;
const reply = { json: { name: stored, subfolder: "", type: "input" } };

test("the file is streamed as a form with its length, its folder apart", async () => {
  const { backend, peer, clock } = await opened();
  peer.answer("POST /api/upload/image", { json: { name: "cät.png", subfolder: "refs/x", type: "input" } });
  expect(await backend.upload(file("refs/x/cät.png"))).toBe("refs/x/cät.png");
  const { headers, body } = peer.seen.at(-1) ?? { headers: {}, body: "" };
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(headers["content-type"] ?? "")?.[1] ?? "";
  expect(headers["content-length"]).toBe(String(Buffer.byteLength(body)));
  expect(headers["transfer-encoding"]).toBeUndefined();
  expect(body.replaceAll(boundary, "BOUNDARY").split("\r\n")).toEqual([
    "--BOUNDARY",
    'Content-Disposition: form-data; name="type"',
    "",
    "input",
    "--BOUNDARY",
    'Content-Disposition: form-data; name="subfolder"',
    "",
    "refs/x",
    "--BOUNDARY",
    `Content-Disposition: form-data; name="image"; filename="${stored}"`,
    "Content-Type: image/png",
    "",
    "first second",
    "--BOUNDARY--",
    "",
  ]);
  expect(clock.pending).toBe(0);
});

test.each([
  [{ name: "cat (1).png", subfolder: "", type: "input" }, "cat (1).png"],
  [{ name: "cat.png", subfolder: "refs", asset: { id: "1" } }, "refs/cat.png"],
  [{ name: "cat.png" }, "cat.png"],
])("the server's own name counts: %j", async (json, name) => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/upload/image", { json });
  expect(await backend.upload(file("x/cat.png"))).toBe(name);
});

test("neither a name nor a media type can break out of its line", async () => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/upload/image", reply);
  await backend.upload(file('a"\r\nX: y.png', "image/png\r\nX: y"));
  expect(peer.seen.at(-1)?.body).toContain(
    `filename="${stored}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
});

test("progress is told in bytes of the file, up to the last one", async () => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/upload/image", reply);
  const steps: (readonly [number, number | undefined])[] = [];
  const large: InputFile = {
    ...file("a.png"),
    async *open() {
      for (let part = 0; part < 40; part++) yield await Promise.resolve(Buffer.alloc(65_536, part));
    },
  };
  await backend.upload(large, { progress: (sent, total) => steps.push([sent, total]) });
  const total = 40 * 65_536;
  expect(steps.at(-1)).toEqual([total, total]);
  expect(steps.map(([sent]) => sent)).toEqual(Array.from({ length: 10 }, (_, step) => (step + 1) * 262_144));
});

test("what is over the server's own limit is not sent", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/features", { json: { max_upload_size: 100.5 } });
  const error = await rejection(backend.upload(file("big.png")));
  expect(error).toMatchObject({ code: "BACKEND_TOO_LARGE", details: { limit: "at most 100" } });
  expect(peer.seen.map(({ method }) => method)).not.toContain("POST");
  await rejection(backend.upload(file("refs/big.png")));
  expect(peer.seen.filter(({ path }) => path === "/api/features")).toHaveLength(1);
});

test("a server that was started anew, with another limit, is asked again", async () => {
  const { backend, peer, clock } = await opened();
  const { listener, next } = collected();
  await backend.events(listener);
  await next("connection");
  peer.answer("GET /api/features", { json: { max_upload_size: 100 } }, { json: { max_upload_size: 1000 } });
  peer.answer("POST /api/upload/image", reply);
  expect((await rejection(backend.upload(file("big.png")))).code).toBe("BACKEND_TOO_LARGE");
  (await peer.socket()).socket.terminate();
  await next("connection");
  await clock.pause();
  expect(await backend.upload(file("big.png"))).toBe(stored);
});

test.each([
  ["says not now", { status: 503 }],
  ["breaks", (response: ServerResponse) => response.destroy()],
])("of a server that %s no limit is known, and it is asked again", async (_case, answer: Answer) => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/features", answer, { json: { max_upload_size: 100 } });
  peer.answer("POST /api/upload/image", reply);
  expect(await backend.upload(file("a.png"))).toBe(stored);
  expect((await rejection(backend.upload(file("refs/a.png")))).code).toBe("BACKEND_TOO_LARGE");
});

test("a server without flags has no limit that is known, and is not asked again", async () => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/upload/image", reply);
  for (const name of ["a.png", "refs/a.png"]) await backend.upload(file(name));
  expect(peer.seen.filter(({ path }) => path === "/api/features")).toHaveLength(1);
});

test.each([
  ["the server, in words", "Maximum request body size 104857600 exceeded.", "at most 104857600"],
  ["a proxy before it", "<html>413 secret", "fewer than that"],
])("what is over the limit of %s", async (_who, text, limit) => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/upload/image", { status: 413, text });
  const error = await rejection(backend.upload(file("big.png")));
  expect(error).toMatchObject({ code: "BACKEND_TOO_LARGE", details: { status: 413, limit } });
  expect(error.message).not.toContain("secret");
});

test.each([
  [400, "", "does not take this name"],
  [404, "", "no such route"],
  [405, "405: Method Not Allowed", "no such route"],
  [500, "500 Internal Server Error\n\nServer got itself in trouble secret", "failed over it"],
])("a refusal with status %i", async (status, text, reason) => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/upload/image", { status, text });
  const error = await rejection(backend.upload(file("refs/big.png")));
  expect(error).toMatchObject({
    code: "BACKEND_UPLOAD_REFUSED",
    details: { filename: "refs/big.png", status },
  });
  expect(error.message).toContain(reason);
  expect(error.message).not.toContain("secret");
});

test.each([
  [401, { auth: "login" }, "AUTH_REJECTED"],
  [503, {}, "BACKEND_REPLY"],
])("a refusal with status %i and %o is as everywhere: %s", async (status, options, code) => {
  const { backend, peer } = await opened(options);
  peer.answer("POST /api/upload/image", { status });
  expect(await rejection(backend.upload(file("a.png")))).toMatchObject({ code, details: { status } });
});

test.each([{}, { name: "" }, { name: 5 }, null])("a reply without a name: %j", async (json) => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/upload/image", { json });
  expect((await rejection(backend.upload(file("a.png")))).code).toBe("BACKEND_REPLY");
});

test("a file that breaks while it is sent is not taken for a broken server", async () => {
  const { backend, peer, clock } = await opened();
  peer.answer("POST /api/upload/image", reply);
  let opens = 0;
  const torn: InputFile = {
    ...file("a.png"),
    async *open() {
      opens++;
      yield await Promise.resolve(Buffer.alloc(70_000));
      if (opens > 1) throw new Error("EIO: i/o error");
      yield Buffer.alloc(70_000);
    },
  };
  const error = await rejection(backend.upload(torn));
  expect(error).toMatchObject({ code: "INPUT_NOT_READABLE", details: { reason: "EIO: i/o error" } });
  expect(clock.pending).toBe(0);
});

test("a file that changes between its hash and its sending does not become the server's", async () => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/upload/image", reply);
  let opens = 0;
  const rewritten: InputFile = {
    ...file("a.png"),
    async *open() {
      yield await Promise.resolve(Buffer.alloc(5000, opens++));
    },
  };
  expect(await rejection(backend.upload(rewritten))).toMatchObject({
    code: "INPUT_NOT_READABLE",
    details: { filename: "a.png", reason: "it changed while it was read" },
  });
  expect(peer.seen.map(({ method }) => method)).not.toContain("POST");
});
