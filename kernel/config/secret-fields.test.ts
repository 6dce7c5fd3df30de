// Secret fields at every place that the dialect allows: found, removed from what is kept, and refused in a file.

import { describe, expect, it } from "vitest";
import type { Settings } from "../contract/values.js";
import type { Field, SettingsSchema } from "../contract/dialect.js";
import { rejectInlineSecrets, findSecrets, withoutSecrets } from "./secret-fields.js";

const text: Field = { type: "string" };
const key: Field = { type: "string", "x-secret": true };
const group = (properties: SettingsSchema["properties"]): SettingsSchema => ({ type: "object", properties });
const schema = group({
  name: text,
  key,
  keys: { type: "array", items: key },
  names: { type: "array", items: text },
  service: group({ url: text, key, more: { type: "array", items: group({ key }) } }),
  services: { type: "array", items: group({ url: text, key }) },
  bindings: { ...group({ key }), "x-bindings": true },
});

it.each<[string, Settings, Settings, readonly string[]]>([
  ["beside others", { name: "a", key: "S" }, { name: "a" }, ["#/key"]],
  ["in a list", { keys: ["S", "T"], names: ["a"] }, { names: ["a"] }, ["#/keys/0", "#/keys/1"]],
  ["in a group", { service: { url: "u", key: "S" } }, { service: { url: "u" } }, ["#/service/key"]],
  [
    "in a list of groups",
    { services: [{ url: "u" }, { url: "v", key: "S" }] },
    { services: [{ url: "u" }, { url: "v" }] },
    ["#/services/1/key"],
  ],
  [
    "in a list of groups in a group",
    { service: { more: [{ key: "S" }] } },
    { service: { more: [{}] } },
    ["#/service/more/0/key"],
  ],
  [
    "in a group that takes any path",
    { bindings: { key: "S", "a.b": "c" } },
    { bindings: { "a.b": "c" } },
    ["#/bindings/key"],
  ],
  ["that are empty", { key: "", service: { key: "" } }, { service: {} }, []],
  ["that are references", { key: { $env: "K" }, service: { key: { $env: "K" } } }, { service: {} }, []],
  [
    "but not keys that nobody declares",
    { constructor: "c", service: { toString: "t" } },
    { constructor: "c", service: { toString: "t" } },
    [],
  ],
])("secrets %s are found and left out", (_name, values, kept, pointers) => {
  expect(withoutSecrets(schema, values)).toEqual(kept);
  expect(findSecrets(schema, values, "#").map(({ pointer }) => pointer)).toEqual(pointers);
});

it.each<[string, Settings]>([
  ["a text in place of a group", { service: "S" }],
  ["a text in place of a list", { services: "S", keys: "S" }],
  ["a group in place of a secret", { key: { a: "S" } }],
  ["a list in place of a group", { service: ["S"] }],
])("a value that does not fit is removed too, because it may contain a secret: %s", (_name, values) => {
  expect(withoutSecrets(schema, values)).toEqual({});
});

it("the original values stay unchanged", () => {
  const values = { service: { key: "S" }, keys: ["S"] };
  withoutSecrets(schema, values);
  expect(values).toEqual({ service: { key: "S" }, keys: ["S"] });
});

describe("in a file", () => {
  const refuse = (values: object) => () => rejectInlineSecrets(schema, values, "pictor.json", "here");

  it.each<[string, object]>([
    ["a reference", { key: { $env: "K" }, services: [{ key: { $env: "K" } }] }],
    ["a variable", { key: "{{k}}", keys: ["{{ k }}"] }],
    ["nothing", { key: "" }],
  ])("a secret is %s", (_name, values) => {
    expect(refuse(values)).not.toThrow();
  });

  it.each<[string, object, string]>([
    ["a text", { services: [{ key: "S" }] }, "#/here/services/0/key"],
    ["a text around a variable", { key: "S{{k}}" }, "#/here/key"],
    ["what is not a variable", { key: "{{}}" }, "#/here/key"],
  ])("a secret is not %s", (_name, values, pointer) => {
    expect(refuse(values)).toThrow(
      expect.objectContaining({
        code: "CONFIG_SECRET_INLINE",
        details: { file: "pictor.json", pointer },
      }) as Error,
    );
  });
});
