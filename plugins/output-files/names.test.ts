// From texts to names that every system accepts.

import { describe, expect, it } from "vitest";
import { endingOf, fileNames } from "./file-names.js";
import { parseTemplate } from "./name-template.js";
import { nobody, values } from "./outputs.test.support.js";
import { cut, maxSegmentBytes, segment } from "./segment.js";

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
    const names = fileNames(parseTemplate(template, nobody), values, ".png");
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
