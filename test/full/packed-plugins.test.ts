// The author's three commands with the published packages: a plugin is created, tested and added, and then used.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, type TestContext } from "vitest";
import { install, packAll, readImage, run, type Ran } from "./packed.test.support.js";

const scratch = mkdtempSync(join(tmpdir(), "pictor-packed-plugins-"));
const project = join(scratch, "project");
let impossible: string | undefined;

beforeAll(async () => {
  impossible = await install(project, await packAll(scratch));
  if (impossible !== undefined)
    console.warn(`packed-plugins.test.ts: nothing could be installed, ${impossible}`);
});
beforeEach(({ skip }: TestContext) => {
  if (impossible !== undefined) skip(impossible);
});
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

/** The user's folders are those of the test. The test trusts the project as its user would. */
async function pictor(...parameters: readonly string[]): Promise<Ran> {
  const env = {
    XDG_CONFIG_HOME: join(scratch, "config"),
    XDG_DATA_HOME: join(scratch, "data"),
    ...{ PICTOR_TRUST: "1", ACME_KEY: "the-key-of-acme" },
  };
  const ran = await run("npx", ["--no-install", "pictor", ...parameters], { cwd: project, env });
  expect([parameters[0], ran.code], ran.stderr).toEqual([parameters[0], 0]);
  return ran;
}

async function createAndAdd(kind: string, name: string, ...options: readonly string[]): Promise<void> {
  const folder = `./${kind}-${name}`;
  const created = await pictor("plugins", "new", kind, name, ...options);
  expect(created.stdout).toContain(`pictor plugins add ${folder}`);
  expect((await pictor("plugins", "test", folder)).stdout).toMatch(/(\d+) of \1 rules passed/);
  const added = await pictor("plugins", "add", folder, "--yes");
  expect(added.stdout).toContain(`Added ${kind}-${name}`);
}

it("an auth scheme authenticates a request, and its key is not shown", async () => {
  await createAndAdd("auth", "acme");
  const schemes = { acme: { key: { $env: "ACME_KEY" } } };
  const profiles = { work: { type: "acme", schemes } };
  writeFileSync(join(project, "pictor.json"), JSON.stringify({ profiles }));
  const server = createServer((request, response) => {
    response.end(
      `authorized by ${request.headers.authorization === "Key the-key-of-acme" ? "acme" : "nobody"}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const { stdout, stderr } = await pictor("request", "GET", url, "--auth", "work", "--show-sent");
    expect(stdout).toContain("authorized by acme");
    expect(stdout + stderr).not.toContain("the-key-of-acme");
  } finally {
    server.close();
  }
});

it("a workflow in TypeScript makes an image", async () => {
  await createAndAdd("workflow", "poster", "--typescript");
  const size = ["width=64", "height=64", "steps=2"].flatMap((setting) => ["--set", setting]);
  const { stdout } = await pictor("generate", "poster", "a fox", "--backend", "embedded", ...size);
  expect(readImage(stdout.trim())).toMatchObject({ width: 64, height: 64 });
});

it("a panel is known to the command", async () => {
  await createAndAdd("panel", "wall");
  expect((await pictor("plugins", "inspect", "panel-wall")).stdout).toContain("valid");
  const lock = readFileSync(join(scratch, "data/pictor/plugins/plugins.lock.json"), "utf8");
  expect(Object.keys((JSON.parse(lock) as { plugins: object }).plugins)).toContain("panel-wall");
});
