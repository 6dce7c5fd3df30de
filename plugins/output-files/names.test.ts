// From a template and an output to a name that every system accepts.

import { PictorError } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { endingOf, fileNames, nameValues } from "./file-names.js";
import { fillTemplate, parseTemplate } from "./name-template.js";
import type { NameValues } from "./name-template.js";
import { cut, maxSegmentBytes, segment } from "./segment.js";

const values: NameValues = {
  date: "2026-03-04",
  time: "05-06-07",
  workflow: "txt2img",
  seed: "42",
  prompt: "a lighthouse",
  batch: "0",
  index: "1",
};
const fill = (template: string, change: Partial<NameValues> = {}) =>
  fillTemplate(parseTemplate(template), { ...values, ...change }).join("/");

describe("a template", () => {
  it.each([
    ["the default", "{date}_{time}-{workflow}-{seed}", "2026-03-04_05-06-07-txt2img-42"],
    ["folders", "{date}/{workflow}/{index}", "2026-03-04/txt2img/1"],
    ["text alone", "picture", "picture"],
    ["the same variable twice", "{seed}{seed}", "4242"],
    [
      "every variable",
      "{date}{time}{workflow}{seed}{prompt}{batch}{index}",
      "2026-03-0405-06-07txt2img42a lighthouse01",
    ],
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
  ])("with %s is refused, naming what is known", (_situation, template, message) => {
    expect(() => parseTemplate(template)).toThrow(message);
    expect(() => parseTemplate(template)).toThrow(PictorError);
    expect(() => parseTemplate(template)).toThrow(/\{date\}, \{time\}, \{workflow\}/);
  });

  it.each([
    ["a slash in a value makes no folder", "{prompt}/x", "a/b\\c", "a_b_c/x"],
    ["a value cannot climb out", "{prompt}/x", "..", "_/x"],
    ["neither can the template", "../{prompt}", "x", "_/x"],
    ["an empty value leaves a name", "{prompt}", "", "_"],
    ["a device name is only seen in the whole segment", "{prompt}-1", "con", "con-1"],
  ])("filled: %s", (_situation, template, prompt, name) => {
    expect(fill(template, { prompt })).toBe(name);
  });
});

describe("a segment", () => {
  it.each([
    ["signs that Windows forbids", 'a<b>c:d"e/f\\g|h?i*j', "a_b_c_d_e_f_g_h_i_j"],
    ["control characters", "a\u0000b\nc\u007fd\u0085e", "a_b_c_d_e"],
    ["signs that reverse the text", "a\u202egpj.exe", "a_gpj.exe"],
    ["half a character", "a\ud83db", "a_b"],
    ["a whole one", "a🌊b", "a🌊b"],
    ["dots and spaces at the end", "name. . ", "name"],
    ["spaces in front", "  name", "name"],
    ["dots alone", "...", "_"],
    ["a device", "CON", "_CON"],
    ["a device with an ending", "nul.txt", "_nul.txt"],
    ["a device with a number", "com1", "_com1"],
    ["a device with a superscript number", "LPT²", "_LPT²"],
    ["a name that begins like a device", "console", "console"],
    ["decomposed letters", "u\u0308", "ü"],
  ])("with %s", (_situation, text, safe) => {
    expect(segment(text)).toBe(safe);
  });

  it("is cut at the limit in bytes, between code points, ending included", () => {
    for (const text of [
      "a".repeat(300),
      "é".repeat(300),
      "灯".repeat(300),
      "🌊".repeat(300),
      "a" + "🌊".repeat(99),
    ]) {
      const name = segment(text, "_12.png");
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(maxSegmentBytes);
      expect(Buffer.byteLength(name)).toBeGreaterThan(maxSegmentBytes - 4);
      expect(name).toMatch(/_12\.png$/);
      expect(name).not.toMatch(/\p{Surrogate}|\ufffd/u);
    }
  });

  it("has no dot or space where it was cut", () => {
    expect(segment(`${"a".repeat(118)}. b`)).toBe("a".repeat(118));
    expect(cut("ab", 0)).toBe("");
  });
});

describe("the values of an output", () => {
  const output = { seed: 2n ** 64n - 1n, prompt: { positive: "a", negative: "" }, batch: 3, index: 4 };
  const now = new Date(2026, 2, 4, 5, 6, 7);

  it("are texts: local date and time, the seed with all its digits, counts from 0", () => {
    expect(nameValues(output, "txt2img", now)).toEqual({
      date: "2026-03-04",
      time: "05-06-07",
      workflow: "txt2img",
      seed: "18446744073709551615",
      prompt: "a",
      batch: "3",
      index: "4",
    });
  });

  it.each([
    ["line breaks and runs of spaces", " a\n\n lighthouse ", "a lighthouse"],
    ["a long prompt", "word ".repeat(50), "word word word word word word word word word word word word"],
    ["a long prompt in Japanese", "灯".repeat(50), "灯".repeat(20)],
  ])("of %s", (_situation, positive, prompt) => {
    expect(nameValues({ ...output, prompt: { positive, negative: "" } }, "w", now).prompt).toBe(prompt);
  });
});

describe("the ending", () => {
  const file = { node: "n", subfolder: "", area: "output", mime: "", address: "" } as const;
  it.each([
    ["image/png", "x.PNG", ".png"],
    ["image/jpeg", "x.jpeg", ".jpg"],
    ["image/png", "x.exe", ".png"],
    ["image/png; charset=binary", "x", ".png"],
    ["application/octet-stream", "x.latent", ".latent"],
    ["application/octet-stream", "x", ".bin"],
    ["application/octet-stream", "x.a/b", ".bin"],
    ["constructor", "x", ".bin"],
  ])("of %s in %s is %s", (mime, filename, ending) => {
    expect(endingOf({ mime, file: { ...file, filename } })).toBe(ending);
  });
});

describe("the names to try", () => {
  const first = (template: string, count: number) => {
    const names = fileNames(parseTemplate(template), values, ".png");
    return Array.from({ length: count }, () => names.next().value);
  };

  it("count up without end", () => {
    expect(first("{date}/{seed}", 3)).toEqual([
      "2026-03-04/42.png",
      "2026-03-04/42_2.png",
      "2026-03-04/42_3.png",
    ]);
  });

  it("stay different from each other where the limit cuts", () => {
    expect(new Set(first("x".repeat(200), 12)).size).toBe(12);
  });
});
