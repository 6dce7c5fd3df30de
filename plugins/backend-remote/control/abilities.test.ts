// What a server can do, found out by its answers.

import { expect, test } from "vitest";
import { opened } from "../remote.test.support.js";
import type { Opened } from "../remote.test.support.js";
import { isTargetedVersion } from "./abilities.js";

test.each([
  ["0.3.57", true],
  ["v0.4.0", true],
  ["1.0.0-rc1", true],
  ["0.3.56", false],
  ["0.2.99", false],
  ["unknown", false],
])("an interrupt of version %s reads the id: %s", (version, targeted) => {
  expect(isTargetedVersion(version)).toBe(targeted);
});

const probes = ({ peer }: Opened) => peer.seen.filter(({ path }) => path.startsWith("/api/jobs/")).length;

async function cancelTwice(answer: object): Promise<Opened> {
  const open = await opened();
  open.peer.answer("POST /api/jobs/p/cancel", answer);
  open.peer.answer("GET /api/queue", { json: { queue_running: [], queue_pending: [] } });
  open.peer.answer("GET /api/history/p", { json: {} });
  expect(await open.backend.cancel("p")).toBe("gone");
  expect(await open.backend.cancel("p")).toBe("gone");
  return open;
}

test.each([
  ["404 without words: there is no such route", { status: 404 }, 1],
  ["405: there is no such route either", { status: 405, text: "405: Method Not Allowed" }, 1],
  ["404 in JSON: the route is there, the job is not", { status: 404, json: { error: "Job not found" } }, 2],
  ["400 in JSON: the id has a form that it does not take", { status: 400, json: { error: "invalid" } }, 2],
  ["403: a proxy does not let us through", { status: 403 }, 1],
  ["200 with a page of a proxy", { text: "<html>", headers: { "content-type": "text/html" } }, 1],
  ["503: it may be let through later", { status: 503 }, 2],
])("%s", async (_case, answer, asked) => {
  expect(probes(await cancelTwice(answer))).toBe(asked);
});

test("after a reconnect another server may answer, so it is asked anew", async () => {
  const open = await cancelTwice({ status: 405 });
  await open.backend.events(() => {});
  (await open.peer.socket()).socket.terminate();
  await open.clock.pause();
  open.clock.elapse();
  await open.peer.socket();
  await open.backend.events(() => {});
  await open.backend.cancel("p");
  expect(probes(open)).toBe(2);
});

test("with bare routes, the jobs are below /api all the same", async () => {
  const { backend, peer } = await opened({ prefix: "", path: "/comfy/" });
  peer.answer("POST /comfy/api/jobs/a%2Fb/cancel", { json: { cancelled: true } });
  peer.answer("GET /comfy/queue", { json: {} });
  peer.answer("GET /comfy/history/a%2Fb", { json: {} });
  expect(await backend.cancel("a/b")).toBe("removed");
});
