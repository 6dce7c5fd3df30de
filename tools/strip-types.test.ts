// What stays of TypeScript when its types are removed.

import { expect, it } from "vitest";
import { stripTypes } from "./strip-types.js";

it.each([
  ["annotations", "const a = (b: string, c?: number): void => {};", "const a = (b, c) => {};"],
  ["a type that is a function", "function f(): () => void {}", "function f() {}"],
  ["type parameters and arguments", "const f = <T,>(a: T) => g<T>(a);", "const f = (a) => g(a);"],
  ["assertions", "f(a as unknown as B, { b } satisfies C, d!);", "f(a, { b }, d);"],
  ["an imported type", 'import { type A, b } from "./c.ts";', 'import {  b } from "./c.js";'],
])("%s", (_what, typed, plain) => {
  expect(stripTypes(typed)).toBe(plain);
});

it("declarations go with their comments, and the first comment of the file stays", () => {
  const text = `// What it is for.

import type { A } from "./a.ts";

/** A record. */
export interface B {
  readonly a: A;
}
/** A value. */
export const c = 1;
`;
  expect(stripTypes(text)).toBe(`// What it is for.
/** A value. */
export const c = 1;
`);
});
