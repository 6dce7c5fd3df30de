// Tests of the folder of an instance.

import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { folderNameOf, layoutOf } from "./layout.js";

const source = { dataFolder: "/data", workingDirectory: "/project", platform: "linux" } as const;
const rootOf = (name: string): string => layoutOf({ python: "" }, { ...source, name }).root;

describe("the folder of an instance", () => {
  it.each(["studio", "Studio 2", "my.studio", "größe", "工作室", "a", "a-"])("has its name: %s", (name) => {
    expect(rootOf(name)).toBe(`/data/backends/${name}`);
  });

  it.each([
    "",
    ".",
    "..",
    "../x",
    "a/b",
    "a\\b",
    "/etc",
    "a\0b",
    "a\nb",
    "CON",
    "nul.x",
    "x.",
    "x ",
    "x".repeat(300),
  ])("lies in the data folder also for the name %j", (name) => {
    const root = rootOf(name);
    expect(dirname(root)).toBe("/data/backends");
    expect(folderNameOf(name, "linux")).toMatch(/^[\p{L}\p{N}_-]*[0-9a-f]{10}$/u);
  });

  it.each(["win32", "darwin"] as const)(
    "is different for names that differ in case only, on %s",
    (platform) => {
      const folders = ["studio", "Studio", "STUDIO", "größe", "Größe"].map((name) =>
        folderNameOf(name, platform),
      );
      expect(new Set(folders.map((folder) => folder.toLowerCase())).size).toBe(5);
      expect(folders[0]).toBe("studio");
    },
  );

  it("is different for each name", () => {
    const names = ["a/b", "a\\b", "a b/", "a-b", "", ".", ".."];
    expect(new Set(names.map((name) => folderNameOf(name, "linux"))).size).toBe(names.length);
  });
});
