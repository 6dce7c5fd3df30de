// Real processes that are stopped and continued: a holder that stood still must not disturb those that came after it.

import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "vitest";
import { startLockProcess, type LockProcess } from "./testing/index.js";

/** Enters, waits for a line, writes its name, and tells what became of it. */
const writer = `
import { withLock, replaceFile } from "./libraries/locks/index.ts";
const [file, name, limitMs, takes] = args;
const options = { clock, limitMs: Number(limitMs), takesFromLiving: takes !== "waits" };
await withLock(file + ".lock", options, async (lock) => {
  lock.signal.addEventListener("abort", () => say("told"));
  say("inside");
  await nextLine();
  await replaceFile(file, name, { lock });
  say("wrote");
}).then(() => say("done"), (error) => say(error.name + ": " + error.message));
process.exit();
`;

async function stage(test: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), "pictor-locks-"));
  test.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "file");
  await writeFile(file, "0");
  const start = (name: string, limitMs = 60_000, takes = "takes"): LockProcess =>
    startLockProcess(test, writer, file, name, String(limitMs), takes);
  return { folder, file, start };
}

// Each mostly waits until a lock expires.
describe.skipIf(process.platform === "win32").concurrent("a holder that was stopped", () => {
  it("leaves the lock to the one that took over, and a third does not enter beside it", async (test) => {
    const { expect } = test;
    const { folder, file, start } = await stage(test);
    const first = start("first");
    expect(await first.next()).toBe("inside");
    first.kill("SIGSTOP");

    const second = start("second");
    expect(await second.next()).toBe("inside");
    first.say("write");
    first.kill("SIGCONT");
    expect(await first.next()).toBe("told");
    const lost = `LockLost: process ${second.pid} on`;
    expect(await first.next()).toMatch(
      new RegExp(`^${lost} .* has taken over the lock .*, because this process was suspended$`),
    );
    await first.ended;
    expect(await readFile(file, "utf8")).toBe("0");

    const third = start("third", 1_000);
    expect(await third.next()).toMatch(`LockBusy: process ${second.pid} on`);
    second.say("write");
    expect([await second.next(), await second.next()]).toEqual(["wrote", "done"]);
    expect(await readFile(file, "utf8")).toBe("second");

    const fourth = start("fourth", 0);
    expect(await fourth.next()).toBe("inside");
    fourth.say("write");
    expect([await fourth.next(), await fourth.next()]).toEqual(["wrote", "done"]);
    expect(await readdir(folder)).toEqual(["file"]);
  });

  it("keeps its lock, if the work under it cannot be refused, until it is killed", async (test) => {
    const { expect } = test;
    const { start } = await stage(test);
    const first = start("first", 0, "waits");
    expect(await first.next()).toBe("inside");
    first.kill("SIGSTOP");
    const second = start("second", 12_000, "waits");
    const became = await second.next();
    // Without the start time of a process, a lock that is not renewed is taken over.
    if (process.platform !== "linux") return;
    expect(became).toMatch(`LockBusy: process ${first.pid} on`);
    first.kill("SIGKILL");
    await first.ended;
    expect(await start("third", 0, "waits").next()).toBe("inside");
  });

  it("and one that was killed, among many that count, cost no number", async (test) => {
    const { expect } = test;
    const { file } = await stage(test);
    const counter = `
      import { readFile } from "node:fs/promises";
      import { withLock, replaceFile } from "./libraries/locks/index.ts";
      const [file] = args;
      let isOver = false;
      void nextLine().then(() => (isOver = true));
      while (!isOver) {
        await withLock(file + ".lock", { clock, limitMs: 60_000 }, async (lock) => {
          const next = Number(await readFile(file, "utf8")) + 1;
          await replaceFile(file, String(next), { lock });
          return next;
        }).then(say, (error) => say(error.name));
      }
      process.exit();
    `;
    const workers = Array.from({ length: 4 }, () => startLockProcess(test, counter, file));
    const printed: string[] = [];
    const collect = async (worker: LockProcess) => {
      for (let line = await worker.next(); line !== undefined; line = await worker.next()) printed.push(line);
    };
    const collecting = workers.map(collect);
    const moreThan = (count: number) =>
      expect.poll(() => printed.length, { timeout: 120_000 }).toBeGreaterThan(count);
    await moreThan(40);
    const [stopped, killed, ...others] = workers;
    stopped?.kill("SIGSTOP");
    // A stopped holder blocks the others until its lock expires, and one that is none blocks nobody.
    await moreThan(printed.length + 40);
    killed?.kill("SIGKILL");
    await moreThan(printed.length + 40);
    stopped?.kill("SIGCONT");
    await moreThan(printed.length + 40);
    for (const worker of [stopped, ...others]) worker?.say("end");
    await Promise.all(collecting);
    const numbers = printed.filter((line) => line !== "LockLost").map(Number);
    expect(new Set(numbers).size).toBe(numbers.length);
    // The killed process may have written a number that it could not print any more.
    const last = Number(await readFile(file, "utf8"));
    expect([numbers.length, numbers.length + 1]).toContain(last);
  });
});
