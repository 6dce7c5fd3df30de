// The kinds of plugins.

import type { Manifest } from "./manifest.gen.js";

export const pluginKinds = [
  "auth",
  "workflow",
  "backend",
  "output",
  "gate",
  "secrets",
  "api",
  "panel",
] as const satisfies readonly Manifest["kind"][];
