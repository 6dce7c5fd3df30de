// Templates: what they say of an output, and what is refused before anything is made.

import { PictorError } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { fillTemplate, parseTemplate } from "./name-template.js";
import { nobody, output, values } from "./outputs.test.support.js";
import { nameValues, variables } from "./variables.js";
import type { NameValues } from "./variables.js";

const anna = { author: "Anna", project_name: "Coast" };
const fill = (template: string, change: Partial<NameValues> = {}) =>
  fillTemplate(parseTemplate(template, anna), { ...values, ...change }).join("/");

describe("a template", () => {
  it.each([
    ["the default", "{date}_{time}-{workflow}-{seed}", "2026-03-04_05-06-07-txt2img-42"],
    ["that of Stability Matrix", "{date}_{time}-{model_name}-{seed}", "2026-03-04_05-06-07-base 1.0-42"],
    ["folders", "{date}/{workflow}/{index}", "2026-03-04/txt2img/1"],
    ["text alone", "picture", "picture"],
    ["the same variable twice", "{seed}{seed}", "4242"],
    ["brackets outside", "[{seed}]", "[42]"],
    ["every variable", variables.map((name) => `{${name}}`).join(" "), Object.values(values).join(" ")],
  ])("of %s", (_situation, template, name) => {
    expect(fill(template)).toBe(name);
  });

  it.each([
    ["a misspelt variable", "{sed}", /no variable \{sed\}.*\{seed\}.*Did you mean "seed"/],
    ["an empty variable", "a{}", /no variable \{\}/],
    ["an inherited name", "{constructor}", /no variable/],
    ["an open brace", "{seed", /brace without/],
    ["a closing brace", "seed}", /brace without/],
    ["a leading slash", "/tmp/{seed}", /between its slashes/],
    ["two slashes", "a//b", /between its slashes/],
    ["a trailing slash", "{seed}/", /between its slashes/],
    [
      "a variable that cannot be known",
      "{model_hash}",
      /\{model_hash\} cannot be known here: the model is on/,
    ],
    ["another one", "{base_model}", /\{base_model\} cannot be known here: only the site/],
    [
      "a variable whose setting is empty",
      "{author}",
      /\{author\} is the plugin's setting of that name, which is empty/,
    ],
    ["a slice with a step", "{seed[::2]}", /"\[::2\]" is not a part of a text, such as/],
    ["a single place", "{seed[3]}", /"\[3\]" is not a part/],
    ["a slice of words", "{seed[a:b]}", /"\[a:b\]" is not a part/],
    ["an open slice", "{seed[1:}", /is not a part/],
    ["a slice of no variable", "{sed[1:]}", /no variable \{sed\}/],
  ])("with %s is refused, naming what is known", (_situation, template, message) => {
    const parse = () => parseTemplate(template, nobody);
    expect(parse).toThrow(message);
    expect(parse).toThrow(PictorError);
    expect(parse).toThrow(/\{date\}, \{time\}, \{seed\}/);
  });

  it.each([
    ["a slash in a value makes no folder", "{prompt}/x", "a/b\\c", "a_b_c/x"],
    ["a value cannot climb out", "{prompt}/x", "..", "_/x"],
    ["neither can the template", "../{prompt}", "x", "_/x"],
    ["an empty value leaves a name", "{prompt}", "", "_"],
    ["a device name is only seen in the whole segment", "{prompt}-1", "con", "con-1"],
    [
      "a long prompt",
      "{prompt}",
      "word ".repeat(50),
      "word word word word word word word word word word word word",
    ],
    ["a long prompt in Japanese", "{prompt}", "灯".repeat(50), "灯".repeat(20)],
  ])("filled: %s", (_situation, template, prompt, name) => {
    expect(fill(template, { prompt })).toBe(name);
  });
});

describe("a part of a value", () => {
  it.each([
    ["[0:5]", "light"],
    ["[:5]", "light"],
    ["[5:]", "house 灯🌊"],
    ["[-2:]", "灯🌊"],
    ["[:-3]", "lighthouse"],
    ["[-3:-1]", " 灯"],
    ["[ 5 : 10 ]", "house"],
    ["[:]", "lighthouse 灯🌊"],
    ["[0:999]", "lighthouse 灯🌊"],
    ["[99:]", ""],
    ["[5:2]", ""],
    ["[:-99]", ""],
    ["[-99:5]", "light"],
  ])("%s", (slice, expected) => {
    expect(fill(`x{prompt${slice}}x`, { prompt: "lighthouse 灯🌊" })).toBe(`x${expected}x`);
  });

  it("may be longer than a prompt is by itself", () => {
    expect(fill("{prompt[:80]}", { prompt: "a".repeat(100) })).toBe("a".repeat(80));
  });
});

describe("the values of an output", () => {
  const now = new Date(2026, 2, 4, 5, 6, 7);
  const made = { seed: 2n ** 64n - 1n, batch: 3, index: 4, file: output.file };
  const valuesOf = (params: object, positive = "a") =>
    nameValues(
      { ...made, prompt: { positive, negative: "no\nfog" } },
      { workflow: "w", params } as never,
      anna,
      now,
    );

  it("are texts: local date and time, the seed with all its digits, numbers with a point", () => {
    const params = {
      ...{ model: "sd/base 1.0.safetensors", sampler: "euler", scheduler: "normal" },
      ...{ cfg: 6.5, steps: 20, width: 768, height: 512 },
    };
    expect(valuesOf(params, " a\n\n lighthouse ")).toEqual({
      ...{ date: "2026-03-04", time: "05-06-07", seed: "18446744073709551615" },
      ...{ prompt: "a lighthouse", negative_prompt: "no fog", model_name: "base 1.0" },
      ...{ sampler: "euler", scheduler: "normal", cfgscale: "6.5", steps: "20", width: "768", height: "512" },
      ...{ workflow: "w", project_type: "w", project_name: "Coast", author: "Anna", file_name: "P_1_" },
      ...{ batch: "3", index: "4" },
    });
  });

  it.each([
    ["a workflow without such settings", {}, { model_name: "", steps: "", width: "", cfgscale: "" }],
    ["embedded guidance", { guidance: 3.5 }, { cfgscale: "3.5" }],
    ["a diffusion model", { diffusionModel: "flux\\v1.5" }, { model_name: "v1.5" }],
    ["settings of another kind", { steps: ["x"], width: null }, { steps: "", width: "" }],
  ])("of %s", (_situation, params, expected) => {
    expect(valuesOf(params)).toMatchObject(expected);
  });
});
