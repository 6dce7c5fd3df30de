// Requests that fail: which error each becomes. `info` stands for every call.

import { expect, test } from "vitest";
import { opened, rejection } from "./remote.test.support.js";

test("nobody at the address", async () => {
  const { backend, peer } = await opened();
  await peer.close();
  const { code, message } = await rejection(backend.info());
  expect(code).toBe("BACKEND_UNREACHABLE");
  expect(message).toContain("ECONNREFUSED");
});

test.each([
  [401, undefined, "AUTH_REQUIRED"],
  [403, undefined, "AUTH_REQUIRED"],
  [401, "login", "AUTH_REJECTED"],
  [403, "login", "AUTH_REJECTED"],
  [404, undefined, "BACKEND_REPLY"],
  [502, "login", "BACKEND_REPLY"],
])("status %i with the profile %s: %s, without a word of the reply", async (status, auth, code) => {
  const { backend, peer } = await opened(auth === undefined ? {} : { auth });
  peer.answer("GET /api/system_stats", { status, text: "secret words" });
  const error = await rejection(backend.info());
  expect(error.code).toBe(code);
  expect(error.message + JSON.stringify(error.details)).not.toContain("secret");
});

test.each([
  [
    "of the prompt",
    { error: { type: "x", message: "secret", details: "secret", extra_info: {} }, node_errors: {} },
  ],
  ["in a word", { error: "secret" }],
  ["of the assets", { error: { code: "SERVICE_DISABLED", message: "secret", details: {} } }],
])("an error body %s is told by its status alone", async (_family, json) => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/system_stats", { status: 400, json });
  const error = await rejection(backend.info());
  expect(error).toMatchObject({ code: "BACKEND_REPLY", details: { status: 400, found: "status 400" } });
  expect(error.message + JSON.stringify(error.details)).not.toContain("secret");
});

test.each([
  ["nothing", {}],
  ["half of it", { text: '{"system": {' }],
])("%s instead of JSON", async (_case, answer) => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/system_stats", answer);
  expect((await rejection(backend.info())).code).toBe("BACKEND_REPLY");
});

test("what tells a browser's page from a program is in no request", async () => {
  const { backend, peer } = await opened({ auth: "login" });
  await rejection(backend.info());
  await backend.events(() => {});
  const file = {
    name: "a.png",
    mime: "image/png",
    async *open() {
      yield await Promise.resolve(Buffer.from("a"));
    },
  };
  await rejection(backend.upload(file));
  const names = peer.seen.flatMap(({ headers }) => Object.keys(headers));
  expect(new Set(peer.seen.map(({ method }) => method))).toEqual(new Set(["GET", "HEAD", "POST"]));
  expect(names.filter((name) => /^(origin|referer|sec-fetch-.*|comfy-user)$/.test(name))).toEqual([]);
});

test("a web page instead of JSON", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/system_stats", { text: "<html>", headers: { "content-type": "text/html" } });
  expect(await rejection(backend.info())).toMatchObject({
    code: "BACKEND_REPLY",
    details: { expected: "JSON" },
  });
});

test("a server that answers only without the prefix", async () => {
  const { backend, peer } = await opened({ prefix: "" });
  peer.answer("GET /system_stats", { json: { system: {} } });
  await backend.info();
});

test("a caller who gives up gets his own reason", async () => {
  const { backend, peer } = await opened();
  const giveUp = new AbortController();
  peer.answer("GET /api/system_stats", () => {
    giveUp.abort(new Error("enough"));
  });
  await expect(backend.info({ signal: giveUp.signal })).rejects.toThrow();
  await expect(backend.info({ signal: giveUp.signal })).rejects.toThrow("enough");
});

test("closing the instance ends what is under way", async () => {
  const { backend, peer } = await opened();
  const call = new Promise<void>((resolve) => {
    peer.answer("GET /api/queue", () => {
      resolve();
    });
  });
  const cancelled = rejection(backend.cancel("p"));
  await call;
  await backend.close();
  expect(await cancelled).toBeInstanceOf(Error);
});
