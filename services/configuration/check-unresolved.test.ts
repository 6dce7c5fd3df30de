// Checks of values before their references and variables are resolved.

import { expect, it } from "vitest";
import { checkUnresolvedSettings } from "./check-unresolved.js";
import { missingFields, withoutRequired, type Field, type SettingsSchema } from "@pictor/kernel";

const text: Field = { type: "string" };
const group = (properties: SettingsSchema["properties"], required: readonly string[]): SettingsSchema => ({
  type: "object",
  properties,
  required,
});
const entry = group({ name: text, url: { type: "string", format: "uri" } }, ["name"]);
const schema = group(
  {
    host: text,
    mode: { type: "string", enum: ["fast", "fine"] },
    key: { type: "string", "x-secret": true },
    place: entry,
    places: { type: "array", items: entry },
    modes: { type: "array", items: { type: "string", enum: ["fast", "fine"] } },
  },
  ["host"],
);
const codeOf = (values: object, of = schema): Promise<unknown> =>
  checkUnresolvedSettings(of, values, "backends/a", "pictor.json").then(
    () => "fine",
    (error: unknown) => (error as { readonly code: string }).code,
  );

it.each<[string, object]>([
  ["a reference", { host: { $env: "HOST" } }],
  ["a variable", { host: "h", mode: "{{mode}}" }],
  ["a variable in a group", { host: "h", place: { name: "n", url: "{{base}}/a" } }],
  ["a variable in a list of groups", { host: "h", places: [{ name: "n" }, { name: "n", url: "{{base}}" }] }],
  ["a variable in a list", { host: "h", modes: ["{{mode}}", "fine"] }],
  ["a reference in place of an entry", { host: "h", places: [{ $env: "PLACE" }] }],
])("%s may stand for what fits", async (_name, values) => {
  expect(await codeOf(values)).toBe("fine");
});

it.each<[string, object]>([
  ["a required value that is missing", { mode: "fast" }],
  ["one that is missing in a group", { host: "h", place: {} }],
  ["a wrong choice", { host: "h", mode: "fsat" }],
  ["a wrong choice beside a reference", { host: { $env: "HOST" }, mode: "fsat" }],
  [
    "a wrong value beside a variable, in a list of groups",
    { host: "h", places: [{ url: "u", name: "{{n}}" }] },
  ],
  ["an unknown key", { hsot: { $env: "HOST" } }],
  ["an unknown key in a list of groups", { host: "h", places: [{ nmae: { $env: "NAME" } }] }],
  ["a reference in place of all", { $env: "ALL" }],
])("%s is refused", async (_name, values) => {
  expect(await codeOf(values)).toBe("SETTINGS_INVALID");
});

it("a secret as plain text is refused, and required fields may be missing", async () => {
  expect(await codeOf({ host: "h", key: "S" })).toBe("CONFIG_SECRET_INLINE");
  expect(await codeOf({ places: [{}], place: {} }, withoutRequired(schema))).toBe("fine");
  expect(withoutRequired(schema)).toBe(withoutRequired(schema));
});

it("missing fields are listed, including those in groups and lists of groups", () => {
  expect(missingFields(schema, { place: {}, places: [{ name: "a" }, {}] })).toEqual([
    "host",
    "place.name",
    "places.1.name",
  ]);
  expect(missingFields(schema, { host: "" })).toEqual([]);
});
