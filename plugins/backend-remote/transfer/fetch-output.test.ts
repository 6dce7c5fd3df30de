// Fetching a file: the request and the errors.

import { expect, test } from "vitest";
import { openTestBackend, outputImage, rejection } from "../testing/open-test-backend.js";

async function read(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test("a file is requested by name, subfolder and area, and can be fetched again", async () => {
  const { backend, server, clock } = await openTestBackend();
  server.answer("GET /api/view", { text: "PNG" });
  expect([
    await read(backend.fetchOutput(outputImage)),
    await read(backend.fetchOutput(outputImage)),
  ]).toEqual(["PNG", "PNG"]);
  expect(server.received[0]?.path).toBe("/api/view?filename=a+b.png&subfolder=set%2Fone&type=output");
  expect(server.received[0]?.headers.range).toBeUndefined();
  expect(clock.pendingTimers).toBe(0);
});

test("the request has the auth profile", async () => {
  const { backend, server } = await openTestBackend({ auth: "login" });
  server.answer("GET /api/view", { text: "PNG" });
  await read(backend.fetchOutput(outputImage));
  expect(server.received[0]?.headers.authorization).toBe("Profile login");
});

test("an empty text is a file, an empty image is an error", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/view", { headers: { "content-length": "0" } });
  expect(await read(backend.fetchOutput({ ...outputImage, filename: "a.txt", mime: "text/plain" }))).toBe("");
  expect(await rejection(read(backend.fetchOutput(outputImage)))).toMatchObject({
    code: "BACKEND_REPLY",
    details: { found: "status 200 without a byte", expected: "image/png" },
  });
});

test("JSON instead of an image is refused", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/view", { json: { error: "secret words" } });
  const error = await rejection(read(backend.fetchOutput(outputImage)));
  expect(error).toMatchObject({
    code: "BACKEND_REPLY",
    details: { found: expect.stringContaining(`JSON from ${server.url}`) },
  });
  expect(error.message).not.toContain("secret");
});

test("a missing file is reported as gone", async () => {
  const { backend } = await openTestBackend();
  const gone = { code: "BACKEND_FILE_GONE", details: { filename: "a b.png", status: 404 } };
  expect(await rejection(read(backend.fetchOutput(outputImage)))).toMatchObject(gone);
});

test.each([
  [400, {}, "BACKEND_REPLY"],
  [403, {}, "AUTH_REQUIRED"],
  [403, { auth: "login" }, "AUTH_REJECTED"],
  [416, {}, "BACKEND_REPLY"],
  [500, {}, "BACKEND_REPLY"],
])("a refusal with status %i and no body (%o: %s) is not retried", async (status, options, code) => {
  const { backend, server } = await openTestBackend(options);
  server.answer("GET /api/view", { status });
  expect((await rejection(read(backend.fetchOutput(outputImage)))).code).toBe(code);
  expect(server.received).toHaveLength(1);
});

test("a redirect is followed", async () => {
  const { backend, server } = await openTestBackend({ auth: "login" });
  server.answer("GET /api/view", { status: 302, headers: { location: "/store/signed" } });
  server.answer("GET /store/signed", { text: "PNG" });
  expect(await read(backend.fetchOutput(outputImage))).toBe("PNG");
});

test.each([
  ["an image", outputImage, "BACKEND_REPLY"],
  [
    "an HTML file of a node",
    { ...outputImage, filename: "a.html", mime: "application/octet-stream" },
    undefined,
  ],
])("a web page as the reply for %s", async (_case, file, code) => {
  const { backend, server } = await openTestBackend({ auth: "login" });
  server.answer("GET /api/view", {
    text: "<html>secret words",
    headers: { "content-type": "Text/HTML; charset=utf-8" },
  });
  const reading = read(backend.fetchOutput(file));
  if (code === undefined) {
    expect(await reading).toBe("<html>secret words");
    return;
  }
  const error = await rejection(reading);
  expect(error).toMatchObject({
    code,
    details: { found: `a web page from ${server.url}`, expected: "image/png" },
  });
  expect(error.message).not.toContain("secret");
});

test("a reader that stops frees the connection", async () => {
  const { backend, server, clock } = await openTestBackend();
  const released = new Promise((resolve) =>
    server.answer("GET /api/view", (response) => {
      response.on("close", resolve);
      response.write("first");
    }),
  );
  for await (const chunk of backend.fetchOutput(outputImage)) {
    expect(Buffer.from(chunk).toString()).toBe("first");
    break;
  }
  await released;
  expect(clock.pendingTimers).toBe(0);
});

test("a reader that cancels gets the reason of its signal, and nothing is retried", async () => {
  const { backend, server } = await openTestBackend();
  const controller = new AbortController();
  server.answer("GET /api/view", (response) => {
    response.write("first");
  });
  const reading = (async () => {
    for await (const chunk of backend.fetchOutput(outputImage, { signal: controller.signal })) {
      expect(chunk.length).toBe(5);
      controller.abort(new Error("enough"));
    }
  })();
  await expect(reading).rejects.toThrow("enough");
  expect(server.received).toHaveLength(1);
});
