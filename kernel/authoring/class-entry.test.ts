// The description of a class beside the class itself.

import { expect, it } from "vitest";
import type { NodeClass } from "../contract/catalog.js";
import { classEntryOf, withClassEntry } from "./class-entry.js";

const nodeClass: NodeClass = { name: "A", inputs: [], outputs: [], isOutput: false };

it("is kept with this class, is no member of it, and does not go with a copy", () => {
  const entry = { input: {}, output: [] };
  const kept = withClassEntry({ ...nodeClass }, entry);
  expect(classEntryOf(kept)).toBe(entry);
  expect(kept).toEqual(nodeClass);
  expect(classEntryOf({ ...kept })).toBeUndefined();
  expect(classEntryOf(withClassEntry({ ...kept }, undefined))).toBeUndefined();
});
