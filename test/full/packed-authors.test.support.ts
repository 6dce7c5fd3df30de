// The author's three commands with the published packages: a plugin is created, tested and added, and then used.

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { listen, userDataFile, userVariables } from "@pictor/host/testing";
import { beforeAll, expect, it } from "vitest";
import { readImage, run, type Ran } from "./packed.test.support.js";

/** The tests, in a folder below `scratch` and with a copy of the project in which the packages are installed. */
export function createsTestsAndAdds(scratch: string, installed: () => string): void {
  const project = join(scratch, "authors");
  const home = join(scratch, "home-of-authors");
  beforeAll(() => {
    cpSync(join(installed(), "node_modules"), join(project, "node_modules"), {
      recursive: true,
      verbatimSymlinks: true,
    });
    cpSync(join(installed(), "package.json"), join(project, "package.json"));
  });

  /** The user's folders are those of the test. The test trusts the project as its user would. */
  async function pictor(...parameters: readonly string[]): Promise<Ran> {
    const env = { ...userVariables(home), PICTOR_TRUST: "1", ACME_KEY: "the-key-of-acme" };
    const ran = await run(join(project, "node_modules/.bin/pictor"), parameters, { cwd: project, env });
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
    const { url, close } = await listen(server);
    try {
      const { stdout, stderr } = await pictor("request", "GET", url, "--auth", "work", "--show-sent");
      expect(stdout).toContain("authorized by acme");
      expect(stdout + stderr).not.toContain("the-key-of-acme");
    } finally {
      await close();
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
    const lock = readFileSync(userDataFile(home, "plugins/plugins.lock.json"), "utf8");
    expect(Object.keys((JSON.parse(lock) as { plugins: object }).plugins)).toContain("panel-wall");
  });
}
