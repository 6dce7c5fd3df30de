// A socket that is dead though nothing says so.

import type { Socket } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { movedClock } from "../moved-clock.test.support.js";
import { heartbeat } from "./heartbeat.js";

/** A socket whose pongs come when the test says so. */
function beating(backMs = () => 0) {
  const clock = movedClock();
  const pings: { readonly timeoutMs: number; pong(): void; miss(): void }[] = [];
  let deaths = 0;
  const socket: Socket = {
    send() {},
    close: () => Promise.resolve(),
    ping: (timeoutMs) =>
      new Promise((resolve, reject) => {
        pings.push({
          timeoutMs,
          pong: resolve,
          miss: () => {
            reject(new Error("no pong"));
          },
        });
      }),
  };
  const beat = heartbeat(socket, { ...clock, now: () => clock.now() - backMs() }, () => deaths++);
  return { clock, pings, beat, deaths: () => deaths };
}

test("after twenty seconds of silence it is asked, and has ten to answer", async () => {
  const { clock, pings } = beating();
  await clock.advance(19_999);
  expect(pings).toHaveLength(0);
  await clock.advance(1);
  expect(pings.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000]);
});

test("a socket that speaks is never asked", async () => {
  const { clock, pings, beat } = beating();
  for (let second = 0; second < 60; second += 15) {
    await clock.advance(15_000);
    beat.heard();
  }
  expect(pings).toHaveLength(0);
  await clock.advance(20_000);
  expect(pings).toHaveLength(1);
});

test("a clock that is set back by an hour does not put the question off", async () => {
  let backMs = 0;
  const { clock, pings, beat } = beating(() => backMs);
  await clock.advance(10_000);
  beat.heard();
  backMs = 3_600_000;
  await clock.advance(30_000);
  expect(pings).toHaveLength(1);
});

test("a socket that answers is asked again after the next silence", async () => {
  const { clock, pings, deaths } = beating();
  await clock.advance(20_000);
  pings[0]?.pong();
  await clock.advance(20_000);
  expect([pings.length, deaths()]).toEqual([2, 0]);
});

test("no pong: it is dead, once, and no timer is left", async () => {
  const { clock, pings, deaths } = beating();
  await clock.advance(20_000);
  pings[0]?.miss();
  await clock.advance(60_000);
  expect([deaths(), clock.pending()]).toEqual([1, 0]);
});

test("no pong, but a message came meanwhile: it lives", async () => {
  const { clock, pings, beat, deaths } = beating();
  await clock.advance(20_000);
  await clock.advance(5_000);
  beat.heard();
  pings[0]?.miss();
  await clock.advance(20_000);
  expect([deaths(), pings.length]).toEqual([0, 2]);
});

test("a socket that was left is not declared dead, and no timer is left", async () => {
  const { clock, pings, beat, deaths } = beating();
  await clock.advance(20_000);
  beat.stop();
  pings[0]?.miss();
  await clock.advance(0);
  expect([deaths(), clock.pending()]).toEqual([0, 0]);
});
