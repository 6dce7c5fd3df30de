// The `parameters` text as other programs write it, and as Pictor formats it.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryText } from "../testing/bytes.js";
import { formatParameters, parseParameters } from "./parameters-text.js";

const settings =
  "Steps: 20, Sampler: Euler a, CFG scale: 7, Seed: 3589107295, Size: 1024x1028, Model hash: 9aa0c3e54d, Model: someXL";
const fields = {
  Steps: "20",
  Sampler: "Euler a",
  "CFG scale": "7",
  Seed: "3589107295",
  Size: "1024x1028",
  "Model hash": "9aa0c3e54d",
  Model: "someXL",
};

describe("the prompts", () => {
  it.each([
    ["both", `a sea\nNegative prompt: fog, rain\n${settings}`, "a sea", "fog, rain"],
    ["no negative prompt", `a sea\n${settings}`, "a sea", ""],
    ["an empty negative prompt", `a sea\nNegative prompt:\n${settings}`, "a sea", ""],
    ["only a negative prompt", `Negative prompt: fog\n${settings}`, "", "fog"],
    ["neither", settings, "", ""],
    ["several lines", `a\n\nb\nNegative prompt: c\nd\n${settings}`, "a\n\nb", "c\nd"],
    ["Windows line ends", `a\r\nb\r\nNegative prompt: c\r\n${settings}\r\n`, "a\nb", "c"],
    ["empty lines at the end", `a\n${settings}\n\n`, "a", ""],
    ["lines after the settings", `a\n${settings}\nTemplate: {a|b}\nNegative Template: c`, "a", ""],
    ["a broken line of settings", `a\n${settings.replace(", Seed", ",\nSeed")}`, "a", ""],
    ["a line for each field", `a\nNegative prompt: b\n${settings.replaceAll(", ", "\n")}`, "a", "b"],
    [
      "a template after such lines",
      `a\n${settings.replaceAll(", ", "\n")}\nTemplate: b, Seed: 3\nc`,
      "a",
      "",
    ],
    ["line ends that became spaces", `a sea, fog Negative prompt: rain ${settings}`, "a sea, fog", "rain"],
    ["such line ends, and an empty negative prompt", `a sea Negative prompt: ${settings}`, "a sea", ""],
    ["the label inside a line", `not a Negative prompt: x\n${settings}`, "not a Negative prompt: x", ""],
    ["an earlier line that looks like settings", `Steps: of stone\n${settings}`, "Steps: of stone", ""],
  ])("%s", (_situation, text, positive, negative) => {
    expect(parseParameters(text)).toEqual({ positive, negative, fields });
  });

  it.each([
    ["no characters", "", { positive: "", negative: "", fields: {} }],
    ["a prompt alone", "a sea", { positive: "a sea", negative: "", fields: {} }],
    ["no settings", "a sea\nNegative prompt: fog", { positive: "a sea", negative: "fog", fields: {} }],
    [
      "settings without steps",
      "a sea\nSeed: 4, Size: 8x8",
      { positive: "a sea", negative: "", fields: { Seed: "4", Size: "8x8" } },
    ],
  ])("of a text with %s", (_situation, text, expected) => {
    expect(parseParameters(text)).toEqual(expected);
  });
});

it("a long run of blanks in a text without line ends takes no time that grows with its square", () => {
  const { positive, fields } = parseParameters(`a${" ".repeat(300_000)}b Steps: 2, Seed: 4`);
  expect([positive.length, fields]).toEqual([300_002, { Steps: "2", Seed: "4" }]);
});

describe("the settings", () => {
  const names = (line: string) => Object.keys(parseParameters(line).fields);

  it.each([
    [
      "the first of two fields with the same name",
      "Steps: 1, Seed: 2, Steps: 3, Seed: 4",
      { Steps: "1", Seed: "2" },
    ],
    ["no spaces", "Steps:30,CFGscale:7,Size:640x896", { Steps: "30", CFGscale: "7", Size: "640x896" }],
    ["extra commas", "Steps: 1,,,, Seed: 2,,,", { Steps: "1", Seed: "2" }],
    ["a part without colon", "Steps: 1, oops, Seed: 2", { Steps: "1", Seed: "2" }],
    ["an empty value", "Steps: 1, VAE:, Seed: 2", { Steps: "1", VAE: "", Seed: "2" }],
    [
      "a colon in a value",
      "Steps: 1, Date: 2024-12-22T01:01:01Z",
      { Steps: "1", Date: "2024-12-22T01:01:01Z" },
    ],
    [
      "a quoted value",
      'Steps: 1, Name: "Doe, \\"J\\": [x", Seed: 2',
      { Steps: "1", Name: 'Doe, "J": [x', Seed: "2" },
    ],
    ["a quote without end", 'Steps: 1, Name: "Doe, Seed: 2', { Steps: "1", Name: '"Doe, Seed: 2' }],
    [
      "JSON as value",
      'Steps: 1, Json: {"a:b": "c, d", "e": [1, 2]}, Seed: 2',
      { Steps: "1", Json: '{"a:b": "c, d", "e": [1, 2]}', Seed: "2" },
    ],
    [
      "unmatched closing brackets",
      'Steps: 1, Json: {"a": "b, c"}}}))>>, Seed: 2',
      { Steps: "1", Json: '{"a": "b, c"}}}))>>', Seed: "2" },
    ],
    [
      "inherited property names",
      "Steps: 1, __proto__: 2",
      Object.fromEntries([
        ["Steps", "1"],
        ["__proto__", "2"],
      ]),
    ],
  ])("%s", (_situation, line, expected) => {
    expect(parseParameters(line).fields).toEqual(expected);
  });

  it("before an unclosed bracket are kept; the rest of the line belongs to its value", () => {
    expect(names('Steps: 20, Odd: {"name": "left [open"}, But: x, Seed: 2')).toEqual(["Steps", "Odd"]);
    expect(names("Steps: 20, Odd: (a, Seed: 2")).toEqual(["Steps", "Odd"]);
  });

  it("with Civitai resources", () => {
    const resources =
      '[{"type":"checkpoint","modelVersionId":123456,"modelName":"A name [Pony XL]"},{"type":"lora","weight":0.7,"modelVersionId":11}]';
    const line = `Steps: 8, Clip skip: 2, Civitai resources: ${resources}, Civitai metadata: {"remixOfId":11},Hashes: {"model": "12", "lora:a": "34"}`;
    expect(parseParameters(line).fields).toEqual({
      Steps: "8",
      "Clip skip": "2",
      "Civitai resources": resources,
      "Civitai metadata": '{"remixOfId":11}',
      Hashes: '{"model": "12", "lora:a": "34"}',
    });
  });

  it("with fields for each LoRA", () => {
    const line =
      "Steps: 20, Model: m.safetensors, Lora_0 Model name: a.safetensors, Lora_0 Strength model: -1.1, Lora_1 Model name: b.safetensors, Lora_1 Strength clip: 0.9";
    expect(names(line)).toHaveLength(6);
    expect(parseParameters(line).fields["Lora_1 Strength clip"]).toBe("0.9");
  });
});

describe("the formatted text", () => {
  const formatted = (value: string) =>
    formatParameters({ positive: "", negative: "", fields: { Seed: "1", Model: value } });

  it.each([
    ["plain", "sd xl (v2) [b]", "sd xl (v2) [b]"],
    ["a comma", "a, b", '"a, b"'],
    ["a colon", "a:b", '"a:b"'],
    ["a quote", 'a"b', '"a\\"b"'],
    ["a line end", "a\nb", '"a\\nb"'],
    ["an open bracket", "a (b", '"a (b"'],
    ["spaces around", " a", '" a"'],
  ])("quotes a value only if needed: %s", (_situation, value, expected) => {
    expect(formatted(value)).toBe(`Seed: 1, Model: ${expected}`);
    expect(parseParameters(formatted(value)).fields["Model"]).toBe(value);
  });

  it("is parsed to the same parameters, whatever the values", () => {
    const line = arbitraryText.map((text) => text.replace(/[\r\n]/g, "").trim());
    const prompt = fc.array(line, { maxLength: 3 }).map((lines) => lines.join("\n").trim());
    const name = fc.constantFrom("Model", "a b", "x_1", "__proto__", "Steps");
    const others = fc.dictionary(name, arbitraryText);
    fc.assert(
      fc.property(prompt, prompt, others, (positive, negative, more) => {
        const parameters = { positive, negative, fields: { Seed: "1", ...more } };
        expect(parseParameters(formatParameters(parameters))).toEqual(parameters);
      }),
    );
  });

  it("is parsed without an error, whatever it contains", () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const { fields: found } = parseParameters(`Steps: 1, ${text}`);
        expect(Object.keys(found)[0]).toBe("Steps");
      }),
    );
  });
});
