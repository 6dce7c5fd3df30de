// The contract suite, which third-party plugins use, for every built-in plugin and for the example of the guide. The rules of
// auth schemes and of backends, and all pairs of features, are in contract.slow.test.ts.

import { describe, it } from "vitest";
import { contractFolders, rulesOf } from "./contract.test.support.js";

describe.each(contractFolders)("%s", (path) => {
  for (const { id, name, run } of rulesOf(path, "hermetic")) it(`${id}: ${name}`, run);
});
