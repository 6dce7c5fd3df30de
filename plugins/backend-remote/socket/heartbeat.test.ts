// Detecting a dead socket that was never closed.

import type { Socket } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { advanceableClock } from "../testing/advanceable-clock.js";
import { startHeartbeat } from "./connection.js";

/** A heartbeat on a socket whose pongs the test controls. */
function openHeartbeat(backMs = () => 0) {
  const clock = advanceableClock();
  const pings: { readonly timeoutMs: number; pong(): void; miss(): void }[] = [];
  let deaths = 0;
  const socket: Socket = {
    send: () => Promise.resolve(),
    close: () => Promise.resolve(),
    ping: (timeoutMs) =>
      new Promise((resolve, reject) => {
        pings.push({ timeoutMs, pong: resolve, miss: () => reject(new Error("no pong")) });
      }),
  };
  const heartbeat = startHeartbeat(socket, { ...clock, now: () => clock.now() - backMs() }, () => deaths++);
  return { clock, pings, heartbeat, deaths: () => deaths };
}

test("after 20 seconds of silence a ping is sent, with 10 seconds for the pong", async () => {
  const { clock, pings } = openHeartbeat();
  await clock.advance(19_999);
  expect(pings).toHaveLength(0);
  await clock.advance(1);
  expect(pings.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000]);
});

test("a socket with messages is not pinged", async () => {
  const { clock, pings, heartbeat } = openHeartbeat();
  for (let second = 0; second < 60; second += 15) {
    await clock.advance(15_000);
    heartbeat.messageReceived();
  }
  expect(pings).toHaveLength(0);
  await clock.advance(20_000);
  expect(pings).toHaveLength(1);
});

test("a clock that is set back by an hour does not delay the ping", async () => {
  let backMs = 0;
  const { clock, pings, heartbeat } = openHeartbeat(() => backMs);
  await clock.advance(10_000);
  heartbeat.messageReceived();
  backMs = 3_600_000;
  await clock.advance(30_000);
  expect(pings).toHaveLength(1);
});

test("a socket that answers is pinged again after the next silence", async () => {
  const { clock, pings, deaths } = openHeartbeat();
  await clock.advance(20_000);
  pings[0]?.pong();
  await clock.advance(20_000);
  expect([pings.length, deaths()]).toEqual([2, 0]);
});

test("without a pong the socket is dead, once, and no timer is left", async () => {
  const { clock, pings, deaths } = openHeartbeat();
  await clock.advance(20_000);
  pings[0]?.miss();
  await clock.advance(60_000);
  expect([deaths(), clock.pending()]).toEqual([1, 0]);
});

test("a message in place of the pong keeps the socket alive", async () => {
  const { clock, pings, heartbeat, deaths } = openHeartbeat();
  await clock.advance(20_000);
  await clock.advance(5_000);
  heartbeat.messageReceived();
  pings[0]?.miss();
  await clock.advance(20_000);
  expect([deaths(), pings.length]).toEqual([0, 2]);
});

test("a stopped heartbeat reports nothing and leaves no timer", async () => {
  const { clock, pings, heartbeat, deaths } = openHeartbeat();
  await clock.advance(20_000);
  heartbeat.stop();
  pings[0]?.miss();
  await clock.advance(0);
  expect([deaths(), clock.pending()]).toEqual([0, 0]);
});
