// Tests that the defaults in the code equal those of plugin.json.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { complete, groupDefaults } from "./settings.js";

interface Schema {
  readonly properties: Readonly<Record<string, { readonly default?: unknown } & Partial<Schema>>>;
}
const manifest = JSON.parse(readFileSync(new URL("plugin.json", import.meta.url), "utf8")) as {
  readonly contributes: { readonly backends: readonly [{ readonly settings: Schema }] };
};
const { settings } = manifest.contributes.backends[0];

it("the defaults of each group", () => {
  const groups = Object.entries(settings.properties).filter(([, { properties }]) => properties !== undefined);
  const declared = groups.map(([name, { properties = {} }]) => [
    name,
    Object.fromEntries(
      Object.entries(properties).flatMap(([key, { default: value }]) =>
        value === undefined ? [] : [[key, value]],
      ),
    ),
  ]);
  expect(Object.fromEntries(declared)).toEqual(groupDefaults);
});

it("a configured group replaces its defaults; the others are kept", () => {
  const launch = { ...groupDefaults.launch, port: 1 };
  expect(complete({ python: "", launch })).toEqual({ ...groupDefaults, python: "", launch });
});
