// A server that another process started is signalled, and its end is noticed, on each system.

import { createFakeClock } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { exited, scriptedInstance } from "../../testing/fake-instance.js";
import { sessionFor } from "../record/server-context.js";
import { watchForeignProcess } from "./watch-process.js";

/** Above the maximum of every system, so that no process has it. */
const nobody = { pid: 99_999_999, start: "/earlier" };

it.each<[NodeJS.Platform, number, boolean, readonly string[]]>([
  ["win32", 0, true, ["taskkill /PID 99999999 /T /F"]],
  ["win32", 128, false, ["taskkill /PID 99999999 /T /F"]],
  ["darwin", 0, false, []],
  ["linux", 0, false, []],
])("on %s, where taskkill ends with %s, a signal arrives: %s", async (platform, exitCode, arrives, ran) => {
  const clock = createFakeClock();
  const instance = scriptedInstance({ platform, clock, answer: () => exited(exitCode) });
  const watched = watchForeignProcess(nobody, instance);
  expect(await watched.kill("SIGTERM")).toBe(arrives);
  expect(instance.calls.map(({ file, args }) => [file, ...args].join(" "))).toEqual(ran);
  await clock.advance(20);
  expect(await watched.exited).toEqual({});
});

it("on Linux, a pid that another process has by now is noticed by its start time", async () => {
  const clock = createFakeClock();
  const watched = watchForeignProcess(
    { pid: process.pid, start: "/earlier" },
    scriptedInstance({ platform: "linux", clock }),
  );
  await clock.advance(250);
  expect(await watched.exited).toEqual({});
});

it.each<NodeJS.Platform>(["win32", "darwin"])(
  "on %s, where a start time costs a program, the pid suffices",
  async (platform) => {
    const clock = createFakeClock();
    const instance = scriptedInstance({ platform, clock });
    const watched = watchForeignProcess({ pid: process.pid, start: "/earlier" }, instance);
    await clock.advance(500);
    expect([instance.calls, clock.pending()]).toEqual([[], 1]);
    watched.release();
  },
);

it.each<[NodeJS.Platform, boolean, boolean]>([
  ["linux", true, false],
  ["darwin", true, false],
  ["win32", true, true],
  ["linux", false, true],
])("on %s, a server that is kept: %s has a session: %s", (platform, keep, hasSession) => {
  expect(sessionFor(scriptedInstance({ platform }), { keep }) !== undefined).toBe(hasSession);
});
