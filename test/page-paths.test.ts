// The paths in the pages for contributors exist.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./sources.test.support.js";

const pages = ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "bench/README.md"];
/** Without the folder of builds, whose content depends on what was built. */
const top = new Set(readdirSync(root).filter((name) => name !== "dist"));

/** Words in code type that begin with a file or folder of the root. A pattern (`<name>`, `*`, `...`) is not a path. */
const pathsIn = (page: string): readonly string[] =>
  [...readFileSync(join(root, page), "utf8").matchAll(/`([^`\s]+\/[^`\s]*)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => top.has(path.split("/", 1)[0] ?? "") && !/[<*{]|\.\.\./.test(path));

describe("the paths that a page names", () => {
  it("are found", () => {
    expect(pathsIn("ARCHITECTURE.md").length).toBeGreaterThan(60);
    expect(pathsIn("CONTRIBUTING.md").length).toBeGreaterThan(15);
  });

  it.each(pages)("%s", (page) => {
    expect(pathsIn(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

it("the page on the architecture can be read in one sitting", () => {
  expect(readFileSync(join(root, "ARCHITECTURE.md"), "utf8").split("\n").length).toBeLessThanOrEqual(200);
});
