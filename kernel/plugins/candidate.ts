// A manifest of the right shape, with the place it was found in.

import type { Found } from "./discover.js";
import type { Manifest } from "./manifest.gen.js";

export interface Candidate {
  readonly found: Found;
  readonly manifest: Manifest;
}
