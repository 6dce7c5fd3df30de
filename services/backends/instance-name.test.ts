// Names that instances can have.

import { expect, it } from "vitest";
import { requireInstanceName } from "./instance-name.js";

it.each(["studio", "Studio-2", "a.b_c", "büro", "a", "console", "x".repeat(64)])(
  "accepts the name %s",
  (name) => {
    expect(() => requireInstanceName(name)).not.toThrow();
  },
);
it.each([
  "",
  "-x",
  "../up",
  "a b",
  "a/b",
  ".hidden",
  "x".repeat(65),
  "a\u0000",
  "a.",
  "CON",
  "nul.txt",
  "Com1",
])("refuses the name %j", (name) => {
  expect(() => requireInstanceName(name)).toThrow("cannot be the name of a backend");
});
