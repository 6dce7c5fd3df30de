// A manifest of the right shape, with the place it was found in.

import type { FoundManifest } from "./discover.js";
import type { Manifest } from "../contract/manifest.gen.js";

export interface Candidate {
  readonly found: FoundManifest;
  readonly manifest: Manifest;
}
