// Memory: disposed kernels and removed taps are garbage-collected. Runs in a child process with --expose-gc.

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { fixture } from "../fixtures.test.support.js";
import { packageOptions, packagesFolder } from "../packages.test.support.js";

/** Runs a module whose last output line is JSON. */
async function run(program: string): Promise<Record<string, number>> {
  const given = ["--expose-gc", ...packageOptions, "--input-type=module", "-e", program, fixture("healthy")];
  const child = spawn(process.execPath, given, { cwd: packagesFolder, stdio: ["ignore", "pipe", "inherit"] });
  return JSON.parse(await text(child.stdout)) as Record<string, number>;
}
const prelude = `
import { createPictor } from "@pictor/host";
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
const heap = async () => { for (let i = 0; i < 5; i++) { await turn(); globalThis.gc(); } return process.memoryUsage().heapUsed / 1e6; };
const sources = [{ kind: "directory", path: process.argv[1] }];
`;

describe("what is gone is collected", () => {
  it("200 kernels, each with a loaded plugin", async () => {
    const { grown, alive, resources } = await run(`${prelude}
      const once = async () => { const kernel = await createPictor({ builtins: "none", plugins: sources }); await kernel.load("auth-healthy"); await kernel.dispose(); return new WeakRef(kernel); };
      for (let i = 0; i < 20; i++) await once();
      const before = await heap();
      const resourcesBefore = process.getActiveResourcesInfo().length;
      const refs = [];
      for (let i = 0; i < 200; i++) refs.push(await once());
      const grown = (await heap()) - before;
      console.log(JSON.stringify({ grown, alive: refs.filter((ref) => ref.deref() !== undefined).length, resources: process.getActiveResourcesInfo().length - resourcesBefore }));
    `);
    expect(alive).toBeLessThanOrEqual(2);
    expect(grown).toBeLessThan(4);
    expect(resources).toBe(0);
  });

  it("20,000 taps that were taken back, and 20,000 calls that followed one long-lived signal", async () => {
    const { taps, calls } = await run(`${prelude}
      const kernel = await createPictor({ builtins: "none", plugins: [] });
      const { signal } = new AbortController();
      const tapOnce = () => kernel.hooks.beforeSend.tap({}, () => undefined)();
      const callOnce = () => kernel.send({ url: "http://127.0.0.1:1/" }, { signal }).catch(() => undefined);
      kernel.hooks.beforeSend.tap({ band: "late" }, () => { throw new Error("not sent"); });
      for (let i = 0; i < 500; i++) { tapOnce(); await callOnce(); }
      const before = await heap();
      for (let i = 0; i < 20000; i++) tapOnce();
      const taps = (await heap()) - before;
      for (let i = 0; i < 20000; i++) await callOnce();
      console.log(JSON.stringify({ taps, calls: (await heap()) - before - taps }));
    `);
    expect(taps).toBeLessThan(2);
    expect(calls).toBeLessThan(3);
  });
});
