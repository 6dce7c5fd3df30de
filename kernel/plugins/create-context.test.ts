// The context of a plugin: the same members for all, and one more for each permission.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { createTestPictor, type TestPictor } from "@pictor/host/testing";
import type { PluginContext } from "../contract/plugins.js";

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

async function membersWith(...names: readonly string[]): Promise<readonly string[]> {
  let members: readonly string[] = [];
  const manifest = {
    ...{ manifestVersion: 1, id: "output-a", kind: "output", version: "1.0.0", apiVersion: "^1.0.0" },
    ...{ main: "./index.js", title: "A", description: "For tests" },
    permissions: names.map((name) => ({ name, reason: "for this test" })),
  };
  const plugin = (context: PluginContext) => {
    members = Object.keys(context);
    return {};
  };
  const test = await createTestPictor({ plugins: [{ manifest, plugin }] });
  open.push(test);
  await test.pictor.load("output-a");
  return members;
}

it.each($defs.permission.properties.name.enum)("the permission %s gives one member more", async (name) => {
  const usual = await membersWith();
  const more = (await membersWith(name)).filter((member) => !usual.includes(member));
  expect(more).toEqual([name === "process" ? "run" : name]);
});
