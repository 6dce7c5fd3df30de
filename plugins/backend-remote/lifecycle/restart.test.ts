// A restart that the Manager is asked for: what counts as gone, what counts as back, and how long is waited.

import { fault } from "@pictor/kernel/plugin";
import type { Network } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { testNetwork } from "../network.test.support.js";
import type { Answer, FakePeer } from "../peer.test.support.js";
import { opened, rejection } from "../remote.test.support.js";
import { goingMs, longestRestartMs, pollMs } from "./restart.js";

const stats = { json: { system: { comfyui_version: "1", argv: [] }, devices: [] } };
const reset: Answer = (response) => void response.destroy();
const page: Answer = { text: "<html>starting</html>", headers: { "content-type": "text/html" } };

async function stage(network?: Network) {
  const { backend, peer, clock } = await opened(network === undefined ? {} : { network });
  peer.answer("GET /api/v2/manager/version", { text: "V4.2.2" });
  peer.answer("GET /api/system_stats", stats);
  const restart = (signal?: AbortSignal) =>
    backend.facets.lifecycle?.restart("a test", signal === undefined ? {} : { signal }) ?? Promise.resolve();
  /** Lets so many pauses pass, each as soon as it has begun. */
  const look = async (times: number, each = pollMs): Promise<void> => {
    for (let time = 0; time < times; time++) {
      expect(await clock.pause()).toBe(pollMs);
      clock.move(each);
      clock.elapse();
    }
  };
  return { backend, peer, clock, restart, look };
}
const looks = ({ seen }: FakePeer): number => seen.filter(({ path }) => path === "/api/system_stats").length;

test("the reply never arrives, because the connection is reset: it is back as soon as it answers", async () => {
  const { peer, restart, look } = await stage();
  peer.answer("POST /api/v2/manager/reboot", reset);
  peer.answer("GET /api/system_stats", { status: 404 }, stats);
  const done = restart();
  await look(2);
  await done;
  expect(looks(peer)).toBe(2);
});

test("a reply comes before the end: what answers then is the old server, until it was away", async () => {
  const { peer, restart, look } = await stage();
  peer.answer("POST /api/v2/manager/reboot", { status: 200 });
  peer.answer("GET /api/system_stats", stats, stats, reset, page, { status: 502 }, stats);
  const done = restart();
  await look(6);
  await done;
  expect(looks(peer)).toBe(6);
});

test("a proxy answers 502 in its place", async () => {
  const { peer, restart, look } = await stage();
  peer.answer("POST /api/v2/manager/reboot", { status: 502 });
  const done = restart();
  await look(1);
  await done;
});

test("no reply within its time says nothing: it must have been away", async () => {
  const network: Network = {
    ...testNetwork,
    send: (request, options) =>
      request.url.endsWith("/reboot")
        ? Promise.reject(fault("REQUEST_TIMEOUT", { method: "POST", url: request.url, timeoutMs: 1 }))
        : testNetwork.send(request, options),
  };
  const { peer, restart, look } = await stage(network);
  peer.answer("GET /api/system_stats", stats, reset, stats);
  const done = restart();
  await look(3);
  await done;
});

test("older ones are asked by GET", async () => {
  const { peer, restart, look } = await stage();
  peer.answer("POST /api/v2/manager/reboot", { status: 405 });
  peer.answer("GET /api/v2/manager/reboot", reset);
  const done = restart();
  await look(1);
  await done;
});

test("it answers as before for too long: nothing has happened", async () => {
  const { peer, restart, look } = await stage();
  peer.answer("POST /api/v2/manager/reboot", { status: 200 });
  const done = rejection(restart());
  await look(2, goingMs / 2 + 1);
  expect(await done).toMatchObject({ code: "EXTENSION_RESTART_FAILED" });
});

test("it never comes back", async () => {
  const { peer, restart, look } = await stage();
  peer.answer("POST /api/v2/manager/reboot", reset);
  peer.answer("GET /api/system_stats", reset);
  const done = rejection(restart());
  await look(3, longestRestartMs / 2 - 1);
  expect(await done).toMatchObject({
    code: "EXTENSION_RESTART_FAILED",
    message: expect.stringContaining("15 minutes") as string,
  });
});

test.each([
  [403, "security_level"],
  [404, "has no route for it"],
])("status %i: %s", async (status, text) => {
  const { peer, restart } = await stage();
  peer.answer("POST /api/v2/manager/reboot", { status });
  const { code, message } = await rejection(restart());
  expect([code, message]).toEqual(["EXTENSION_RESTART_IMPOSSIBLE", expect.stringContaining(text)]);
});

test("a server that was down before is no restart", async () => {
  const { peer, restart } = await stage();
  await restart(AbortSignal.abort()).catch(() => undefined);
  peer.answer("POST /api/v2/manager/reboot", reset);
  await peer.close();
  expect((await rejection(restart())).code).toBe("BACKEND_UNREACHABLE");
});

test("credentials that a proxy asks for while it starts end the wait", async () => {
  const { peer, restart, look } = await stage();
  peer.answer("POST /api/v2/manager/reboot", reset);
  peer.answer("GET /api/system_stats", { status: 401 });
  const done = rejection(restart());
  await look(1);
  expect((await done).code).toBe("AUTH_REQUIRED");
});

test("the wait can be cancelled", async () => {
  const { peer, clock, restart } = await stage();
  peer.answer("POST /api/v2/manager/reboot", reset);
  const cancel = new AbortController();
  const done = restart(cancel.signal);
  await clock.pause();
  cancel.abort(new Error("enough"));
  await expect(done).rejects.toThrow("enough");
});

test("what was kept of the server is asked for again, however short it was away", async () => {
  const { backend, peer, restart, look } = await stage();
  peer.answer("POST /api/v2/manager/reboot", reset);
  peer.answer("GET /api/object_info", { json: { A: {} } }, { json: { B: {} } });
  expect([...(await backend.catalog()).keys()]).toEqual(["A"]);
  const done = restart();
  await look(1);
  await done;
  expect([...(await backend.catalog()).keys()]).toEqual(["B"]);
});

test("the state is that it runs while it answers, and else the error that says why not", async () => {
  const { backend, peer } = await stage();
  const { lifecycle } = backend.facets;
  expect(await lifecycle?.state()).toEqual({ state: "running", url: `${peer.url}/`, owner: "nobody" });
  expect(Object.keys(lifecycle ?? {})).toEqual(["state", "restart"]);
});
