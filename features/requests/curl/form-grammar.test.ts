// The texts of `-F` of a curl command, and what their parts are.

import { describe, expect, it } from "vitest";
import { parseForm } from "./form-grammar.js";

/** The contents of a part, each as short as it can be: the text or path, then what it has beside. */
const read = (text: string) =>
  parseForm(text, false).contents.map(({ source, headers, ...more }) => [
    "text" in source ? source.text : source,
    ...(Object.keys(more).length > 0 ? [more] : []),
    ...headers,
  ]);
const file = (path: string) => ({ path, isUpload: true });

describe("a part of a form", () => {
  it.each<[string, readonly unknown[]]>([
    ["a=b c", ["b c"]],
    ["a= b ", ["b"]],
    ["a=", [""]],
    ["a=b=c", ["b=c"]],
    ['a="b; \\"c\\" \\\\ \\d" left out', ['b; "c" \\ \\d']],
    ['a="b', ['"b']],
    ["a=b ; type= text/plain ", ["b", { type: "text/plain" }]],
    ["a=b;type=text/html;charset=utf-8 ; q=1", ["b", { type: "text/html;charset=utf-8; q=1" }]],
    ["a=b;type=x/y;type=z/w", ["b", { type: "x/y;type=z/w" }]],
    ["a=b;type=x/y;filename=f;charset=z", ["b", { type: "x/y", filename: "f" }]],
    ['a=b;FileName="f;g"', ["b", { filename: "f;g" }]],
    ["a=b;filename=f;filename=g", ["b", { filename: "g" }]],
    ['a=b;headers="X-A: 1; 2";headers=X-B: 3', ["b", "X-A: 1; 2", "X-B: 3"]],
    ["a=@f;filename=g", [file("f"), { filename: "g" }]],
    ["a=<f,g", [{ path: "f,g", isUpload: false }]],
  ])("%s", (text, content) => {
    expect(read(text)).toEqual([content]);
  });

  it("may have several files, each with its own attributes", () => {
    expect(read('a=@f;type=x/y, "g,h" ,i')).toEqual([
      [file("f"), { type: "x/y" }],
      [file("g,h")],
      [file("i")],
    ]);
  });

  it("has its name before the first =, and is taken as it is by --form-string", () => {
    expect(parseForm("a=@x;y=z", true)).toEqual({
      name: "a",
      contents: [{ source: { text: "@x;y=z" }, headers: [] }],
      notes: [],
    });
  });

  it.each([
    ["a=b;headers=@f", ["The headers of a part of the form from a file are left out."]],
    ["a=b;headers=<f", ["The headers of a part of the form from a file are left out."]],
    ['a=b;encoder="x;y"', ["The encoder of a part of the form is left out."]],
    ["a=b;other", ["A part of the form has a text after ; that is left out, as curl does."]],
    ["a=b;;", []],
  ])("%s: says what is left out", (text, notes) => {
    expect(parseForm(text, false)).toMatchObject({ contents: [{ source: { text: "b" } }], notes });
  });

  it.each([
    ["a", "A part of the form has no name."],
    ["a=b;type=plain", "A type of the form is not a media type."],
    ["a=(b", "-F with ( begins a nested form"],
  ])("%s is refused", (text, message) => {
    expect(() => parseForm(text, false)).toThrow(message);
  });
});
