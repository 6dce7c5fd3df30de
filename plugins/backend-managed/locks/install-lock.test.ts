// Tests of the installation lock: its holder is named, a dead one is no obstacle, and one that stands still keeps it.

import { once } from "node:events";
import { readdirSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createFakeClock } from "@pictor/host/testing";
import { placeForeignLock, takeForeignLock } from "@pictor/locks/testing";
import { expect, it } from "vitest";
import { withServerLock } from "./server-lock.js";
import { withInstallLock } from "./install-lock.js";
import { scriptedInstance } from "../testing/fake-instance.js";

const lockOf = (instance: ReturnType<typeof scriptedInstance>): string =>
  join(instance.layout.root, "install.lock");

it("rejects while another process holds it, naming that process", async () => {
  const instance = scriptedInstance();
  let end: (() => void) | undefined;
  const first = withInstallLock(
    instance,
    "installation",
    () => new Promise<void>((resolve) => (end = resolve)),
  );
  await expect.poll(() => end).toBeDefined();
  await expect(withInstallLock(instance, "installation", async () => 1)).rejects.toMatchObject({
    code: "MANAGED_BUSY",
    what: `Another installation of "studio" is running (process ${process.pid} on ${hostname()}).`,
  });
  end?.();
  await first;
  expect(await withInstallLock(instance, "installation", async () => 2)).toBe(2);
  expect(readdirSync(instance.layout.root)).toEqual([]);
});

it("is released when the work fails", async () => {
  const instance = scriptedInstance();
  await expect(
    withInstallLock(instance, "installation", () => Promise.reject(new Error("x"))),
  ).rejects.toThrow("x");
  expect(await withInstallLock(instance, "installation", async () => 3)).toBe(3);
});

it("of a killed process is taken over at once", async () => {
  const instance = scriptedInstance();
  await placeForeignLock(lockOf(instance), "dead");
  expect(await withInstallLock(instance, "installation", async () => 4)).toBe(4);
});

it.runIf(process.platform === "linux")(
  "of a living process is not taken over, even if it stands still",
  async () => {
    const instance = scriptedInstance();
    await placeForeignLock(lockOf(instance), "still");
    await expect(withInstallLock(instance, "installation", async () => 5)).rejects.toMatchObject({
      code: "MANAGED_BUSY",
    });
  },
);

it("that was lost ends the work, and says who has it", async () => {
  const clock = createFakeClock();
  const instance = scriptedInstance({ clock });
  let [isTaken, isAborted] = [false, false];
  const work = withInstallLock(instance, "installation", async (signal) => {
    const aborted = once(signal, "abort");
    await takeForeignLock(lockOf(instance));
    isTaken = true;
    await aborted;
    isAborted = true;
  });
  work.catch(() => undefined);
  // A renewal before that would leave an entry that is not the one to be taken.
  await expect.poll(() => isTaken).toBe(true);
  await expect.poll(() => clock.advance(2_500).then(() => isAborted)).toBe(true);
  await expect(work).rejects.toMatchObject({
    code: "MANAGED_LOCK_LOST",
    what: 'The installation of "studio" was abandoned: this process was suspended, and another (process 4711 on another) took over.',
  });
  expect(readdirSync(lockOf(instance))).toHaveLength(1);
});

it("stops waiting when the signal is aborted", async () => {
  const instance = scriptedInstance();
  await placeForeignLock(lockOf(instance), "elsewhere");
  const signal = AbortSignal.abort("enough");
  await expect(withInstallLock(instance, "installation", async () => 6, { signal })).rejects.toBe("enough");
});

it("is independent of the server lock: one may be released inside the other", async () => {
  const instance = scriptedInstance();
  const inner = await withInstallLock(instance, "installation", () =>
    withServerLock(instance, () => Promise.resolve("inside")),
  );
  expect(inner).toBe("inside");
  expect(await withInstallLock(instance, "installation", () => Promise.resolve("again"))).toBe("again");
});
