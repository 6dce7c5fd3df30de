// What clients accept as the schema of a tool, and how arguments are read by it.

import { describe, expect, it } from "vitest";
import { describedTools, tools } from "../toolbox/tools.js";
import { readObject } from "./check-arguments.js";
import { anyObject, flag, inputs, integer, list, number, text } from "./json-schema.js";

type Schema = Readonly<Record<string, unknown>>;

/** What some clients refuse, and with it all tools of the server: Gemini takes one type, and no combinations. */
function refusedParts(schema: unknown, place: string): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { type, properties, items, ...others } = schema as Schema & {
    readonly properties?: Readonly<Record<string, unknown>>;
  };
  const combinations = ["anyOf", "oneOf", "allOf", "not", "if", "const", "$ref", "$schema"];
  return [
    ...(typeof type === "string" ? [] : [`${place}: type ${JSON.stringify(type)}`]),
    ...(type === "array" && items === undefined ? [`${place}: no items`] : []),
    ...combinations.filter((key) => key in others).map((key) => `${place}: ${key}`),
    ...Object.entries(properties ?? {}).flatMap(([name, of]) => refusedParts(of, `${place}.${name}`)),
    ...(items === undefined ? [] : refusedParts(items, `${place}[]`)),
  ];
}

it.each(describedTools(tools).map((tool) => [tool.name, tool] as const))(
  "the schemas of %s have nothing that a client refuses",
  (name, { inputSchema, outputSchema }) => {
    expect([...refusedParts(inputSchema, name), ...refusedParts(outputSchema, `${name} result`)]).toEqual([]);
  },
);

it("all tools are described", () => {
  expect(describedTools(tools)).toHaveLength(tools.length);
});

describe("arguments as models write them", () => {
  const schema = inputs({
    seed: text("seed"),
    steps: integer("steps"),
    cfg: number("cfg"),
    full: flag("full"),
    settings: anyObject("settings"),
    features: list(anyObject("feature"), "features"),
  });
  it.each([
    ["a seed as a number", { seed: 7 }, { seed: "7" }],
    ["numbers as texts", { steps: "2", cfg: "6.5" }, { steps: 2, cfg: 6.5 }],
    ["a flag as a text", { full: "true" }, { full: true }],
    ["an object as a text", { settings: '{"width":64}' }, { settings: { width: 64 } }],
    ["a list as a text", { features: '[{"id":"lora"}]' }, { features: [{ id: "lora" }] }],
  ])("%s", (_name, given, read) => {
    expect(readObject(given, schema)).toEqual(read);
  });

  it.each([
    ["a word for a number", { steps: "many" }, 'must be integer, not "many"'],
    ["a part of a step", { steps: "2.5" }, "must be integer, not 2.5"],
    ["a text for an object", { settings: "wide" }, "settings must be an object"],
    ["a seed whose digits are lost", { seed: 2 ** 60 }, "seed must be string"],
    ["a list for an object", { settings: "[1]" }, "settings must be an object"],
  ])("%s is refused", (_name, given, words) => {
    expect(() => readObject(given, schema)).toThrow(words);
  });
});
