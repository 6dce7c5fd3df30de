// The folder of the module cache, also in a project that cannot be written.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { moduleCacheFolder } from "./module-cache.js";

const folder = mkdtempSync(join(tmpdir(), "pictor-module-cache-"));

it("is in node_modules, or where the environment says", () => {
  expect(moduleCacheFolder(folder, "")).toBe(join(folder, "node_modules/.cache/vitest-modules"));
  expect(moduleCacheFolder(folder, join(folder, "other"))).toBe(join(folder, "other"));
});

it("is none if it cannot be created", () => {
  writeFileSync(join(folder, "file"), "");
  expect(moduleCacheFolder(join(folder, "file"), "")).toBeUndefined();
});
