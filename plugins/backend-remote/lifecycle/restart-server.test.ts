// A restart through the Manager: what counts as down, what counts as restarted, and how long each may take.

import { fault, type Network } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { testNetwork } from "../testing/test-network.js";
import type { Answer, FakeServer } from "../testing/fake-server.js";
import { openTestBackend, rejection } from "../testing/open-test-backend.js";
import { shutdownTimeoutMs, restartTimeoutMs, pollMs } from "./restart-server.js";

const stats = { json: { system: { comfyui_version: "1", argv: [] }, devices: [] } };
const reset: Answer = (response) => void response.destroy();
const page: Answer = { text: "<html>starting</html>", headers: { "content-type": "text/html" } };

async function openWithManager(network?: Network) {
  const { backend, server, clock } = await openTestBackend(network === undefined ? {} : { network });
  server.answer("GET /api/v2/manager/version", { text: "V4.2.2" });
  server.answer("GET /api/system_stats", stats);
  const restart = (signal?: AbortSignal) =>
    backend.facets.lifecycle?.restart("a test", { signal }) ?? Promise.resolve();
  /** Fires so many pauses between requests, each as soon as it has begun. */
  const poll = async (times: number, each = pollMs): Promise<void> => {
    for (let time = 0; time < times; time++) {
      expect(await clock.nextTimer()).toBe(pollMs);
      clock.move(each);
      clock.fireTimers();
    }
  };
  return { backend, server, clock, restart, poll };
}
const statsRequests = ({ received }: FakeServer): number =>
  received.filter(({ path }) => path === "/api/system_stats").length;

test.each<readonly [string, Answer, readonly Answer[]]>([
  // The situation; the reply to the request for a restart, and those to the polls behind it.
  [
    "the connection is reset instead of a reply: the next answer is that of the new one",
    reset,
    [{ status: 404 }, stats],
  ],
  [
    "after a reply, answers come from the old server until it has been down",
    { status: 200 },
    [stats, stats, reset, page, { status: 502 }, stats],
  ],
  ["a proxy answers 502 in its place: the server is down", { status: 502 }, [stats]],
])("%s", async (_case, answer, polled) => {
  const { server, restart, poll } = await openWithManager();
  server.answer("POST /api/v2/manager/reboot", answer);
  server.answer("GET /api/system_stats", ...polled);
  const done = restart();
  await poll(polled.length);
  await done;
  expect(statsRequests(server)).toBe(polled.length);
});

test("after a timeout the server must still have been down", async () => {
  const network: Network = {
    ...testNetwork,
    send: (request, options) =>
      request.url.endsWith("/reboot")
        ? Promise.reject(fault("REQUEST_TIMEOUT", { method: "POST", url: request.url, timeoutMs: 1 }))
        : testNetwork.send(request, options),
  };
  const { server, restart, poll } = await openWithManager(network);
  server.answer("GET /api/system_stats", stats, reset, stats);
  const done = restart();
  await poll(3);
  await done;
});

test("older Managers take a GET", async () => {
  const { server, restart, poll } = await openWithManager();
  server.answer("POST /api/v2/manager/reboot", { status: 405 });
  server.answer("GET /api/v2/manager/reboot", reset);
  const done = restart();
  await poll(1);
  await done;
});

test("a server that still answers after a minute was not restarted", async () => {
  const { server, restart, poll } = await openWithManager();
  server.answer("POST /api/v2/manager/reboot", { status: 200 });
  const done = rejection(restart());
  await poll(2, shutdownTimeoutMs / 2 + 1);
  expect(await done).toMatchObject({ code: "EXTENSION_RESTART_FAILED" });
});

test("the wait for a silent server ends after 15 minutes", async () => {
  const { server, restart, poll } = await openWithManager();
  server.answer("POST /api/v2/manager/reboot", reset);
  server.answer("GET /api/system_stats", reset);
  const done = rejection(restart());
  await poll(3, restartTimeoutMs / 2 - 1);
  expect(await done).toMatchObject({
    code: "EXTENSION_RESTART_FAILED",
    message: expect.stringContaining("15 minutes") as string,
  });
});

test.each([
  [403, "security_level"],
  [404, "has no route"],
])("status %i: %s", async (status, text) => {
  const { server, restart } = await openWithManager();
  server.answer("POST /api/v2/manager/reboot", { status });
  const { code, message } = await rejection(restart());
  expect([code, message]).toEqual(["EXTENSION_RESTART_IMPOSSIBLE", expect.stringContaining(text)]);
});

test("a server that was down before is not restarted", async () => {
  const { server, restart } = await openWithManager();
  await restart(AbortSignal.abort()).catch(() => undefined);
  server.answer("POST /api/v2/manager/reboot", reset);
  await server.close();
  expect((await rejection(restart())).code).toBe("BACKEND_UNREACHABLE");
});

test("missing credentials end the wait", async () => {
  const { server, restart, poll } = await openWithManager();
  server.answer("POST /api/v2/manager/reboot", reset);
  server.answer("GET /api/system_stats", { status: 401 });
  const done = rejection(restart());
  await poll(1);
  expect((await done).code).toBe("AUTH_REQUIRED");
});

test("the wait can be cancelled", async () => {
  const { server, clock, restart } = await openWithManager();
  server.answer("POST /api/v2/manager/reboot", reset);
  const cancel = new AbortController();
  const done = restart(cancel.signal);
  await clock.nextTimer();
  cancel.abort(new Error("enough"));
  await expect(done).rejects.toThrow("enough");
});

test("after a restart, cached replies are requested again, however short the server was down", async () => {
  const { backend, server, restart, poll } = await openWithManager();
  server.answer("POST /api/v2/manager/reboot", reset);
  server.answer("GET /api/object_info", { json: { A: {} } }, { json: { B: {} } });
  expect([...(await backend.catalog()).keys()]).toEqual(["A"]);
  const done = restart();
  await poll(1);
  await done;
  expect([...(await backend.catalog()).keys()]).toEqual(["B"]);
});

test("the state is running while the server answers; there is no start, stop or log", async () => {
  const { backend, server } = await openWithManager();
  const { lifecycle } = backend.facets;
  expect(await lifecycle?.state()).toEqual({ state: "running", url: `${server.url}/`, owner: "nobody" });
  expect(Object.keys(lifecycle ?? {})).toEqual(["state", "restart"]);
});
