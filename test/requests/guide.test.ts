// The guide to authentication: its configuration is valid, and its table contains exactly the existing schemes.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestFolder, createTestPictor, type TestPictor } from "@pictor/host/testing";
import { builtinSources } from "../builtins.test.support.js";

const guide = readFileSync(join(import.meta.dirname, "../../docs/authentication.md"), "utf8");
let folder: string;
let test: TestPictor;
beforeEach(async () => {
  folder = createTestFolder({ "pictor.json": /```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? "" });
  test = await createTestPictor({ directory: folder, plugins: builtinSources().map(({ path }) => path) });
});
afterEach(() => test.dispose());

it("has a configuration whose profiles can be saved as they are", async () => {
  const { profiles } = test.pictor;
  expect(profiles.names()).toEqual(["studio", "robot"]);
  for (const name of profiles.names()) await profiles.save(name, (await profiles.view(name)).profile);
});

it("tells of every scheme", () => {
  const schemes = test.pictor.contributions("authSchemes").map(({ id }) => id);
  const told = [...guide.matchAll(/^\| `([a-z0-9-]+)` .*plugins\/auth-/gm)].map(([, id]) => id);
  expect(told.toSorted()).toEqual(schemes.toSorted());
});
