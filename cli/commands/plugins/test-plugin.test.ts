// `pictor plugins test`: what a new plugin passes, and how a rule that fails is reported.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createCommandFolder } from "../../testing/command-folder.js";

const folder = createCommandFolder();
// A panel has no code, which the loader of these tests could not import from a folder outside the repository.
await folder.run("plugins", "new", "panel", "acme", "--directory", folder.path);
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

it("--set names values of the config, checked by their fields", async () => {
  const named = join(folder.path, "panel-named");
  await folder.run("plugins", "new", "panel", "named", "--directory", folder.path);
  const manifest = JSON.parse(readFileSync(join(named, "plugin.json"), "utf8")) as object;
  const config = {
    type: "object",
    required: ["zone"],
    properties: { zone: { type: "string", maxLength: 3 } },
  };
  writeFileSync(join(named, "plugin.json"), JSON.stringify({ ...manifest, config }));
  const guessed = await test(named);
  expect([guessed.code, guessed.out]).toEqual([2, expect.stringContaining("config.zone were guessed")]);
  expect((await test(named, "--set", "zone=UTC")).code).toBe(0);
  const wrong = await test(named, "--set", "zoen=UTC");
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('Did you mean "zone"?')]);
});

it("checks nothing else without a valid manifest", async () => {
  folder.write("panel-acme/plugin.json", "{}");
  const { code, out } = await test(join(folder.path, "panel-acme"));
  expect(code).toBe(2);
  expect(out).toMatch(/^FAILED manifest: /);
  expect(out).toContain("not checked surface: ");
  expect(out).toMatch(/^0 of \d+ rules passed; \d+ were not checked\.$/m);
});
