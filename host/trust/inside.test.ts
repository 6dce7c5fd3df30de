// Paths in texts that people of all systems read.

import { expect, it } from "vitest";
import { withSlashes } from "./inside.js";

it.each<[NodeJS.Platform, string]>([
  ["win32", "node_modules/pictor-own"],
  ["linux", String.raw`node_modules\pictor-own`],
  ["darwin", String.raw`node_modules\pictor-own`],
])("on %s, a backslash becomes %s", (platform, text) => {
  expect(withSlashes(String.raw`node_modules\pictor-own`, platform)).toBe(text);
});
