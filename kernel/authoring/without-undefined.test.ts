// Members without a value are left out; all others stay, in their order.

import { expect, it } from "vitest";
import { withoutUndefined } from "./without-undefined.js";

it("leaves out what is undefined, and keeps null, false and empty texts", () => {
  const members = { a: undefined, b: null, c: false, d: "", e: 0 };
  expect(Object.entries(withoutUndefined(members))).toEqual(
    Object.entries({ b: null, c: false, d: "", e: 0 }),
  );
});
