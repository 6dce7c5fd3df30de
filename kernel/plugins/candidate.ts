// A manifest of valid shape, and the place where it was found.

import type { FoundManifest } from "./discover-plugins.js";
import type { Manifest } from "../contract/manifest.gen.js";

export interface Candidate {
  readonly found: FoundManifest;
  readonly manifest: Manifest;
}
