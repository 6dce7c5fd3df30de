// Variables in the texts of a request: pieces, values, completion.

import { describe, expect, it } from "vitest";
import { completed, completionAt, piecesOf, resolved, unknownNames } from "./variables.js";

const variables = [{ name: "host", value: "https://x.example" }, { name: "key" }];

it("a text is shown with the values that are known", () => {
  expect(piecesOf("{{host}}/a/{{ id }}")).toEqual([
    { text: "{{host}}", variable: "host" },
    { text: "/a/" },
    { text: "{{ id }}", variable: "id" },
  ]);
  expect(resolved("{{host}}/a?k={{key}}&i={{id}}", variables)).toBe("https://x.example/a?k=•••&i={{id}}");
  expect(unknownNames("{{host}}{{id}}{{id}}", variables)).toEqual(["id"]);
});

describe("the completion", () => {
  it.each([
    ["{{ho", 4, { start: 0, typed: "ho" }],
    ["a{{", 3, { start: 1, typed: "" }],
    ["{{host}}", 8, undefined],
    ["{{host}}", 4, { start: 0, typed: "ho" }],
    ["{", 1, undefined],
    ["ab", 2, undefined],
  ])("of %j at %i is %j", (text, caret, wanted) => {
    expect(completionAt(text, caret)).toEqual(wanted);
  });

  it("replaces what was typed, and the braces behind it", () => {
    expect(completed("{{ho}}/a", 4, { start: 0, typed: "ho" }, "host")).toEqual({
      text: "{{host}}/a",
      caret: 8,
    });
    expect(completed("x{{/a", 3, { start: 1, typed: "" }, "id").text).toBe("x{{id}}/a");
  });
});
