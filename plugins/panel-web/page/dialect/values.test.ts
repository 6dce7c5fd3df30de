// The values of a form: defaults, visibility, faults by pointer, references.

import type { SettingsSchema } from "@pictor/client";
import { describe, expect, it } from "vitest";
import {
  effective,
  emptyValueOf,
  faultsBelow,
  isVisible,
  ownFaults,
  referenceOf,
  withValue,
} from "./values.js";

const schema: SettingsSchema = {
  type: "object",
  properties: {
    grant: { type: "string", enum: ["code", "device"], default: "code" },
    callback: { type: "string", "x-visibleWhen": { grant: ["code"] } },
    port: { type: "integer", "x-visibleWhen": { callback: ["local"] } },
    loop: { type: "string", "x-visibleWhen": { loop: ["x"] } },
    lost: { type: "string", "x-visibleWhen": { nowhere: ["x"] } },
  },
};

describe("a field", () => {
  it.each([
    ["grant", {}, true],
    ["callback", {}, true],
    ["callback", { grant: "device" }, false],
    ["port", { callback: "local" }, true],
    ["port", { callback: "local", grant: "device" }, false],
    ["loop", { loop: "x" }, true],
    ["lost", {}, true],
  ])("%s is visible with %j: %s", (name, values, visible) => {
    expect(isVisible(schema, name, values)).toBe(visible);
  });

  it("has its default until it is set, and again when it is removed", () => {
    const field = { type: "integer", default: 20 } as const;
    expect(effective(field, undefined)).toBe(20);
    expect(effective(field, 0)).toBe(0);
    expect(withValue({ steps: 30, cfg: 7 }, "steps", undefined)).toEqual({ cfg: 7 });
  });

  it.each([
    [{ type: "string" }, ""],
    [{ type: "integer", minimum: 3 }, 3],
    [{ type: "number", default: 0.5 }, 0.5],
    [{ type: "object", properties: {} }, {}],
  ] as const)("%j begins as %j in a new entry of a list", (field, value) => {
    expect(emptyValueOf(field)).toEqual(value);
  });
});

it("faults belong to a field whose name has characters that a pointer escapes", () => {
  const faults = [{ pointer: "/a~1b~0c/0", message: "missing" }];
  expect(faultsBelow(faults, "a/b~c")).toEqual([{ pointer: "/0", message: "missing" }]);
});

it("faults belong to the field whose pointer they have, and to the fields around it", () => {
  const faults = [
    { pointer: "/regions/0/mask", message: "missing" },
    { pointer: "/regionsize", message: "too large" },
  ];
  const below = faultsBelow(faults, "regions");
  expect(below).toEqual([{ pointer: "/0/mask", message: "missing" }]);
  expect(ownFaults(below)).toEqual([]);
  expect(ownFaults(faultsBelow(faultsBelow(below, "0"), "mask"))).toEqual(["missing"]);
});

it.each([
  [{ $secret: "key" }, { $secret: "key" }],
  [{ $env: "KEY", more: "x" }, undefined],
  [{ name: "x" }, undefined],
  ["text", undefined],
  [null, undefined],
])("%j refers to %j", (value, reference) => {
  expect(referenceOf(value)).toEqual(reference);
});
