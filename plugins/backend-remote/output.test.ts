// Fetching a file.

import { expect, test } from "vitest";
import { opened, picture, rejection } from "./remote.test.support.js";

async function read(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test("it is asked for by name, folder and area, and can be fetched again", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/view", { text: "PNG" });
  expect([await read(backend.fetchOutput(picture)), await read(backend.fetchOutput(picture))]).toEqual([
    "PNG",
    "PNG",
  ]);
  expect(peer.seen[0]?.path).toBe("/api/view?filename=a+b.png&subfolder=set%2Fone&type=output");
});

test("the auth profile goes with it", async () => {
  const { backend, peer } = await opened({ auth: "login" });
  peer.answer("GET /api/view", { text: "PNG" });
  await read(backend.fetchOutput(picture));
  expect(peer.seen[0]?.headers.authorization).toBe("Profile login");
});

test("a file that is no longer there", async () => {
  const { backend } = await opened();
  const gone = { code: "BACKEND_FILE_GONE", details: { filename: "a b.png", status: 404 } };
  expect(await rejection(read(backend.fetchOutput(picture)))).toMatchObject(gone);
});

test.each([
  ["an image/png", picture, "BACKEND_REPLY"],
  [
    "a page that a node made",
    { ...picture, filename: "a.html", mime: "application/octet-stream" },
    undefined,
  ],
])("a web page in place of %s", async (_case, file, code) => {
  const { backend, peer } = await opened({ auth: "login" });
  peer.answer("GET /api/view", {
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
    details: { found: `a web page of ${peer.url}`, expected: "image/png" },
  });
  expect(error.message).not.toContain("secret");
});

test("a connection that breaks inside the file", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/view", (response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("half", () => response.destroy());
  });
  expect((await rejection(read(backend.fetchOutput(picture)))).code).toBe("BACKEND_UNREACHABLE");
});

test("a reader who stops frees the connection", async () => {
  const { backend, peer } = await opened();
  const released = new Promise((resolve) => {
    peer.answer("GET /api/view", (response) => {
      response.on("close", resolve);
      response.write("first");
    });
  });
  for await (const chunk of backend.fetchOutput(picture)) {
    expect(Buffer.from(chunk).toString()).toBe("first");
    break;
  }
  await released;
});
