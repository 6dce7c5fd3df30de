// The errors of failed requests, tested with `info`.

import { getEventListeners } from "node:events";
import type { Network, Reply } from "@pictor/kernel/plugin";
import { expect, test, vi } from "vitest";
import { requestJson, serverAt } from "./requests.js";
import { manualClock, openTestBackend, rejection } from "../testing/open-test-backend.js";
import { routesOf } from "./routes.js";

test("without a server at the address, the backend is unreachable", async () => {
  const { backend, server } = await openTestBackend();
  await server.close();
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
])("status %i with the profile %s: %s, without any text of the reply", async (status, auth, code) => {
  const { backend, server } = await openTestBackend(auth === undefined ? {} : { auth });
  server.answer("GET /api/system_stats", { status, text: "secret words" });
  const error = await rejection(backend.info());
  expect(error.code).toBe(code);
  expect(error.message + JSON.stringify(error.details)).not.toContain("secret");
});

test.each([
  [
    "of POST /prompt",
    { error: { type: "x", message: "secret", details: "secret", extra_info: {} }, node_errors: {} },
  ],
  ["with one text", { error: "secret" }],
  ["of the assets route", { error: { code: "SERVICE_DISABLED", message: "secret", details: {} } }],
])("an error body %s is reported by its status alone", async (_family, json) => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/system_stats", { status: 400, json });
  const error = await rejection(backend.info());
  expect(error).toMatchObject({ code: "BACKEND_REPLY", details: { status: 400, found: "status 400" } });
  expect(error.message + JSON.stringify(error.details)).not.toContain("secret");
});

test.each([
  ["nothing", {}],
  ["half of the JSON", { text: '{"system": {' }],
  ["a web page", { text: "<html>", headers: { "content-type": "text/html" } }],
])("%s instead of JSON is refused", async (_case, answer) => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/system_stats", answer);
  const details = { expected: expect.stringContaining("JSON") as string };
  expect(await rejection(backend.info())).toMatchObject({ code: "BACKEND_REPLY", details });
});

test("no request has headers that only browsers send", async () => {
  const { backend, server } = await openTestBackend({ auth: "login" });
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
  const names = server.received.flatMap(({ headers }) => Object.keys(headers));
  expect(new Set(server.received.map(({ method }) => method))).toEqual(new Set(["GET", "HEAD", "POST"]));
  expect(names.filter((name) => /^(origin|referer|sec-fetch-.*|comfy-user)$/.test(name))).toEqual([]);
});

test("a caller that cancels gets the reason of its signal", async () => {
  const { backend, server } = await openTestBackend();
  const controller = new AbortController();
  server.answer("GET /api/system_stats", () => controller.abort(new Error("enough")));
  await expect(backend.info({ signal: controller.signal })).rejects.toThrow();
  await expect(backend.info({ signal: controller.signal })).rejects.toThrow("enough");
});

test("closing the instance ends an active request", async () => {
  const { backend, server } = await openTestBackend();
  const call = new Promise<void>((resolve) => server.answer("GET /api/queue", () => resolve()));
  const cancelled = rejection(backend.cancel("p"));
  await call;
  await backend.close();
  expect(await cancelled).toBeInstanceOf(Error);
});

test("closing the instance ends a reply whose body is being read", async () => {
  const { backend, server } = await openTestBackend();
  const started = new Promise<void>((resolve) =>
    server.answer("GET /api/history/p", (response) => {
      response.write("{", () => resolve());
    }),
  );
  const recalled = rejection(backend.fetchSubmission("p"));
  await started;
  await backend.close();
  expect(await recalled).toBeInstanceOf(Error);
});

test.each([
  ["is read", '{"a": 1}', { a: 1 }],
  ["is not JSON", "<html>", "BACKEND_REPLY"],
])("a reply that %s leaves no listener on the signals of its request", async (_case, text, outcome) => {
  const any = vi.spyOn(AbortSignal, "any");
  const [closed, own] = [new AbortController().signal, new AbortController().signal];
  const listening = () => [closed, own].map((signal) => getEventListeners(signal, "abort").length);
  const reply = { status: 200, headers: {}, hops: [], text: () => Promise.resolve(text) };
  const during: unknown[] = [];
  const send = () => {
    during.push(listening());
    return Promise.resolve(reply as unknown as Reply);
  };
  const network: Network = { send, connect: () => Promise.reject(new Error("none")) };
  const routes = routesOf("http://h/", "");
  const server = serverAt(routes, { name: "studio" }, { network, clock: manualClock() }, closed);
  const read = requestJson(server, { url: "http://h/queue" }, { signal: own });
  expect(await read.catch((error: unknown) => (error as { readonly code: string }).code)).toEqual(outcome);
  expect([during, listening(), any.mock.calls]).toEqual([[[1, 1]], [0, 0], []]);
});
