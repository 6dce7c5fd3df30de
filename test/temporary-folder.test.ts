// What tests leave in the temporary folder is removed with the folder of their run.

import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";

it("a test run has a temporary folder of its own", () => {
  expect(basename(tmpdir())).toMatch(/^pictor-tests-/);
});

it("with the folders of a user, so that the developer's are neither read nor written", () => {
  const folders = ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"].map(
    (name) => process.env[name] ?? "",
  );
  expect(folders.map(dirname)).toEqual(folders.map(() => join(tmpdir(), "user")));
});
