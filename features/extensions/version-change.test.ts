// Version changes as text.

import { expect, it } from "vitest";
import { versionChange } from "./extension-changes.js";

it.each([
  ["v0.3.60", "v0.4.0", "updated"],
  ["v0.4.0", "v0.3.60", "changed"],
  ["1.10.0", "1.9.0", "changed"],
  ["1.0.0-rc.1", "1.0.0", "updated"],
  ["1.0.0", "1.0.0rc1", "changed"],
  ["v1.0", "1.0.0", "updated"],
  ["master", "v0.3.60", "updated"],
  ["1234abcd", "89ef0123", "updated"],
])("%s to %s is %s", (from, to, word) => {
  expect(versionChange(from, to)).toBe(`${word} from ${from} to ${to}`);
});
