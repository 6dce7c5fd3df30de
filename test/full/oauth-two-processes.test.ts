// Two real processes that share a secrets file: one refresh for both, and one takes over after the other was killed.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  configurationIn,
  createTestBeds,
  holdResponse,
  tokenLifetimeMs,
  pluginNames,
  type TestBed,
} from "../oauth/test-bed.test.support.js";
import { packageOptions, packagesFolder, pluginFolder } from "../packages.test.support.js";

const beds = createTestBeds();

/** For each line `[passMs, count]`, advances its clock, sends `count` requests concurrently, and prints their results. */
const program = `
import { createInterface } from "node:readline";
import { createPictor, loadConfiguration } from "@pictor/host";
const { folder, url, plugins, flags } = JSON.parse(process.argv[1]);
let nowMs = () => Date.now();
const clock = {
  now: () => nowMs(),
  after(ms, done) {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  },
};
const kernel = await createPictor({
  builtins: "none", plugins: plugins.map((path) => ({ kind: "directory", path })),
  configuration: await loadConfiguration({ directory: folder, flags }),
  clock,
});
const send = async () => {
  try {
    const reply = await kernel.send({ url, auth: "work" });
    await reply.discard();
    return reply.status;
  } catch (error) {
    return error.code ?? String(error);
  }
};
console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  const [passMs, count] = JSON.parse(line);
  const before = nowMs;
  nowMs = () => before() + passMs;
  console.log(JSON.stringify(await Promise.all(Array.from({ length: count }, send))));
}
await kernel.dispose();
`;

async function startProcess({ folder, api }: TestBed) {
  const given = JSON.stringify({
    folder,
    url: api.url,
    plugins: pluginNames.map(pluginFolder),
    flags: configurationIn(folder),
  });
  const child = spawn(process.execPath, [...packageOptions, "--input-type=module", "-e", program, given], {
    cwd: packagesFolder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect(await lines.next()).toMatchObject({ value: "ready" });
  return {
    /** Advances the clock, and sends requests concurrently. Resolves to their results. */
    async send(passMs: number, count = 1): Promise<unknown> {
      child.stdin.write(`${JSON.stringify([passMs, count])}\n`);
      const line = await lines.next();
      return line.done === true ? "it ended" : JSON.parse(line.value);
    },
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
    /** The exit code after the end of the input. */
    async end(): Promise<unknown> {
      child.stdin.end();
      return (await once(child, "exit"))[0];
    },
  };
}

/** As if the holder of the locks had shown no sign of life for a minute. */
async function ageLocks({ folder }: TestBed): Promise<number> {
  const locks = (await readdir(folder)).filter((name) => name.endsWith(".lock"));
  for (const lock of locks) {
    const then = new Date((await stat(join(folder, lock))).mtimeMs - 61_500);
    await utimes(join(folder, lock), then, then);
  }
  return locks.length;
}

it("two processes with one token refresh it once each time it ends, and stay signed in", async () => {
  const bed = await beds.openSignedIn();
  const processes = await Promise.all([startProcess(bed), startProcess(bed)]);
  for (let round = 1; round <= 10; round++) {
    const work = () => Promise.all(processes.map(({ send }) => send(tokenLifetimeMs, 5)));
    const served = Array<number>(5).fill(200);
    expect(await bed.countTokenRequests(work)).toEqual({ result: [served, served], tokenRequests: 1 });
    expect(new Set(bed.api.tokens).size).toBe(1 + round);
    await bed.clock.advance(tokenLifetimeMs);
  }
  expect((await bed.profiles.view("work")).status).toMatchObject({ state: "ready", refreshable: true });
  expect(await Promise.all(processes.map(({ end }) => end()))).toEqual([0, 0]);
});

describe("a process that is killed while it refreshes", () => {
  it("before the provider knew of it is succeeded by the other, which stays signed in", async () => {
    const bed = await beds.openSignedIn();
    const [first, second] = await Promise.all([startProcess(bed), startProcess(bed)]);
    const arrived = new Promise<void>((resolve) => bed.provider.intercept("/token", () => resolve()));
    void first.send(tokenLifetimeMs);
    await arrived;
    const outcome = second.send(tokenLifetimeMs);
    await first.kill();
    expect(await ageLocks(bed)).toBe(1);
    expect(await outcome).toEqual([200]);
    await bed.clock.advance(tokenLifetimeMs);
    expect((await bed.profiles.view("work")).status).toMatchObject({ state: "ready", refreshable: true });
    expect(await second.end()).toBe(0);
  });

  it("after the provider had answered leaves the other with a login to ask for, and that helps", async () => {
    const bed = await beds.openSignedIn();
    const [first, second] = await Promise.all([startProcess(bed), startProcess(bed)]);
    const answer = holdResponse(bed.provider, "/token");
    void first.send(tokenLifetimeMs);
    await answer.received;
    const outcome = second.send(tokenLifetimeMs);
    await first.kill();
    answer.release();
    expect(await ageLocks(bed)).toBe(1);
    expect(await outcome).toEqual(["AUTH_ACTION_NEEDED"]);
    await bed.clock.advance(tokenLifetimeMs);
    expect((await bed.profiles.view("work")).status).toMatchObject({
      state: "expired",
      refreshable: false,
      notes: expect.arrayContaining([expect.stringContaining("sign in again")]),
    });
    await bed.login("work");
    expect(await second.send(1_000)).toEqual([200]);
    expect(await second.end()).toBe(0);
  });
});
