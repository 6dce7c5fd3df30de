// Any JSON as a manifest causes only problems with codes: nothing is thrown, and no plugin code runs.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTestFolder, createTestPictor, manifestOf } from "@pictor/host/testing";
import { checkManifest } from "./check-manifest.js";
import { validatePluginFolder } from "./validate-folder.js";

const folder = createTestFolder();
const allowed = /^(MANIFEST|PLUGIN|CONTRIBUTION|HOOK_ORDER)_[A-Z_]+$/;

const valid = manifestOf("auth-a", "auth", {
  taps: [{ hook: "beforeSend", handler: "run", band: "auth", after: ["auth-b"], when: { authType: "a" } }],
  contributes: {
    authSchemes: [
      {
        id: "a",
        title: "A",
        handler: "add",
        band: "sign",
        settings: { type: "object", properties: { b: { type: "string", enum: ["x"] } } },
      },
    ],
  },
  config: { type: "object", properties: { n: { type: "integer", minimum: 0, default: 1 } } },
  requires: { plugins: { "auth-b": "^1.0.0" }, node: ">=20" },
  permissions: [{ name: "network", reason: "It needs the network." }],
});
type Path = readonly string[];
const pathsOf = (value: unknown, path: Path = []): readonly Path[] =>
  typeof value !== "object" || value === null
    ? [path]
    : [path, ...Object.entries(value).flatMap(([key, entry]) => pathsOf(entry, [...path, key]))];
const replaced = (value: unknown, [key, ...rest]: Path, by: unknown): unknown => {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((entry, index) =>
      String(index) === key ? replaced(entry, rest, by) : (entry as unknown),
    );
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, by) };
};
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    "",
    "*",
    ">=1",
    "^0.2",
    "1.x || 2.x",
    "<0.0.0",
    "1.0.0-rc.1",
    "__proto__",
    "constructor",
    "../x.js",
    "file:///x.js",
    Infinity,
    -0,
    { __proto__: null },
    { $ref: "#" },
    ["auth-a"],
    "a".repeat(5_000),
  ),
);
const mutated = fc
  .tuple(fc.constantFrom(...pathsOf(valid)), odd)
  .map(([path, by]) => replaced(valid, path, by));

describe("any content of a manifest", () => {
  it.each<[string, fc.Arbitrary<unknown>]>([
    ["any JSON", fc.jsonValue()],
    ["a good one with one wrong part", mutated],
  ])("%s: only problems with codes, the value untouched", async (_name, arbitrary) => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async (manifest) => {
        const before = JSON.stringify(manifest);
        const { pictor, dispose } = await createTestPictor({ plugins: [{ manifest, plugin: () => ({}) }] });
        for (const { code } of pictor.problems()) expect(code).toMatch(allowed);
        await dispose();
        expect(JSON.stringify(manifest)).toBe(before);
      }),
      { numRuns: 80 },
    );
  });

  it("any text as a file", async () => {
    const nested = fc.nat(4_000).map((depth) => "[".repeat(depth) + "]".repeat(depth));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.json(), nested, fc.constant("\ufeff{}"), fc.constant(" ".repeat(70_000))),
        async (text) => {
          writeFileSync(join(folder, "plugin.json"), text);
          const problems = await validatePluginFolder(folder);
          expect(problems.length).toBeGreaterThan(0);
          for (const { code } of problems) expect(code).toMatch(allowed);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("a plugin.json that is a folder", async () => {
    const path = join(folder, "odd");
    mkdirSync(join(path, "plugin.json"), { recursive: true });
    expect((await validatePluginFolder(path)).map(({ code }) => code)).toEqual(["MANIFEST_NOT_JSON"]);
  });
});

describe("the range of the plugin API", () => {
  const codesOf = async (manifest: object) =>
    (
      await checkManifest({ manifest, file: "inline", location: { kind: "inline", plugin: () => ({}) } })
    ).problems.map(({ code }) => code);

  it.each(["^1.0.0", "1.x", "~1.0.0", "1.0.0", "1", ">=1.0.0 <2.0.0-0"])(
    "%s is taken",
    async (apiVersion) => {
      expect(await codesOf({ ...valid, apiVersion })).toEqual([]);
    },
  );

  it.each([
    "*",
    ">=1",
    ">=1.0.0",
    "^0.2",
    "^2.0.0",
    "1 || 2",
    "^1.5.0",
    "0.9 - 3",
    ">=1.0.0 <2.0.0",
    "<0.0.0",
  ])("%s is refused", async (apiVersion) => {
    expect(await codesOf({ ...valid, apiVersion })).toEqual(["PLUGIN_API_RANGE"]);
  });
});
