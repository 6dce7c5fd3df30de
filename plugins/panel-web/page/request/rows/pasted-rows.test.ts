// A text that is pasted into the name of a row.

import { expect, it } from "vitest";
import { pastedRows } from "./pasted-rows.js";

it.each([
  [
    "headers",
    "Accept: text/plain\r\nX-Time: 10:30\n\n",
    [
      ["Accept", "text/plain"],
      ["X-Time", "10:30"],
    ],
  ],
  [
    "variables of a file",
    "HOST=a.example\nTOKEN=a=b\nEMPTY=\n",
    [
      ["HOST", "a.example"],
      ["TOKEN", "a=b"],
      ["EMPTY", ""],
    ],
  ],
])("of %s becomes rows", (_what, text, rows) => {
  expect(pastedRows(text)?.map(({ name, value }) => [name, value])).toEqual(rows);
});

it.each([
  ["one line", "Accept: text/plain"],
  ["lines without values", "one\ntwo"],
  ["a line without a name", "a: b\n: c"],
])("of %s stays a text", (_what, text) => {
  expect(pastedRows(text)).toBeUndefined();
});
