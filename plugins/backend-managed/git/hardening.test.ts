// Where git looks for hooks: nowhere, on each system.

import { expect, it } from "vitest";
import { hardeningArguments } from "./hardening.js";

it.each<[NodeJS.Platform, string]>([
  ["linux", "core.hooksPath=/dev/null"],
  ["darwin", "core.hooksPath=/dev/null"],
  ["win32", "core.hooksPath=NUL"],
])("on %s, %s", (platform, setting) => {
  expect(hardeningArguments(platform)).toContain(setting);
});
