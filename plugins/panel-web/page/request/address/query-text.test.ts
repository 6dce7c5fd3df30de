// The query table and the address: edits both ways, without a change of what is not edited.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encoded, queryRows, withQueryRow, withoutQueryRow } from "./query-text.js";

/** Any code point except surrogates. fast-check's `unit: "binary"` means the same, but takes a second to initialize. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));

const signed = "https://x.example/a?sig=a%2Fb+c&empty&q=%zz&sig=%41#top?no=1";

it("the rows of an address are decoded, in their order, with those that repeat, without the fragment", () => {
  expect(queryRows(signed)).toEqual([
    { name: "sig", value: "a/b c" },
    { name: "empty", value: "" },
    { name: "q", value: "%zz" },
    { name: "sig", value: "A" },
  ]);
  expect(queryRows("{{host}}/v1#x?y=1")).toEqual([]);
  expect(queryRows("https://x.example/?")).toEqual([]);
});

describe("an edit", () => {
  it.each([
    [3, { value: "B" }, "https://x.example/a?sig=a%2Fb+c&empty&q=%zz&sig=B#top?no=1"],
    [1, { value: "1" }, "https://x.example/a?sig=a%2Fb+c&empty=1&q=%zz&sig=%41#top?no=1"],
    [0, { name: "s g" }, "https://x.example/a?s%20g=a%2Fb+c&empty&q=%zz&sig=%41#top?no=1"],
    [4, { name: "new" }, signed.replace("#", "&new#")],
    [4, { name: "t", value: "{{a b}}&=" }, signed.replace("#", "&t={{a b}}%26%3D#")],
  ])("of row %i to %j leaves the rest byte for byte", (index, change, wanted) => {
    expect(withQueryRow(signed, index, change)).toBe(wanted);
  });

  it("of an address without a query adds one before the fragment, and the removal of the last row removes it", () => {
    expect(withQueryRow("{{host}}/v1#x", 0, { name: "a", value: "1" })).toBe("{{host}}/v1?a=1#x");
    expect(withoutQueryRow("{{host}}/v1?a=1#x", 0)).toBe("{{host}}/v1#x");
    expect(withoutQueryRow(signed, 1)).toBe("https://x.example/a?sig=a%2Fb+c&q=%zz&sig=%41#top?no=1");
  });

  it("that changes nothing returns the same address, whatever the address is", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const address = `https://x.example/?${text}`;
        queryRows(address).forEach((row, index) => {
          expect(withQueryRow(address, index, row)).toBe(address);
        });
      }),
    );
  });

  it("is read back as it was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (value) => {
        const edited = withQueryRow("https://x.example/?a=1&b=2#f", 0, { value });
        expect(queryRows(edited)).toEqual([
          { name: "a", value },
          { name: "b", value: "2" },
        ]);
      }),
    );
  });

  it("encodes a lone surrogate as the replacement character", () => {
    expect(encoded("a\uD800b")).toBe("a%EF%BF%BDb");
  });
});
