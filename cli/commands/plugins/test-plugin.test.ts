// `pictor plugins test`: what a new plugin passes, and how a rule that fails is reported.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCommandFolder, type CommandFolder } from "../../testing/command-folder.js";

let folder: CommandFolder;
beforeAll(async () => {
  folder = createCommandFolder();
  // A panel has no code, which the loader of these tests could not import from a folder outside the repository.
  await folder.run("plugins", "new", "panel", "acme", "--directory", folder.path);
});
afterAll(() => {
  folder.remove();
});
const test = (...words: readonly string[]) => folder.run("plugins", "test", ...words);

it("a new plugin passes every rule", async () => {
  const { code, out } = await test(join(folder.path, "panel-acme"));
  expect([code, out]).toEqual([0, expect.stringMatching(/^ok manifest: .*\b(\d+) of \1 rules passed\.\n$/s)]);
});

it("says which rule failed, and why", async () => {
  rmSync(join(folder.path, "panel-acme/README.md"));
  const { code, out } = await test(join(folder.path, "panel-acme"));
  expect(code).toBe(2);
  expect(out).toMatch(/^FAILED readme: .*\n {4}.*README\.md is missing$/m);
});

it("--json has the state of each rule", async () => {
  const { out } = await test(join(folder.path, "panel-acme"), "--json");
  expect(JSON.parse(out)).toMatchObject({
    status: "failed",
    exitCode: 2,
    rules: expect.arrayContaining([expect.objectContaining({ id: "readme", state: "failed" })]),
  });
});

it("checks nothing else without a valid manifest", async () => {
  folder.write("panel-acme/plugin.json", "{}");
  const { code, out } = await test(join(folder.path, "panel-acme"));
  expect(code).toBe(2);
  expect(out).toMatch(/^FAILED manifest: /);
  expect(out).toContain("not checked surface: ");
});
