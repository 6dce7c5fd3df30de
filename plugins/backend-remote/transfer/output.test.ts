// Fetching a file: what is asked, and what ends it.

import { expect, test } from "vitest";
import { opened, picture, rejection } from "../remote.test.support.js";

async function read(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test("it is asked for by name, folder and area, and can be fetched again", async () => {
  const { backend, peer, clock } = await opened();
  peer.answer("GET /api/view", { text: "PNG" });
  expect([await read(backend.fetchOutput(picture)), await read(backend.fetchOutput(picture))]).toEqual([
    "PNG",
    "PNG",
  ]);
  expect(peer.seen[0]?.path).toBe("/api/view?filename=a+b.png&subfolder=set%2Fone&type=output");
  expect(peer.seen[0]?.headers.range).toBeUndefined();
  expect(clock.pending).toBe(0);
});

test("the auth profile goes with it", async () => {
  const { backend, peer } = await opened({ auth: "login" });
  peer.answer("GET /api/view", { text: "PNG" });
  await read(backend.fetchOutput(picture));
  expect(peer.seen[0]?.headers.authorization).toBe("Profile login");
});

test("an empty text is a file, and an empty picture is none", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/view", { headers: { "content-length": "0" } });
  expect(await read(backend.fetchOutput({ ...picture, filename: "a.txt", mime: "text/plain" }))).toBe("");
  expect(await rejection(read(backend.fetchOutput(picture)))).toMatchObject({
    code: "BACKEND_REPLY",
    details: { found: "status 200 without a byte", expected: "image/png" },
  });
});

test("words of a server in place of a picture", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/view", { json: { error: "secret words" } });
  const error = await rejection(read(backend.fetchOutput(picture)));
  expect(error).toMatchObject({ code: "BACKEND_REPLY", details: { found: `JSON of ${peer.url}` } });
  expect(error.message).not.toContain("secret");
});

test("a file that is no longer there", async () => {
  const { backend } = await opened();
  const gone = { code: "BACKEND_FILE_GONE", details: { filename: "a b.png", status: 404 } };
  expect(await rejection(read(backend.fetchOutput(picture)))).toMatchObject(gone);
});

test.each([
  [400, {}, "BACKEND_REPLY"],
  [403, {}, "AUTH_REQUIRED"],
  [403, { auth: "login" }, "AUTH_REJECTED"],
  [416, {}, "BACKEND_REPLY"],
  [500, {}, "BACKEND_REPLY"],
])("a refusal with status %i and no body (%o: %s) is not tried again", async (status, options, code) => {
  const { backend, peer } = await opened(options);
  peer.answer("GET /api/view", { status });
  expect((await rejection(read(backend.fetchOutput(picture)))).code).toBe(code);
  expect(peer.seen).toHaveLength(1);
});

test("it is fetched where a redirect leads", async () => {
  const { backend, peer } = await opened({ auth: "login" });
  peer.answer("GET /api/view", { status: 302, headers: { location: "/store/signed" } });
  peer.answer("GET /store/signed", { text: "PNG" });
  expect(await read(backend.fetchOutput(picture))).toBe("PNG");
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

test("a reader who stops frees the connection", async () => {
  const { backend, peer, clock } = await opened();
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
  expect(clock.pending).toBe(0);
});

test("a reader who gives up gets his own reason, and nothing is tried again", async () => {
  const { backend, peer } = await opened();
  const giveUp = new AbortController();
  peer.answer("GET /api/view", (response) => {
    response.write("first");
  });
  const reading = (async () => {
    for await (const chunk of backend.fetchOutput(picture, { signal: giveUp.signal })) {
      expect(chunk.length).toBe(5);
      giveUp.abort(new Error("enough"));
    }
  })();
  await expect(reading).rejects.toThrow("enough");
  expect(peer.seen).toHaveLength(1);
});
