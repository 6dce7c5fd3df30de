// The variables of an environment while they are edited: what is sent, what stays hidden, what becomes a secret.

import { expect, it } from "vitest";
import { changed, draftOf, needsStore, newVariable, rowsOf, secretNameOf } from "./environment-draft.js";

const listed = [
  { name: "host", value: "https://x.example" },
  { name: "key" },
  { name: "code", reference: "$env CODE" },
];
let count = 0;
const rows = () => rowsOf(listed, () => String(++count));

it("what is listed and not changed is sent back as it was", () => {
  expect(draftOf(rows(), new Map())).toEqual({ variables: listed });
  expect(rows().filter(needsStore)).toEqual([]);
});

it("a hidden value is replaced when another one is typed, as a secret", () => {
  const [host, key, code] = rows();
  const typed = key === undefined ? newVariable("k") : changed(key, { value: "new" });
  expect(needsStore(typed)).toBe(true);
  expect(
    draftOf(
      [host, typed, code].filter((row) => row !== undefined),
      new Map([[typed.key, "s.1"]]),
    ).variables[1],
  ).toEqual({ name: "key", reference: "$secret s.1" });
});

it.each([
  ["password", true],
  ["apiKey", true],
  ["tokenUrl", false],
  ["host", false],
])("the name %s makes its value a secret: %s", (name, isSecret) => {
  expect(changed(newVariable("a"), { name }).isSecret).toBe(isSecret);
});

it("a typed reference is a reference, a row without a name is left out, and a secret has a name that a path can have", () => {
  const row = { ...newVariable("a"), name: " pw ", value: "$secret shop.pw", isSecret: true };
  expect(needsStore(row)).toBe(false);
  expect(draftOf([row, newVariable("b")], new Map())).toEqual({
    variables: [{ name: "pw", reference: "$secret shop.pw" }],
  });
  expect(secretNameOf("my lab/2", "api key", "x1")).toBe("environment.my-lab-2.api-key.x1");
});
