// Uploading a file: the form, the name in the reply, and refusals.

import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { InputFile } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import type { Answer } from "../testing/fake-server.js";
import { collectEvents, openTestBackend, rejection } from "../testing/open-test-backend.js";

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

test("the file is streamed as a form with its length and a separate subfolder", async () => {
  const { backend, server, clock } = await openTestBackend();
  server.answer("POST /api/upload/image", { json: { name: "cät.png", subfolder: "refs/x", type: "input" } });
  expect(await backend.upload(file("refs/x/cät.png"))).toBe("refs/x/cät.png");
  const { headers, body } = server.received.at(-1) ?? { headers: {}, body: "" };
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
  expect(clock.pendingTimers).toBe(0);
});

test.each([
  [{ name: "cat (1).png", subfolder: "", type: "input" }, "cat (1).png"],
  [{ name: "cat.png", subfolder: "refs", asset: { id: "1" } }, "refs/cat.png"],
  [{ name: "cat.png" }, "cat.png"],
])("the name in the reply counts: %j", async (json, name) => {
  const { backend, server } = await openTestBackend();
  server.answer("POST /api/upload/image", { json });
  expect(await backend.upload(file("x/cat.png"))).toBe(name);
});

test("neither a name nor a media type can break out of its header line", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("POST /api/upload/image", reply);
  await backend.upload(file('a"\r\nX: y.png', "image/png\r\nX: y"));
  expect(server.received.at(-1)?.body).toContain(
    `filename="${stored}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
});

test("progress is reported in bytes of the file, up to the last one", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("POST /api/upload/image", reply);
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

test("a file over the server's limit is not sent", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/features", { json: { max_upload_size: 100.5 } });
  const error = await rejection(backend.upload(file("big.png")));
  expect(error).toMatchObject({ code: "BACKEND_TOO_LARGE", details: { limit: "at most 100" } });
  expect(server.received.map(({ method }) => method)).not.toContain("POST");
  await rejection(backend.upload(file("refs/big.png")));
  expect(server.received.filter(({ path }) => path === "/api/features")).toHaveLength(1);
});

test("the limit is requested again after the server may have been restarted", async () => {
  const { backend, server, clock } = await openTestBackend();
  const { listener, next } = collectEvents();
  await backend.events(listener);
  await next("connection");
  server.answer("GET /api/features", { json: { max_upload_size: 100 } }, { json: { max_upload_size: 1000 } });
  server.answer("POST /api/upload/image", reply);
  expect((await rejection(backend.upload(file("big.png")))).code).toBe("BACKEND_TOO_LARGE");
  (await server.socket()).socket.terminate();
  await next("connection");
  await clock.nextTimer();
  expect(await backend.upload(file("big.png"))).toBe(stored);
});

test.each([
  ["answers 503", { status: 503 }],
  ["closes the connection", (response: ServerResponse) => response.destroy()],
])("a server that %s: the limit is unknown and is requested again", async (_case, answer: Answer) => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/features", answer, { json: { max_upload_size: 100 } });
  server.answer("POST /api/upload/image", reply);
  expect(await backend.upload(file("a.png"))).toBe(stored);
  expect((await rejection(backend.upload(file("refs/a.png")))).code).toBe("BACKEND_TOO_LARGE");
});

test("a server without feature flags: the limit is unknown and is not requested again", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("POST /api/upload/image", reply);
  for (const name of ["a.png", "refs/a.png"]) await backend.upload(file(name));
  expect(server.received.filter(({ path }) => path === "/api/features")).toHaveLength(1);
});

test.each([
  ["the server", "Maximum request body size 104857600 exceeded.", "at most 104857600"],
  ["a proxy", "<html>413 secret", "fewer than that"],
])("a file over the limit of %s is too large", async (_who, text, limit) => {
  const { backend, server } = await openTestBackend();
  server.answer("POST /api/upload/image", { status: 413, text });
  const error = await rejection(backend.upload(file("big.png")));
  expect(error).toMatchObject({ code: "BACKEND_TOO_LARGE", details: { status: 413, limit } });
  expect(error.message).not.toContain("secret");
});

test.each([
  [400, "", "does not accept this name"],
  [404, "", "no upload route"],
  [405, "405: Method Not Allowed", "no upload route"],
  [500, "500 Internal Server Error\n\nServer got itself in trouble secret", "the server failed"],
])("status %i is a refusal of the upload", async (status, text, reason) => {
  const { backend, server } = await openTestBackend();
  server.answer("POST /api/upload/image", { status, text });
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
])("status %i with the profile %o: %s", async (status, options, code) => {
  const { backend, server } = await openTestBackend(options);
  server.answer("POST /api/upload/image", { status });
  expect(await rejection(backend.upload(file("a.png")))).toMatchObject({ code, details: { status } });
});

test.each([{}, { name: "" }, { name: 5 }, null])("a reply without a name is refused: %j", async (json) => {
  const { backend, server } = await openTestBackend();
  server.answer("POST /api/upload/image", { json });
  expect((await rejection(backend.upload(file("a.png")))).code).toBe("BACKEND_REPLY");
});

test("an error while the file is read is not reported as an unreachable server", async () => {
  const { backend, server, clock } = await openTestBackend();
  server.answer("POST /api/upload/image", reply);
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
  expect(clock.pendingTimers).toBe(0);
});

test("a file that changes after it was hashed is not stored", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("POST /api/upload/image", reply);
  let opens = 0;
  const rewritten: InputFile = {
    ...file("a.png"),
    async *open() {
      yield await Promise.resolve(Buffer.alloc(5000, opens++));
    },
  };
  expect(await rejection(backend.upload(rewritten))).toMatchObject({
    code: "INPUT_NOT_READABLE",
    details: { filename: "a.png", reason: expect.stringContaining("changed") },
  });
  expect(server.received.map(({ method }) => method)).not.toContain("POST");
});
