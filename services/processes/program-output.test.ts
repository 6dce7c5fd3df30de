// The lines and the last part of a program's output.

import { describe, expect, it } from "vitest";
import { createLineCutter, createOutputCollector, lastBytes, outputLimit } from "./program-output.js";

function linesOf(...parts: readonly string[]): readonly string[] {
  const lines: string[] = [];
  const cutter = createLineCutter((line) => lines.push(line));
  parts.forEach(cutter.add);
  cutter.end();
  return lines;
}

describe("lines", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["end at \\n", ["a\nb\n"], ["a", "b"]],
    ["end at \\r, as progress bars do", ["10%\r20%\r"], ["10%", "20%"]],
    ["end at \\r\\n once", ["a\r\nb\r\n"], ["a", "b"]],
    ["end at \\r\\n once when it comes in two parts", ["a\r", "\nb"], ["a", "b"]],
    ["end at \\r\\n once with an empty part between", ["a\r", "", "\nb"], ["a", "b"]],
    ["are put together from parts", ["a", "b", "c\nd"], ["abc", "d"]],
    ["may be empty", ["a\n\nb"], ["a", "", "b"]],
    ["need no end at the end", ["a"], ["a"]],
    ["are none if nothing was written", [""], []],
  ])("%s", (_what, parts, expected) => {
    expect(linesOf(...parts)).toEqual(expected);
  });

  it("without an end arrive in pieces, and are not kept", () => {
    const part = "x".repeat(outputLimit / 2 + 1);
    const lines = linesOf(part, part, part, part, "\n");
    expect(lines.join("")).toBe(part.repeat(4));
    expect(Math.max(...lines.map((line) => line.length))).toBe(outputLimit);
  });

  it("that are too long arrive in pieces too", () => {
    expect(linesOf(`${"x".repeat(outputLimit + 3)}\ny`).map((line) => line.length)).toEqual([
      outputLimit,
      3,
      1,
    ]);
  });
});

describe("the collector", () => {
  it("decodes a character that arrives in two chunks, for each stream separately", () => {
    const lines: string[] = [];
    const { take, text } = createOutputCollector((line, stream) => lines.push(`${stream} ${line}`));
    const [first, second] = [Buffer.from("ä").subarray(0, 1), Buffer.from("ä").subarray(1)];
    take("stdout", first);
    take("stderr", first);
    take("stdout", second);
    take("stderr", second);
    take("stdout", undefined);
    take("stderr", undefined);
    expect(lines).toEqual(["stdout ä", "stderr ä"]);
    expect(text()).toBe("ää");
  });

  it("replaces invalid UTF-8", () => {
    const { take, text } = createOutputCollector(undefined);
    take("stdout", Uint8Array.of(0x61, 0xff, 0x62, 0xc3));
    take("stdout", undefined);
    expect(text()).toBe("a\uFFFDb\uFFFD");
  });

  it("keeps the last 64 KiB", () => {
    const { take, text } = createOutputCollector(undefined);
    for (let index = 0; index < 40; index++) take("stdout", Buffer.from(String(index % 10).repeat(10_000)));
    expect(text()).toHaveLength(outputLimit);
    expect(text().endsWith("9".repeat(10_000))).toBe(true);
  });

  it("cuts between characters", () => {
    expect(lastBytes("aää", 3)).toBe("ä");
    expect(lastBytes("aää", 4)).toBe("ää");
    expect(lastBytes("a", 4)).toBe("a");
    expect(lastBytes("a😀", 3)).toBe("");
  });
});
