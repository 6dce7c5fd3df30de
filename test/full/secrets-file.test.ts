// Secrets in a file, with real processes: two of them lose nothing, and a killed one does no harm.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createTestFolder, writeTestFiles } from "@pictor/host/testing";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { bundle } from "../bundler.test.support.js";

const root = join(import.meta.dirname, "../..");
/** The store as one module inside node_modules, so that its foreign imports resolve. */
const bundled = join(root, "node_modules/.cache/pictor-secrets-file", String(process.pid));
const prelude = `
import { openFileStore } from "./store.js";
const [path, name] = process.argv.slice(1);
const clock = { now: Date.now, after: (ms, done) => { const timer = setTimeout(done, ms); return () => clearTimeout(timer); } };
const logger = { debug() {}, info() {}, warn: console.error, error: console.error };
const store = await openFileStore({ path, shownPath: path, hasOwnFolder: true, passphrase: "", uid: process.getuid?.(), clock, logger });
`;

beforeAll(async () => {
  const [store] = bundle({ store: join(root, "plugins/secrets-file/file-store.ts") }, bundled);
  writeTestFiles(bundled, { "package.json": '{ "type": "module" }', "store.js": store?.text ?? "" });
});
afterAll(() => rm(bundled, { recursive: true, force: true }));

async function workshop() {
  const folder = createTestFolder();
  const path = join(folder, "secrets.json");
  const start = (program: string, name = ""): ChildProcess => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", prelude + program, path, name], {
      cwd: bundled,
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  /** The lines that a process prints until it ends. */
  const run = async (program: string, name?: string): Promise<string> => {
    const { stdout } = start(program, name);
    return stdout === null ? "" : text(stdout);
  };
  return { folder, start, run };
}

it("two processes that write at the same time lose nothing of each other", async () => {
  const { folder, run } = await workshop();
  const program = `
    for (let i = 0; i < 200; i++) {
      await store.exclusively("count", async () => store.set("count", String(Number(await store.get("count") ?? 0) + 1)));
      await store.set(name + i, "v");
    }
    console.log("done");
  `;
  expect(await Promise.all([run(program, "a"), run(program, "b")])).toEqual(["done\n", "done\n"]);
  const found = JSON.parse(
    await run(`console.log(JSON.stringify([await store.get("count"), (await store.keys()).length]))`),
  ) as unknown;
  expect(found).toEqual(["400", 401]);
  expect(await readdir(folder)).toEqual(["secrets.json"]);
});

it("a process that is killed while it writes leaves the old file or the new one, and its lock is taken over", async () => {
  const { folder, start, run } = await workshop();
  let left = 0;
  for (let round = 0; round < 8; round++) {
    const writer = start(
      `
      const round = Number(name);
      console.log("writing");
      for (let i = 0; ; i++) await store.set("big", String(round * 1e6 + i).padStart(8, "0").repeat(50_000));
    `,
      String(round),
    );
    const { stdout } = writer;
    if (stdout === null) throw new Error("no output");
    await once(stdout, "data");
    await new Promise((resolve) => setTimeout(resolve, 40 + round * 7));
    writer.kill("SIGKILL");
    await once(writer, "exit");
    left += (await readdir(folder)).filter((name) => name.endsWith(".lock")).length;
    const reader = `
      const big = await store.get("big") ?? "";
      await store.set("round", name);
      console.log(JSON.stringify({ whole: big === big.slice(0, 8).repeat(big.length / 8), round: await store.get("round") }));
    `;
    expect(JSON.parse(await run(reader, String(round)))).toEqual({ whole: true, round: String(round) });
  }
  // Otherwise no process was killed while it was writing, and the test proves nothing.
  expect(left).toBeGreaterThan(0);
  expect(await readdir(folder)).toEqual(["secrets.json"]);
});

it("work of a living process is waited for, and that of a killed one is taken over at once", async () => {
  const { start, run } = await workshop();
  const owner = start(
    `await store.exclusively("k", async () => { console.log("mine"); await new Promise(() => setInterval(() => {}, 1000)); });`,
  );
  if (owner.stdout === null) throw new Error("no output");
  await once(owner.stdout, "data");
  const waiting = start(`await store.exclusively("k", async () => console.log("taken over"));`);
  let told = "";
  waiting.stderr?.on("data", (chunk: Buffer) => (told += chunk.toString()));
  await expect.poll(() => told, { timeout: 60_000 }).toContain("The secret store waits for another process.");
  expect(await run(`console.log("reads")`)).toBe("reads\n");
  owner.kill("SIGKILL");
  if (waiting.stdout === null) throw new Error("no output");
  expect(await text(waiting.stdout)).toBe("taken over\n");
});
