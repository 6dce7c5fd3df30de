// Name templates: parsing, filling, and errors.

import { PictorError } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { fillNameTemplate, parseNameTemplate } from "./name-template.js";
import { noConfiguredValues, output, templateValues } from "./testing/outputs.js";
import { templateValuesOf, templateVariables } from "./template-variables.js";
import type { TemplateValues } from "./template-variables.js";

const configured = { author: "Anna", project_name: "Coast" };
const fill = (template: string, change: Partial<TemplateValues> = {}) =>
  fillNameTemplate(parseNameTemplate(template, configured), { ...templateValues, ...change }).join("/");

describe("a template", () => {
  it.each([
    ["the default", "{date}_{time}-{workflow}-{seed}", "2026-03-04_05-06-07-txt2img-42"],
    ["that of Stability Matrix", "{date}_{time}-{model_name}-{seed}", "2026-03-04_05-06-07-base 1.0-42"],
    ["folders", "{date}/{workflow}/{index}", "2026-03-04/txt2img/1"],
    ["text only", "image", "image"],
    ["the same variable twice", "{seed}{seed}", "4242"],
    ["brackets outside", "[{seed}]", "[42]"],
    [
      "every variable",
      templateVariables.map((name) => `{${name}}`).join(" "),
      Object.values(templateValues).join(" "),
    ],
  ])("is filled: %s", (_situation, template, name) => {
    expect(fill(template)).toBe(name);
  });

  it.each([
    ["a misspelt variable", "{sed}", /no variable \{sed\}.*\{seed\}.*Did you mean "seed"/],
    ["an empty variable", "a{}", /no variable \{\}/],
    ["an inherited name", "{constructor}", /no variable/],
    ["an open brace", "{seed", /brace has no counterpart/],
    ["a closing brace", "seed}", /brace has no counterpart/],
    ["a leading slash", "/tmp/{seed}", /name is empty/],
    ["a variable that is not available", "{model_hash}", /\{model_hash\} has no value here/],
    ["a variable of a model website", "{base_model}", /\{base_model\} has no value here/],
    ["a variable whose setting is empty", "{author}", /\{author\} is a setting.*empty/],
    ["a slice with a step", "{seed[::2]}", /"\[::2\]" is not a slice/],
    ["a single index", "{seed[3]}", /"\[3\]" is not a slice/],
    ["an open slice", "{seed[1:}", /is not a slice/],
    ["a slice of an unknown variable", "{sed[1:]}", /no variable \{sed\}/],
  ])("with %s is invalid, and the error lists the variables", (_situation, template, message) => {
    const parse = () => parseNameTemplate(template, noConfiguredValues);
    expect(parse).toThrow(message);
    expect(parse).toThrow(PictorError);
    expect(parse).toThrow(/\{date\}, \{time\}, \{seed\}/);
  });

  it.each([
    ["a slash in a value does not separate folders", "{prompt}/x", "a/b\\c", "a_b_c/x"],
    ["a value cannot lead to the parent folder", "{prompt}/x", "..", "_/x"],
    ["the template cannot either", "../{prompt}", "x", "_/x"],
    ["a folder is not hidden", ".git/hooks/{prompt}", "...and then", "git/hooks/and then"],
    ["a folder is none in which programs look for code", "node_modules/x/{prompt}", "a", "_node_modules/x/a"],
    ["a short name of Windows is none", "GIT~1/hooks/{prompt}", "a", "_GIT~1/hooks/a"],
    ["an empty value becomes a valid name", "{prompt}", "", "_"],
    ["an empty value takes the separator before it along", "a-{prompt}", "", "a"],
    ["and only that one", "a - {prompt}_{prompt}-b", "", "a-b"],
    ["a device name counts only as the whole segment", "{prompt}-1", "con", "con-1"],
    [
      "a long prompt",
      "{prompt}",
      "word ".repeat(50),
      "word word word word word word word word word word word word",
    ],
    ["a long prompt in Japanese", "{prompt}", "灯".repeat(50), "灯".repeat(20)],
  ])("is filled safely: %s", (_situation, template, prompt, name) => {
    expect(fill(template, { prompt })).toBe(name);
  });
});

describe("a slice of a value", () => {
  it.each([
    ["[:5]", "light"],
    ["[5:]", "house 灯🌊"],
    ["[-2:]", "灯🌊"],
    ["[:-3]", "lighthouse"],
    ["[-3:-1]", " 灯"],
    ["[ 5 : 10 ]", "house"],
    ["[:]", "lighthouse 灯🌊"],
    ["[0:999]", "lighthouse 灯🌊"],
    ["[99:]", ""],
  ])("%s", (slice, expected) => {
    expect(fill(`x{prompt${slice}}x`, { prompt: "lighthouse 灯🌊" })).toBe(`x${expected}x`);
  });

  it("may be longer than a prompt without a slice", () => {
    expect(fill("{prompt[:80]}", { prompt: "a".repeat(100) })).toBe("a".repeat(80));
  });
});

describe("the values of an output", () => {
  const now = new Date(2026, 2, 4, 5, 6, 7);
  const numbers = { seed: 2n ** 64n - 1n, batch: 3, index: 4, file: output.file };
  const valuesOf = (params: object, positive = "a") =>
    templateValuesOf({
      output: { ...numbers, prompt: { positive, negative: "no\nfog" } },
      context: { workflow: "w", params } as never,
      configured,
      now,
    });

  it("are texts: local date and time, the seed with all its digits, numbers with a decimal point", () => {
    const params = {
      model: "sd/base 1.0.safetensors",
      sampler: "euler",
      scheduler: "normal",
      cfg: 6.5,
      steps: 20,
      width: 768,
      height: 512,
    };
    expect(valuesOf(params, " a\n\n lighthouse ")).toEqual({
      date: "2026-03-04",
      time: "05-06-07",
      seed: "18446744073709551615",
      prompt: "a lighthouse",
      negative_prompt: "no fog",
      model_name: "base 1.0",
      sampler: "euler",
      scheduler: "normal",
      cfgscale: "6.5",
      steps: "20",
      width: "768",
      height: "512",
      workflow: "w",
      project_type: "w",
      project_name: "Coast",
      author: "Anna",
      file_name: "P_1_",
      batch: "3",
      index: "4",
    });
  });

  it.each([
    ["a workflow without these settings", {}, { model_name: "", steps: "", width: "", cfgscale: "" }],
    ["embedded guidance", { guidance: 3.5 }, { cfgscale: "3.5" }],
    ["a diffusion model", { diffusionModel: "flux\\v1.5" }, { model_name: "v1.5" }],
    ["settings of other types", { steps: ["x"], width: null }, { steps: "", width: "" }],
  ])("of %s", (_situation, params, expected) => {
    expect(valuesOf(params)).toMatchObject(expected);
  });
});
