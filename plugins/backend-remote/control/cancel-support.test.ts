// Which ways of cancelling a server supports, learned by trying them.

import { expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "../testing/open-test-backend.js";
import { versionHasTargetedInterrupt } from "./cancel-support.js";

test.each([
  ["0.3.57", true],
  ["v0.4.0", true],
  ["1.0.0-rc1", true],
  ["0.3.56", false],
  ["0.2.99", false],
  ["0.3.9", false],
  ["0.10.0", true],
  ["unknown", false],
])("version %s reads the id of an interrupt: %s", (version, targeted) => {
  expect(versionHasTargetedInterrupt(version)).toBe(targeted);
});

const requestsOf = ({ server }: TestBackend) =>
  server.received.filter(({ path }) => path.startsWith("/api/jobs/")).length;

async function cancelTwice(answer: object): Promise<TestBackend> {
  const open = await openTestBackend();
  open.server.answer("POST /api/jobs/p/cancel", answer);
  open.server.answer("GET /api/queue", { json: { queue_running: [], queue_pending: [] } });
  open.server.answer("GET /api/history/p", { json: {} });
  expect(await open.backend.cancel("p")).toBe("gone");
  expect(await open.backend.cancel("p")).toBe("gone");
  return open;
}

test.each([
  ["404 without JSON: the route is missing", { status: 404 }, 1],
  ["405: the route is missing", { status: 405, text: "405: Method Not Allowed" }, 1],
  ["404 with JSON: the route exists, the job does not", { status: 404, json: { error: "Job not found" } }, 2],
  [
    "400 with JSON: the route does not accept this form of id",
    { status: 400, json: { error: "invalid" } },
    2,
  ],
  ["403: a proxy blocks the route", { status: 403 }, 1],
  ["200 with a proxy's web page", { text: "<html>", headers: { "content-type": "text/html" } }, 1],
  ["503: the route may work later", { status: 503 }, 2],
])("%s", async (_case, answer, requests) => {
  expect(requestsOf(await cancelTwice(answer))).toBe(requests);
});

test("after a reconnect the route is tried again, because the server may have been updated", async () => {
  const open = await cancelTwice({ status: 405 });
  await open.backend.events(() => {});
  (await open.server.socket()).socket.terminate();
  await open.clock.nextTimer();
  open.clock.fireTimers();
  await open.server.socket();
  await open.backend.events(() => {});
  await open.backend.cancel("p");
  expect(requestsOf(open)).toBe(2);
});

test("the route for cancelling jobs lies below /api, also with bare routes", async () => {
  const { backend, server } = await openTestBackend({ prefix: "", path: "/comfy/" });
  server.answer("POST /comfy/api/jobs/a%2Fb/cancel", { json: { cancelled: true } });
  server.answer("GET /comfy/queue", { json: {} });
  server.answer("GET /comfy/history/a%2Fb", { json: {} });
  expect(await backend.cancel("a/b")).toBe("removed");
});
