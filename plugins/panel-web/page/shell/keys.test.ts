// The names of keys on each system.

import { expect, it } from "vitest";
import { keyLabel } from "./keys.js";

const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36";
it.each([
  ["mod+k", "⌘ K", "Ctrl K"],
  ["mod+Enter", "⌘ ⏎", "Ctrl ⏎"],
  ["Delete", "Del", "Del"],
])("%s is %s on a Mac, and %s elsewhere", (keys, onMac, elsewhere) => {
  expect([keyLabel(keys, mac), keyLabel(keys, windows)]).toEqual([onMac, elsewhere]);
});
