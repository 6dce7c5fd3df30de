// Paths that stay inside a folder, and paths that try to leave it.

import { lstatSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { containedPath } from "./contained-path.js";

const base = realpathSync(mkdtempSync(join(tmpdir(), "pictor-paths-")));
const root = join(base, "plugins");
mkdirSync(join(root, "a/b"), { recursive: true });
mkdirSync(join(base, "plugins-evil"));
writeFileSync(join(base, "x.js"), "");
const links: Readonly<Record<string, string>> = {
  out: base,
  "out.js": join(base, "x.js"),
  dangling: join(base, "gone"),
  in: join(root, "a"),
};
/** Makes the link with which a path begins. */
function link(path: string): void {
  const [name = ""] = path.split("/");
  const target = links[name];
  if (target !== undefined && lstatSync(join(root, name), { throwIfNoEntry: false }) === undefined)
    symlinkSync(target, join(root, name));
}

it.each([
  ["one step up", "../x.js"],
  ["a step up in the middle", "a/../../x.js"],
  ["a step up after a dot", "./../x.js"],
  ["a prefix twin", "../plugins-evil/x.js"],
  ["a step up with backslashes", "..\\x.js"],
  ["mixed slashes", "a\\..\\..\\x.js"],
  ["an absolute path", "/etc/passwd"],
  ["an absolute path of the folder itself", join(root, "a")],
  ["a Windows drive", "C:\\x.js"],
  ["a Windows drive with slashes", "c:/x.js"],
  ["a Windows share", "\\\\server\\share\\x.js"],
  ["a Windows drive without slash", "C:x.js"],
  ["a file: address", "file:///etc/passwd"],
  ["a file: address without slashes", "file:x.js"],
  ["a data: address", "data:text/javascript,1"],
  ["a node: builtin", "node:fs"],
  ["NUL", "a\0.js"],
  ["a symbolic link to a folder outside", "out/x.js"],
  ["a symbolic link to a file outside", "out.js"],
  ["a file to be made behind a link outside", "out/new/file.png"],
  ["a symbolic link to nothing outside", "dangling"],
  ["the folder itself", "."],
  ["nothing", ""],
])("a path that leaves its folder is refused: %s", (_name, path) => {
  link(path);
  expect(() => containedPath(root, path)).toThrow(expect.objectContaining({ code: "FILE_ESCAPES" }));
});

describe("a path that stays inside is resolved", () => {
  it.each([
    ["a file that exists not yet", "./index.js", "index.js"],
    ["folders that exist not yet", "new/er/x.png", "new/er/x.png"],
    ["percent signs, which mean nothing in a path", "%2e%2e/x.js", "%2e%2e/x.js"],
    ["names that begin with dots", "..hidden/...js", "..hidden/...js"],
    ["a symbolic link inside", "in/b", "a/b"],
  ])("%s", (_name, path, expected) => {
    link(path);
    expect(containedPath(root, path)).toBe(join(root, expected));
  });

  it("even if the root itself is a link or does not exist", () => {
    const alias = join(base, "alias");
    symlinkSync(root, alias);
    expect(containedPath(alias, "a")).toBe(join(root, "a"));
    expect(containedPath(join(base, "nowhere"), "a")).toBe(join(base, "nowhere/a"));
  });
});
