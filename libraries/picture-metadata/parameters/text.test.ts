// The `parameters` text of other programs, with all their liberties, and our own.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../bytes.test.support.js";
import { parametersText, parseParameters } from "./text.js";

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
    ["no negative one", `a sea\n${settings}`, "a sea", ""],
    ["an empty negative one", `a sea\nNegative prompt:\n${settings}`, "a sea", ""],
    ["only a negative one", `Negative prompt: fog\n${settings}`, "", "fog"],
    ["neither", settings, "", ""],
    ["several lines", `a\n\nb\nNegative prompt: c\nd\n${settings}`, "a\n\nb", "c\nd"],
    ["line ends of Windows", `a\r\nb\r\nNegative prompt: c\r\n${settings}\r\n`, "a\nb", "c"],
    ["empty lines at the end", `a\n${settings}\n\n`, "a", ""],
    ["lines behind the settings", `a\n${settings}\nTemplate: {a|b}\nNegative Template: c`, "a", ""],
    ["the mark inside a line", `not a Negative prompt: x\n${settings}`, "not a Negative prompt: x", ""],
    ["a line that looks like settings before them", `Steps: of stone\n${settings}`, "Steps: of stone", ""],
  ])("%s", (_situation, text, positive, negative) => {
    expect(parseParameters(text)).toEqual({ positive, negative, fields });
  });

  it.each([
    ["nothing", "", { positive: "", negative: "", fields: {} }],
    ["a prompt alone", "a sea", { positive: "a sea", negative: "", fields: {} }],
    ["no settings", "a sea\nNegative prompt: fog", { positive: "a sea", negative: "fog", fields: {} }],
    [
      "settings without steps",
      "a sea\nSeed: 4, Size: 8x8",
      { positive: "a sea", negative: "", fields: { Seed: "4", Size: "8x8" } },
    ],
  ])("of %s", (_situation, text, expected) => {
    expect(parseParameters(text)).toEqual(expected);
  });
});

describe("the settings", () => {
  const names = (line: string) => Object.keys(parseParameters(line).fields);

  it.each([
    ["a name twice: the first counts", "Steps: 1, Seed: 2, Steps: 3, Seed: 4", { Steps: "1", Seed: "2" }],
    ["no spaces", "Steps:30,CFGscale:7,Size:640x896", { Steps: "30", CFGscale: "7", Size: "640x896" }],
    ["too many commas", "Steps: 1,,,, Seed: 2,,,", { Steps: "1", Seed: "2" }],
    ["a piece without colon", "Steps: 1, oops, Seed: 2", { Steps: "1", Seed: "2" }],
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
      "closing brackets that nothing opened",
      'Steps: 1, Json: {"a": "b, c"}}}))>>, Seed: 2',
      { Steps: "1", Json: '{"a": "b, c"}}}))>>', Seed: "2" },
    ],
    [
      "names that objects have of their own",
      "Steps: 1, __proto__: 2",
      Object.fromEntries([
        ["Steps", "1"],
        ["__proto__", "2"],
      ]),
    ],
  ])("%s", (_situation, line, expected) => {
    expect(parseParameters(line).fields).toEqual(expected);
  });

  it("end where a bracket is never closed, and keep what stands before", () => {
    expect(names('Steps: 20, Odd: {"name": "left [open"}, But: x, Seed: 2')).toEqual(["Steps", "Odd"]);
    expect(names("Steps: 20, Odd: (a, Seed: 2")).toEqual(["Steps", "Odd"]);
  });

  it("with resources of Civitai", () => {
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

describe("what is written", () => {
  const written = (value: string) =>
    parametersText({ positive: "", negative: "", fields: { Seed: "1", Model: value } });

  it.each([
    ["plain", "sd xl (v2) [b]", "sd xl (v2) [b]"],
    ["a comma", "a, b", '"a, b"'],
    ["a colon", "a:b", '"a:b"'],
    ["a quote", 'a"b', '"a\\"b"'],
    ["a line end", "a\nb", '"a\\nb"'],
    ["an open bracket", "a (b", '"a (b"'],
    ["spaces around", " a", '" a"'],
  ])("quotes only what needs it: %s", (_situation, value, expected) => {
    expect(written(value)).toBe(`Seed: 1, Model: ${expected}`);
    expect(parseParameters(written(value)).fields["Model"]).toBe(value);
  });

  it("is read back the same, whatever it is", () => {
    const line = anyText.map((text) => text.replace(/[\r\n]/g, "").trim());
    const prompt = fc.array(line, { maxLength: 3 }).map((lines) => lines.join("\n").trim());
    const name = fc.constantFrom("Model", "a b", "x_1", "__proto__", "Steps");
    const others = fc.dictionary(name, anyText);
    fc.assert(
      fc.property(prompt, prompt, others, (positive, negative, more) => {
        const parameters = { positive, negative, fields: { Seed: "1", ...more } };
        expect(parseParameters(parametersText(parameters))).toEqual(parameters);
      }),
    );
  });

  it("any text is read without a fault", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { fields: found } = parseParameters(`Steps: 1, ${text}`);
        expect(Object.keys(found)[0]).toBe("Steps");
      }),
    );
  });
});
