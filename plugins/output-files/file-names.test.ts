// File names that every system accepts.

import { describe, expect, it } from "vitest";
import { candidateFileNames } from "./file-names.js";
import { parseNameTemplate } from "./name-template.js";
import { noConfiguredValues, templateValues } from "./testing/outputs.js";
import { truncateToBytes, maxSegmentBytes, safeSegment } from "./path-segment.js";

describe("a segment", () => {
  it.each([
    ["characters that Windows forbids", 'a<b>c:d"e/f\\g|h?i*j', "a_b_c_d_e_f_g_h_i_j"],
    ["control characters", "a\u0000b\nc\u007fd\u0085e", "a_b_c_d_e"],
    ["characters that change the text direction", "a\u202egpj.exe", "a_gpj.exe"],
    ["an unpaired surrogate", "a\ud83db", "a_b"],
    ["a surrogate pair", "a🌊b", "a🌊b"],
    ["dots and spaces at the end", "name. . ", "name"],
    ["spaces in front", "  name", "name"],
    ["only dots", "...", "_"],
    ["a device name", "CON", "_CON"],
    ["a device name with an extension", "nul.txt", "_nul.txt"],
    ["a device name with a number", "com1", "_com1"],
    ["a device name with a superscript number", "LPT²", "_LPT²"],
    ["a name that starts like a device name", "console", "console"],
    ["decomposed letters", "u\u0308", "ü"],
  ])("with %s", (_situation, text, safe) => {
    expect(safeSegment(text)).toBe(safe);
  });

  it("is truncated to the limit in bytes, between code points, including the suffix", () => {
    for (const text of [
      "a".repeat(300),
      "é".repeat(300),
      "灯".repeat(300),
      "🌊".repeat(300),
      "a" + "🌊".repeat(99),
    ]) {
      const name = safeSegment(text, "_12.png");
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(maxSegmentBytes);
      expect(Buffer.byteLength(name)).toBeGreaterThan(maxSegmentBytes - 4);
      expect(name).toMatch(/_12\.png$/);
      expect(name).not.toMatch(/\p{Surrogate}|\ufffd/u);
    }
  });

  it("has no dot or space at the end after it is truncated", () => {
    expect(safeSegment(`${"a".repeat(118)}. b`)).toBe("a".repeat(118));
    expect(truncateToBytes("ab", 0)).toBe("");
  });
});

describe("the candidate names", () => {
  const first = (template: string, count: number) => {
    const names = candidateFileNames(parseNameTemplate(template, noConfiguredValues), templateValues, ".png");
    return Array.from({ length: count }, () => names.next().value);
  };

  it("count up without end", () => {
    expect(first("{date}/{seed}", 3)).toEqual([
      "2026-03-04/42.png",
      "2026-03-04/42_2.png",
      "2026-03-04/42_3.png",
    ]);
  });

  it("stay different from each other when they are truncated", () => {
    expect(new Set(first("x".repeat(200), 12)).size).toBe(12);
  });
});
