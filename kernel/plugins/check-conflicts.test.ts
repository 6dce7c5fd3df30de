// Conflicts between manifests: which plugin fails, which is disabled, and that every conflict is reported.

import { describe, expect, it } from "vitest";
import { createTestPictor, manifestOf } from "@pictor/host/testing";

const named = (id: string, more: object = {}) => ({
  manifest: manifestOf(id, "auth", { version: "1.2.0", ...more }),
  plugin: () => ({}),
});
const needs = (...ids: string[]) => ({
  requires: { plugins: Object.fromEntries(ids.map((id) => [id, "^1.0.0"])) },
});
const scheme = (...ids: string[]) => ({
  contributes: {
    authSchemes: ids.map((id) => ({
      id,
      title: id,
      handler: "add",
      settings: { type: "object", properties: {} },
    })),
  },
});

async function outcome(plugins: readonly ReturnType<typeof named>[], disabled: readonly string[] = []) {
  const configuration = { plugins: Object.fromEntries(disabled.map((id) => [id, { enabled: false }])) };
  const { pictor, dispose } = await createTestPictor({ plugins, configuration });
  const states = pictor.plugins().map(({ id, status }) => ({ id, state: status.state }));
  const problems = pictor.problems();
  await dispose();
  return {
    states: Object.fromEntries(states.map(({ id, state }) => [id, state])),
    codes: problems.map(({ code }) => code),
    text: problems.map(({ message }) => message).join("\n"),
  };
}

describe("requirements", () => {
  it("disable a plugin with a missing requirement, and then those that require it", async () => {
    const { states, codes, text } = await outcome([
      named("auth-a", needs("auth-b")),
      named("auth-b", needs("auth-c")),
      named("auth-d"),
    ]);
    expect(states).toEqual({ "auth-a": "disabled", "auth-b": "disabled", "auth-d": "valid" });
    expect(codes).toEqual(["PLUGIN_REQUIRES_MISSING", "PLUGIN_REQUIRES_MISSING"]);
    expect(text).toMatch(/"auth-a" needs auth-b/);
  });

  it("name the version that was found", async () => {
    const { text } = await outcome([
      named("auth-a", { requires: { plugins: { "auth-b": "^2.0.0" } } }),
      named("auth-b"),
    ]);
    expect(text).toMatch(/found 1\.2\.0/);
  });

  it("on a plugin that the configuration disables are not met", async () => {
    const { states } = await outcome([named("auth-a", needs("auth-b")), named("auth-b")], ["auth-b"]);
    expect(states).toEqual({ "auth-a": "disabled", "auth-b": "disabled" });
  });
});

describe("a cycle", () => {
  it("prints its path and fails each of its plugins; others that need them are disabled", async () => {
    const { states, text } = await outcome([
      named("auth-a", needs("auth-b")),
      named("auth-b", needs("auth-c")),
      named("auth-c", needs("auth-a")),
      named("auth-d", needs("auth-a")),
      named("auth-e"),
    ]);
    expect(text).toMatch(/auth-a -> auth-b -> auth-c -> auth-a/);
    expect(states).toEqual({
      "auth-a": "failed",
      "auth-b": "failed",
      "auth-c": "failed",
      "auth-d": "disabled",
      "auth-e": "valid",
    });
  });

  it("does not hide a second one", async () => {
    const { states, codes } = await outcome([
      named("auth-a", needs("auth-b")),
      named("auth-b", needs("auth-a")),
      named("auth-x", needs("auth-y")),
      named("auth-y", needs("auth-x")),
    ]);
    expect(Object.values(states)).toEqual(["failed", "failed", "failed", "failed"]);
    expect(codes).toEqual(["PLUGIN_CYCLE", "PLUGIN_CYCLE"]);
  });
});

describe("the same name twice", () => {
  it("as an id: the first works, the error names both", async () => {
    const { codes } = await outcome([named("auth-a"), named("auth-a")]);
    expect(codes).toEqual(["PLUGIN_ID_TWICE"]);
  });

  it("as a contribution: the error names it, and one can be disabled", async () => {
    const sources = [named("auth-a", scheme("basic")), named("auth-b", scheme("basic"))];
    expect(await outcome(sources)).toMatchObject({
      codes: ["CONTRIBUTION_TWICE"],
      states: { "auth-a": "valid", "auth-b": "failed" },
    });
    expect((await outcome(sources, ["auth-a"])).states).toEqual({ "auth-a": "disabled", "auth-b": "valid" });
  });
});

it("the order of discovery changes nothing about what is reported", async () => {
  const sources = [
    named("auth-a", needs("auth-b")),
    named("auth-b", needs("auth-a")),
    named("auth-c", needs("auth-z")),
    named("auth-d"),
  ];
  const forward = await outcome(sources);
  expect(await outcome([...sources].reverse())).toEqual(forward);
});
