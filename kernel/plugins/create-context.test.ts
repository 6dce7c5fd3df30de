// The context of a plugin: the same members for all, and one more for each permission.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createTestPictor, manifestOf, type TestPictor } from "@pictor/host/testing";
import type { Manifest } from "../contract/manifest.gen.js";
import type { PluginContext } from "../contract/plugins.js";
import { createContext, type SharedServices } from "./create-context.js";

interface PermissionSchema {
  readonly $defs: {
    readonly permission: { readonly properties: { readonly name: { readonly enum: readonly string[] } } };
  };
}
const { $defs } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../schemas/plugin-manifest.schema.json"), "utf8"),
) as PermissionSchema;

const open: TestPictor[] = [];
afterEach(async () => {
  for (const kernel of open.splice(0)) await kernel.dispose();
});

async function contextWith(...names: readonly string[]): Promise<PluginContext> {
  let given: PluginContext | undefined;
  const permissions = names.map((name) => ({ name, reason: "for this test" }));
  const manifest = manifestOf("output-a", "output", { permissions });
  const plugin = (context: PluginContext) => {
    given = context;
    return {};
  };
  const test = await createTestPictor({ plugins: [{ manifest, plugin }] });
  open.push(test);
  await test.pictor.load("output-a");
  if (given === undefined) throw new Error("the plugin was not loaded");
  return given;
}
const memberOf = (permission: string): string => (permission === "process" ? "run" : permission);

it.each($defs.permission.properties.name.enum)("the permission %s gives one member more", async (name) => {
  const usual = Object.keys(await contextWith());
  const more = Object.keys(await contextWith(name)).filter((member) => !usual.includes(member));
  expect(more).toEqual([memberOf(name)]);
});

it.each($defs.permission.properties.name.enum)(
  "without the permission %s, reading its member names the permission and the line for plugin.json",
  async (name) => {
    const context = await contextWith(
      ...$defs.permission.properties.name.enum.filter((other) => other !== name),
    );
    const member = memberOf(name);
    expect(() => context[member as "network"].send).toThrow(
      `The plugin output-a uses context.${member} without the permission "${name}". ` +
        `Add {"name":"${name}","reason":"Why the plugin needs it."} to \`permissions\` in its plugin.json.`,
    );
    // Code that does not use the member, such as a copy of the context for a log, goes on.
    expect({ ...context }).not.toHaveProperty(member);
  },
);

describe("a host", () => {
  const manifest = (name: "network" | "process") =>
    ({ id: "output-a", permissions: [{ name, reason: "for this test" }] }) as unknown as Manifest;
  const contextOf = (name: "network" | "process", capabilities: object) => {
    const releases: (() => unknown)[] = [];
    const shared = { loggerFor: () => ({}), capabilities: () => capabilities } as unknown as SharedServices;
    const { signal } = new AbortController();
    const onDispose = (release: () => unknown): void => void releases.push(release);
    return {
      releases,
      context: createContext({ manifest: manifest(name), config: {}, shared, signal, onDispose }),
    };
  };

  it("that lacks what a plugin may have is named, and not the permission", async () => {
    const context = await contextOf("network", {}).context;
    expect(() => context.network).toThrow("the host of output-a offers no context.network");
  });

  it("ends the programs that a plugin has started when the plugin is released", async () => {
    const [run, end] = [() => undefined, () => undefined];
    const { releases, context } = contextOf("process", { createRunner: () => Promise.resolve({ run, end }) });
    expect((await context).run).toBe(run);
    expect(releases).toEqual([end]);
  });
});
