// What tests leave in the temporary folder is removed with the folder of their run.

import { tmpdir } from "node:os";
import { basename } from "node:path";
import { expect, it } from "vitest";

it("a test run has a temporary folder of its own", () => {
  expect(basename(tmpdir())).toMatch(/^pictor-tests-/);
});
