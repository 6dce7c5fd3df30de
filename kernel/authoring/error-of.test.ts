// Thrown values of any kind become errors with a code, and no error with a code becomes another one.

import { expect, it } from "vitest";
import { fault } from "../base/errors/error-catalog.js";
import { errorOf } from "./error-of.js";

it("leaves an error with a code as it is", () => {
  const error = fault("KERNEL_DISPOSED", {});
  expect(errorOf(error)).toBe(error);
});

it.each([
  [new TypeError("x is not a function"), "x is not a function"],
  ["a text", "a string was thrown"],
])("gives the reason of %s", (thrown, reason) => {
  expect(errorOf(thrown)).toMatchObject({ code: "INTERNAL", cause: thrown });
  expect(errorOf(thrown).what).toContain(reason);
});
