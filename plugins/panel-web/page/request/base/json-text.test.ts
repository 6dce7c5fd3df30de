// JSON in the body of a request and of a reply: the check, and the layout.

import fc from "fast-check";
import { expect, it } from "vitest";
import { formatJson, jsonFault, layOut } from "./json-text.js";

it("is checked; a variable outside of a string stands for a number", () => {
  expect(jsonFault("")).toBeUndefined();
  expect(jsonFault('{"a": {{count}}, "b": "{{x}}"}')).toBeUndefined();
  expect(jsonFault('{"a": }')).toContain("JSON");
  // The fault is the one behind the variable.
  expect(jsonFault('{"n": {{n}}, "b": @}')).toContain("@");
});

it("is laid out as JSON.stringify does, whatever it is", () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: "grapheme" }), (text) => {
      const parsed: unknown = JSON.parse(text);
      // JSON.stringify writes numbers and escapes anew: it is compared on its own output.
      const own = JSON.stringify(parsed);
      expect(formatJson(own)).toBe(JSON.stringify(parsed, null, 2));
    }),
  );
});

it("keeps numbers of any size, variables and what is no JSON", () => {
  expect(formatJson('{"seed":18446744073709551615,"n":{{n}},"e":[]}')).toBe(
    '{\n  "seed": 18446744073709551615,\n  "n": {{n}},\n  "e": []\n}',
  );
  expect(formatJson("[1,")).toBe("[\n  1,");
});

it("comes in parts that make the whole", () => {
  const text = JSON.stringify(Array.from({ length: 50 }, (_, index) => ({ index })));
  const parts = [...layOut(text, 100)];
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.join("")).toBe(formatJson(text));
});

it("of lists in lists without end is not much longer than the text", () => {
  const text = "[".repeat(100_000) + "]".repeat(100_000);
  const laidOut = formatJson(text);
  expect(laidOut.length).toBeLessThan(30 * text.length);
  expect(laidOut.replace(/\s/g, "")).toBe(text);
});
