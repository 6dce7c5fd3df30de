// Settings are completed from a copy of the values, validated, and explained.

import { describe, expect, it } from "vitest";
import type { PictorError } from "../base/errors/pictor-error.js";
import type { SettingsSchema } from "../contract/dialect.js";
import { completeSettings, requireSettings } from "./complete-settings.js";

const schema: SettingsSchema = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string" },
    size: { type: "integer", default: 512, minimum: 8, multipleOf: 8 },
    seed: { type: "string", format: "uint64" },
    mode: { type: "string", enum: ["fast", "fine"], default: "fine" },
    alias: { type: "string", not: { enum: ["default", "none"] } },
    key: { type: "string", "x-secret": true, maxLength: 3 },
    keys: { type: "object", properties: { key: { type: "string", "x-secret": true } } },
    keyring: { type: "array", items: { type: "string", "x-secret": true } },
    group: { type: "object", properties: { depth: { type: "integer", default: 2 } } },
    list: {
      type: "array",
      items: { type: "object", properties: { weight: { type: "number", default: 1 } } },
    },
  },
};
const problemsOf = async (values: unknown) => {
  const result = await completeSettings(schema, values);
  return result.ok ? [] : result.problems;
};

describe("defaults", () => {
  it("complete a copy, so that a caller can pass a frozen value repeatedly", async () => {
    const given = Object.freeze({
      name: "a",
      group: Object.freeze({}),
      list: Object.freeze([Object.freeze({})]),
    });
    for (let round = 0; round < 2; round++) {
      expect(await requireSettings(schema, given, "here")).toEqual({
        name: "a",
        size: 512,
        mode: "fine",
        group: { depth: 2 },
        list: [{ weight: 1 }],
      });
    }
    expect(given).toEqual({ name: "a", group: {}, list: [{}] });
  });

  it("are filled into each value separately, even if two schemas are equal", async () => {
    const values = { name: "a", group: {} };
    const [one, other] = [
      await completeSettings(schema, values),
      await completeSettings({ ...schema }, values),
    ];
    expect(one).toEqual(other);
    expect(one).toMatchObject({ ok: true, settings: { size: 512, group: { depth: 2 } } });
    const narrow = { ...schema, properties: { name: { type: "string" as const } } };
    expect(await completeSettings(narrow, values)).toMatchObject({ ok: false, problems: [{}] });
  });

  it("do not replace given values, not even zero or an empty text", async () => {
    expect(
      await requireSettings(
        {
          type: "object",
          properties: { a: { type: "integer", default: 5 }, b: { type: "string", default: "x" } },
        },
        { a: 0, b: "" },
        "here",
      ),
    ).toEqual({ a: 0, b: "" });
  });
});

describe("64-bit integers", () => {
  it.each<[string, unknown, string]>([
    ["a text", "18446744073709551615", "18446744073709551615"],
    ["a bigint", 18446744073709551615n, "18446744073709551615"],
    ["a number", 42, "42"],
  ])("as %s are texts", async (_name, seed, expected) => {
    expect((await requireSettings(schema, { name: "a", seed }, "here"))["seed"]).toBe(expected);
  });

  it("are texts in groups and lists too", async () => {
    const big = 18446744073709551615n;
    const integer = { type: "string" as const, format: "uint64" as const };
    const deep: SettingsSchema = {
      type: "object",
      properties: {
        group: { type: "object", properties: { seed: integer } },
        groups: { type: "array", items: { type: "object", properties: { seed: integer } } },
        seeds: { type: "array", items: integer },
      },
    };
    const given = { group: { seed: big }, groups: [{ seed: 1 }, { seed: big }], seeds: [big, 2, "3"] };
    expect(await requireSettings(deep, given, "here")).toEqual({
      group: { seed: String(big) },
      groups: [{ seed: "1" }, { seed: String(big) }],
      seeds: [String(big), "2", "3"],
    });
  });

  it.each<[string, unknown]>([
    ["one too large", "18446744073709551616"],
    ["one below zero", -1],
    ["a fraction", 1.5],
    ["a number that has lost digits", 2 ** 60],
  ])("%s is refused", async (_name, seed) => {
    expect(await problemsOf({ name: "a", seed })).toMatchObject([{ pointer: "#/seed" }]);
  });
});

describe("a wrong value", () => {
  it.each<[string, unknown, object]>([
    ["a missing key", {}, { pointer: "#", expected: 'the key "name"' }],
    [
      "an unknown key, with the nearest",
      { name: "a", sise: 8 },
      { found: 'the unknown key "sise"', suggestion: ' Did you mean "size"?' },
    ],
    [
      "an unknown key in a group",
      { name: "a", group: { dept: 1 } },
      { pointer: "#/group", suggestion: ' Did you mean "depth"?' },
    ],
    [
      "an unknown key in a list's entry",
      { name: "a", list: [{ wieght: 1 }] },
      { pointer: "#/list/0", suggestion: ' Did you mean "weight"?' },
    ],
    [
      "a choice, with the nearest",
      { name: "a", mode: "fin" },
      { pointer: "#/mode", expected: 'one of "fast", "fine"', suggestion: ' Did you mean "fine"?' },
    ],
    [
      "a text that is not allowed",
      { name: "a", alias: "none" },
      { pointer: "#/alias", expected: 'none of "default", "none"', found: 'a string: "none"' },
    ],
    ["a step", { name: "a", size: 12 }, { expected: "a multiple of 8", found: "a number: 12" }],
    [
      "a long text, shortened",
      { name: "a", mode: "x".repeat(500) },
      { found: `a string: "${"x".repeat(56)}...` },
    ],
    ["a secret, by its type only", { name: "a", key: "SECRET" }, { pointer: "#/key", found: "a string" }],
    [
      "a text where secrets are grouped",
      { name: "a", keys: "SECRET" },
      { pointer: "#/keys", found: "a string" },
    ],
    ["a text where secrets are listed", { name: "a", keyring: "SECRET" }, { found: "a string" }],
    ["a text instead of values", "x", { pointer: "#", expected: "an object" }],
  ])("is explained: %s", async (_name, values, expected) => {
    expect(await problemsOf(values)).toMatchObject([expected]);
  });

  it("is not repeated if it may have come from a reference", async () => {
    const settings = requireSettings(schema, { name: "a", mode: "SECRET" }, "here", { hidden: true });
    await expect(settings).rejects.toMatchObject({ details: { found: "a string" } });
    await expect(settings).rejects.not.toThrow("SECRET");
  });

  it("is listed with all others in the error's details", async () => {
    const failed = requireSettings(schema, { size: 7, mode: "x", list: 5 }, "here");
    const error = await failed.catch((thrown: unknown) => thrown as PictorError);
    const { problems } = (error as PictorError).details as {
      readonly problems: readonly { readonly pointer: string }[];
    };
    expect(error).toMatchObject({ code: "SETTINGS_INVALID", details: { where: "here" } });
    expect(new Set(problems.map(({ pointer }) => pointer))).toEqual(
      new Set(["#", "#/size", "#/mode", "#/list"]),
    );
  });
});

it.each(['{"name":"a","__proto__":{"polluted":1}}', '{"name":"a","group":{"__proto__":{"polluted":1}}}'])(
  "keys that could reach a prototype %s are refused as unknown settings",
  async (text) => {
    await expect(requireSettings(schema, JSON.parse(text), "here")).rejects.toMatchObject({
      code: "SETTINGS_INVALID",
      details: { found: 'the unknown key "__proto__"' },
    });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  },
);

it("values of too many levels, such as an object that contains itself, are refused", async () => {
  const circle: Record<string, unknown> = {};
  Object.assign(circle, { left: circle, right: circle });
  const deep = JSON.parse(`${"[".repeat(60_000)}${"]".repeat(60_000)}`) as unknown;
  for (const name of [circle, deep])
    await expect(requireSettings(schema, { name }, "here")).rejects.toMatchObject({
      code: "SETTINGS_INVALID",
      details: { expected: "at most 100 levels" },
    });
});

describe("a group of bindings", () => {
  const free: SettingsSchema = {
    type: "object",
    properties: {
      bindings: { type: "object", "x-bindings": true, properties: { known: { type: "integer" } } },
    },
  };

  it("accepts any path with any value; the fields that it names are checked", async () => {
    const given = { bindings: { "KSampler.seed": "18446744073709551615", "a.b": [1], known: 2 } };
    expect(await completeSettings(free, given)).toEqual({ ok: true, settings: given });
    expect(await completeSettings(free, { bindings: { known: "x" } })).toMatchObject({ ok: false });
  });
});
