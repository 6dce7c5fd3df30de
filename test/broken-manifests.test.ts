// Broken manifests with one fault each: all problems are reported, no plugin code runs, and other plugins are not affected.

import { cpSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { createTestFolder, listen } from "@pictor/host/testing";
import { createPictor } from "@pictor/host";
import { validatePluginFolder } from "@pictor/kernel";
import { afterEach, describe, expect, it } from "vitest";
import { fixture, fixturesThatRan, createPictorWith } from "./fixtures.test.support.js";

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

interface Expectation {
  readonly code: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly message?: RegExp;
}
const single: readonly (readonly [string, Expectation])[] = [
  [
    "undeclared-hook",
    {
      code: "MANIFEST_INVALID",
      details: {
        pointer: "#/taps/0/hook",
        found: 'a string: "beforeSends"',
        suggestion: ' Did you mean "beforeSend"?',
      },
    },
  ],
  [
    "escapes-root",
    { code: "MANIFEST_INVALID", details: { pointer: "#/main", found: 'a string: "../x.js"' } },
  ],
  ["escapes-in-the-middle", { code: "MANIFEST_MAIN_ESCAPES", details: { main: "./sub/../../x.js" } }],
  ["bad-api-range", { code: "PLUGIN_API_RANGE", message: /\^2\.0\.0.*offers plugin API 1\./ }],
  ["open-api-range", { code: "PLUGIN_API_RANGE", message: />=1.*open.*"\^1/ }],
  [
    "no-api-range",
    { code: "MANIFEST_INVALID", details: { pointer: "#/apiVersion", found: 'a string: "latest"' } },
  ],
  ["not-json", { code: "MANIFEST_NOT_JSON" }],
  [
    "unknown-key",
    {
      code: "MANIFEST_INVALID",
      details: {
        pointer: "#",
        found: 'the unknown key "permisions"',
        suggestion: ' Did you mean "permissions"?',
      },
    },
  ],
  ["wrong-kind", { code: "MANIFEST_ID_KIND", details: { id: "auth-wrong-kind", form: "output-<name>" } }],
  ["wrong-gate", { code: "MANIFEST_ID_KIND", details: { id: "auth-wrong-gate", form: "<what>-checker" } }],
  [
    "outside-the-dialect",
    {
      code: "MANIFEST_INVALID",
      details: { pointer: "#/config/properties/a", found: 'the unknown key "pattern"' },
    },
  ],
  ["wrong-node", { code: "PLUGIN_NODE_RANGE", details: { range: "<18" } }],
];

describe("a manifest with one fault", () => {
  it.each(single)("%s is explained with file and place", async (name, { code, details, message }) => {
    const problems = await validatePluginFolder(fixture(name));
    expect(problems).toMatchObject([
      { code, details: { file: join(fixture(name), "plugin.json"), ...details } },
    ]);
    expect(problems[0]!.message).toMatch(message ?? /./);
    expect(problems[0]!.message).not.toMatch(/\{\w+\}/);
  });

  it.each<[string, readonly string[]]>([
    ["wrong-type", ["#/contributes/authSchemes/0/id", "#/title"]],
    ["missing-keys", ["#", "#", "#", "#", "#"]],
  ])("%s has several problems, and all are told", async (name, pointers) => {
    const problems = await validatePluginFolder(fixture(name));
    expect(problems.map(({ details }) => details["pointer"]).sort()).toEqual(pointers);
  });

  it("a main that leaves through a symbolic link is refused", async () => {
    const folder = createTestFolder();
    cleanUp.push(() => rmSync(folder, { recursive: true }));
    cpSync(fixture("healthy"), folder, { recursive: true });
    unlinkSync(join(folder, "index.js"));
    symlinkSync(join(fixture("throws-on-import"), "index.js"), join(folder, "index.js"));
    expect(await validatePluginFolder(folder)).toMatchObject([{ code: "MANIFEST_MAIN_ESCAPES" }]);
  });
});

const withOthers: readonly string[] = [
  "same-id-1",
  "same-id-2",
  "same-scheme-1",
  "same-scheme-2",
  "cycle-a",
  "cycle-b",
  "requires-missing",
  "requires-newer",
  "requires-broken",
  "unknown-after",
];
const names = [...single.map(([name]) => name), "wrong-type", "missing-keys", ...withOthers, "healthy"];

describe("all broken plugins together", () => {
  const start = async () => {
    const test = await createPictorWith(names);
    cleanUp.push(test.dispose);
    return test;
  };

  it("are all reported at once, and none of their code has run", async () => {
    const { pictor } = await start();
    const problems = pictor.problems();
    for (const [name, { code }] of single) {
      const file = join(fixture(name), "plugin.json");
      expect(
        problems.filter(({ details }) => details["file"] === file).map((problem) => problem.code),
        name,
      ).toEqual([code]);
    }
    expect(fixturesThatRan()).toEqual([]);
  });

  it("each have a state with a reason", async () => {
    const { pictor } = await start();
    const states = Object.fromEntries(pictor.plugins().map(({ id, status }) => [id, status]));
    expect(states).toMatchObject({
      "auth-healthy": { state: "valid" },
      "auth-bad-api-range": { state: "failed", reason: expect.stringContaining("^2.0.0") },
      "auth-requires-missing": { state: "disabled", reason: expect.stringContaining("auth-nowhere") },
      "auth-requires-broken": { state: "disabled", reason: expect.stringContaining("auth-requires-missing") },
      "auth-cycle-a": { state: "failed" },
      "auth-unknown-after": { state: "failed", reason: expect.stringContaining("auth-nowhere") },
    });
  });

  it("leave the healthy one working", async () => {
    const { pictor } = await start();
    const server = createServer((request, response) => response.end(String(request.headers["x-healthy"])));
    const { url, close } = await listen(server);
    cleanUp.push(close);
    const reply = await pictor.send({ url });
    expect(await reply.text()).toBe("1");
  });

  it("found by scanning a collection give the same problems", async () => {
    const pictor = await createPictor({
      builtins: "none",
      plugins: [{ kind: "collection", path: fixture("") }],
    });
    cleanUp.push(() => pictor.dispose());
    const codes = new Set(pictor.problems().map(({ code }) => code));
    expect([...codes].sort()).toEqual([
      "CONTRIBUTION_TWICE",
      "HOOK_ORDER_UNKNOWN",
      "MANIFEST_ID_KIND",
      "MANIFEST_INVALID",
      "MANIFEST_MAIN_ESCAPES",
      "MANIFEST_NOT_JSON",
      "PLUGIN_API_RANGE",
      "PLUGIN_CYCLE",
      "PLUGIN_ID_TWICE",
      "PLUGIN_NODE_RANGE",
      "PLUGIN_REQUIRES_MISSING",
    ]);
    expect(fixturesThatRan()).toEqual([]);
  });

  it("in a folder that does not exist are one problem", async () => {
    const pictor = await createPictor({
      builtins: "none",
      plugins: [
        { kind: "collection", path: fixture("nowhere") },
        { kind: "directory", path: fixture("healthy") },
      ],
    });
    cleanUp.push(() => pictor.dispose());
    expect(pictor.problems().map(({ code }) => code)).toEqual(["PLUGIN_FOLDER_MISSING"]);
    expect(pictor.plugins()).toHaveLength(1);
  });
});
